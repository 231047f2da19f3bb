"""A record is checked from a file or from standard input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from eriantys import exits
from tests.commands.program import (
    assert_refused,
    broken_off,
    not_for_root,
    run,
    with_header,
)


def test_a_record_is_read_from_standard_input(tmp_path: Path, record_text: str) -> None:
    (tmp_path / "r.txt").write_text(record_text, "utf-8")
    from_file = run("verify", "r.txt", cwd=tmp_path)
    from_pipe = run("verify", "-", cwd=tmp_path, given=record_text.encode())
    assert from_file == from_pipe
    assert from_file.code == exits.OK
    assert_refused(run("verify", "-", cwd=tmp_path), exits.BAD_DATA, "- is no whole record")


def test_a_mark_at_the_beginning_of_the_text_does_no_harm(
    tmp_path: Path, record_text: str
) -> None:
    finished = run("verify", "-", cwd=tmp_path, given=record_text.encode("utf-8-sig"))
    assert (finished.code, finished.err) == (exits.OK, "")


@pytest.mark.parametrize(
    "reason", ["Ada left", '"Ada left; \\"bye\\""', "Zoë est partie"], ids=ascii
)
def test_a_match_that_was_broken_off_is_verified(
    tmp_path: Path, record_text: str, reason: str
) -> None:
    text = broken_off(record_text, reason)
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    assert (finished.code, finished.err) == (exits.OK, "")
    assert "Every one of the 10 actions was legal.\n" in finished.out
    why = reason.strip('"').replace("\\", "").removesuffix('"')
    assert f"No result is claimed: {why}" in finished.out


def test_a_match_that_goes_on_is_verified(tmp_path: Path, record_text: str) -> None:
    text = re.sub(r"(?m)^(Result|Reason): .*\n", "", broken_off(record_text, "x"))
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    assert (finished.code, finished.err) == (exits.OK, "")
    assert "No result is claimed: the match was not over.\n" in finished.out


@pytest.mark.parametrize("reason", [r'"\ud800"', r'"\u001b[2J\u0007"', r'"a\nb"', '"a\\rb"'])
def test_no_text_of_a_record_can_harm_the_terminal(
    tmp_path: Path, record_text: str, reason: str
) -> None:
    given = broken_off(record_text, reason).encode()
    finished = run("verify", "-", cwd=tmp_path, given=given)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert all(line.isprintable() for line in finished.out.split("\n"))
    assert finished.out.count("\n") == 4


FIRST_MOVE = 16


@pytest.mark.parametrize(
    ("header", "value", "line", "said"),
    [
        ("Options", "colour=red", 7, "Eriantys has no option 'colour'"),
        ("Commitment", "00" * 32, 9, "not the one that was committed to"),
        ("Secret", "00" * 32, 9, "not the one that was committed to"),
        ("Result", "2 > 1", 12, "the result is another: player 1 wins"),
        ("Nonce 1", "00" * 16, None, "line "),
    ],
)
def test_a_false_header_is_named(
    tmp_path: Path, record_text: str, header: str, value: str, line: int | None, said: str
) -> None:
    (tmp_path / "r.txt").write_text(with_header(record_text, header, value), "utf-8")
    finished = run("verify", "r.txt", cwd=tmp_path)
    where = f"line {line}: " if line else ""
    assert_refused(finished, exits.FAILED, f"r.txt does not hold: {where}", said)


@pytest.mark.parametrize("place", [0, 5, 50])
@pytest.mark.parametrize("move", ["1: dance", "1: cloud 4", "2: \x1b[2J", "1: assistant 11"])
def test_an_edited_move_is_named(
    tmp_path: Path, record_text: str, place: int, move: str
) -> None:
    lines = record_text.split("\n")
    number = FIRST_MOVE + place
    assert re.match(r"\d: ", lines[number - 1])
    lines[number - 1] = move
    (tmp_path / "r.txt").write_text("\n".join(lines), "utf-8")
    finished = run("verify", "r.txt", cwd=tmp_path)
    what = ascii(move.partition(" ")[2])
    assert_refused(finished, exits.FAILED, f"r.txt does not hold: line {number}: {what}: ")
    assert finished.err.rstrip("\n").isprintable()


def test_an_unrevealed_secret_cannot_be_verified(tmp_path: Path, record_text: str) -> None:
    text = re.sub(r"(?m)^(Secret|Nonce \d): .*\n", "", record_text)
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    said = "cannot be checked: line 8: the secret is not revealed"
    assert_refused(finished, exits.BAD_DATA, said)


def test_other_rules_cannot_be_verified(tmp_path: Path, record_text: str) -> None:
    text = with_header(record_text, "Rules", "999")
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    said = "cannot be checked: line 3: it was played by version 999 of the rules of Eriantys"
    assert_refused(finished, exits.BAD_DATA, said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "line 1: a record begins with", id="empty"),
        pytest.param(b"\n\n", "line 1: a record begins with", id="empty lines"),
        pytest.param(b"\x00\x01\x02" * 1000, "line 1: a record begins with", id="zeros"),
        pytest.param(b"\x7fELF\x02\x01\xff\xfe" * 99, "line 1: this is not UTF-8", id="binary"),
        pytest.param(b"a\nb\nc\xe9d\ne", "line 3: this is not UTF-8 text.", id="Latin-1"),
        pytest.param("ä\n".encode("utf-16"), "line 1: this is not UTF-8 text.", id="UTF-16"),
        pytest.param(b"\xc3", "line 1: this is not UTF-8 text.", id="half a character"),
        pytest.param(b"#" * (1 << 20), "line 1: a record begins with", id="1 MiB"),
        pytest.param(b"#" * ((1 << 20) + 1), "it is larger than 1 MiB.", id="more than 1 MiB"),
        pytest.param(b"#" * (3 << 20), "it is larger than 1 MiB.", id="3 MiB"),
        pytest.param(
            b"Eriantys game record, format 2\n", "line 1: a record begins", id="format 2"
        ),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "r.txt").write_bytes(data)
    assert_refused(run("verify", "r.txt", cwd=tmp_path), exits.BAD_DATA, "r.txt is no ", said)


def test_a_long_record_is_still_read(tmp_path: Path, record_text: str) -> None:
    padding = "\n#".ljust((1 << 20) - len(record_text.encode()), "#")
    (tmp_path / "r.txt").write_bytes((record_text + padding).encode())
    assert (tmp_path / "r.txt").stat().st_size == 1 << 20
    assert run("verify", "r.txt", cwd=tmp_path).code == exits.OK


@pytest.mark.parametrize("kept", [1, 5, 14, 15, 16, 60])
def test_a_record_that_breaks_off_is_refused(
    tmp_path: Path, record_text: str, kept: int
) -> None:
    (tmp_path / "r.txt").write_text("\n".join(record_text.split("\n")[:kept]), "utf-8")
    said = f"r.txt is no whole record: line {kept}: the text breaks off"
    assert_refused(run("verify", "r.txt", cwd=tmp_path), exits.BAD_DATA, said)


@pytest.mark.parametrize("header", ["Game", "Rules", "Date", "Commitment", "Scores"])
def test_a_missing_header_is_named(tmp_path: Path, record_text: str, header: str) -> None:
    text = re.sub(rf"(?m)^{header}: .*\n", "", record_text)
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    assert_refused(finished, exits.BAD_DATA, f"the header '{header}' is missing")


@pytest.mark.parametrize(
    "game", ["chess", "contract", "../x", "x" * 5000, "\x1b[2J"], ids=ascii
)
def test_a_record_of_an_unknown_game_is_refused(
    tmp_path: Path, record_text: str, game: str
) -> None:
    text = with_header(record_text, "Game", game)
    finished = run("verify", "-", cwd=tmp_path, given=text.encode())
    assert_refused(finished, exits.BAD_DATA, "line 2: There is no game", "there is: eriantys")
    assert finished.err.rstrip("\n").isprintable()
    assert len(finished.err) < 300


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.txt", "cannot read nowhere.txt: No such file or directory."),
        ("folder", "cannot read folder: Is a directory."),
        ("file/r.txt", "cannot read file/r.txt: Not a directory."),
        ("x" * 300, "File name too long."),
        ("loop", "cannot read loop: Too many levels of symbolic links."),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    assert_refused(run("verify", name, cwd=tmp_path), exits.NO_INPUT, said)


@not_for_root
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "r.txt").touch(mode=0o200)
    finished = run("verify", "r.txt", cwd=tmp_path)
    assert_refused(finished, exits.NO_INPUT, "cannot read r.txt: Permission denied.")


@pytest.mark.parametrize(
    "edited",
    [
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param(lambda text: text.replace("\n", "\n# a note\n\n"), id="comments"),
        pytest.param(lambda text: with_header(text, "Player 1", "Ада 爱达"), id="name"),
    ],
)
def test_a_record_edited_by_hand_is_still_verified(
    tmp_path: Path, record_text: str, edited: Any
) -> None:
    given = edited(record_text).encode()
    finished = run("verify", "-", cwd=tmp_path, given=given)
    assert (finished.code, finished.err) == (exits.OK, "")
