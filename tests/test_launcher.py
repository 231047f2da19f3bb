"""The launcher is run for real, in a copy of bin/, with a stand-in for Python.

The stand-in is a shell script that answers what the launcher asks of Python (which version,
make an environment, install), so that every case is quick and needs no network. It writes each
installation into a file called "installs". Nothing else on PATH is called Python.
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent

# Everything the launcher may use besides Python: a list to keep short.
TOOLS = (
    *("cat", "cmp", "cp", "dirname", "grep", "mkdir", "mv", "readlink"),
    *("rm", "rmdir", "sed", "sh", "sleep", "tail"),
)

STAND_IN = r"""#!/bin/sh
# A Python of sorts; its behaviour is set by the variables FAKE_...
home=@HOME@
case "$1 $2" in
    "-I -c")
        case $3 in
            *version_info*) echo "$0" ;;
        esac ;;
    "-I -m")
        if [ "$3" = venv ]; then
            echo made >>"$home/venvs"
            mkdir -p "$4/bin"
            cp "$home/tools/python3" "$4/bin/python"
            # As some versions of Python do.
            echo "# made by venv" >"$4/.gitignore"
        else
            shift 3
            echo "$PWD: $*" >>"$home/installs"
            if [ -n "${FAKE_PIP_SLEEP:-}" ]; then
                sleep "$FAKE_PIP_SLEEP"
            fi
            if [ -n "${FAKE_PIP_FAILS:-}" ]; then
                printf '%s\n' "$FAKE_PIP_FAILS"
                exit 1
            fi
            cat >"${0%/*}/eriantys" <<'COMMAND'
#!/bin/sh
printf '<%s>\n' "$@"
cat
exit 7
COMMAND
            chmod +x "${0%/*}/eriantys"
        fi ;;
esac
"""


class Table:
    """A copy of bin/ in a folder of its own, and a PATH with the stand-in for Python on it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / "the  sources"
        self.tools = home / "tools"
        self.venv = self.root / ".venv"
        shutil.copytree(SOURCES / "bin", self.root / "bin")
        (self.root / "setup.py").write_text("# first\n")
        self.tools.mkdir()
        for tool in (*TOOLS, "chmod"):
            found = shutil.which(tool)
            assert found is not None, f"these tests need {tool}"
            (self.tools / tool).symlink_to(found)
        self.python = self.tools / "python3"
        write_program(self.python, STAND_IN.replace("@HOME@", f"'{home}'"))

    def environment(self, **settings: str) -> dict[str, str]:
        return {"PATH": str(self.tools), "HOME": str(self.home), **settings}

    def start(
        self, *arguments: str, command: Path | None = None, **settings: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command or self.root / "bin" / "eriantys", *arguments],
            env=self.environment(**settings),
            cwd=self.home,
            input="typed\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def start_in_background(self, **settings: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.root / "bin" / "eriantys"],
            env=self.environment(**settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def installs(self) -> list[str]:
        return lines_of(self.home / "installs")

    def venvs(self) -> int:
        return len(lines_of(self.home / "venvs"))


def lines_of(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def write_program(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def write_changed_python(file: Path, changed: str) -> None:
    """Write a program that is the Python running this, with something about it changed."""
    code = f"import sys; {changed}; exec(sys.argv[1])"
    write_program(file, f'#!/bin/sh\nexec "{sys.executable}" -I -c "{code}" "$3"\n')


def wait_until_exists(file: Path) -> None:
    # Another process makes it: there is nothing to wait on but to look again.
    deadline = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < deadline, f"{file} never appeared"
        time.sleep(0.01)


def assert_gave_up(run: subprocess.CompletedProcess[str], *said: str) -> None:
    """Check that the last line is one sentence that says what is wrong, and the code is 69."""
    assert run.returncode == 69, run.stderr
    assert run.stdout == ""
    sentence = run.stderr.splitlines()[-1]
    assert sentence.startswith("eriantys: ")
    assert sentence.endswith(".")
    for words in said:
        assert words in sentence


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_first_start_installs_and_says_so_in_two_lines(table: Table) -> None:
    run = table.start("play")
    assert run.stdout == "<play>\ntyped\n"
    assert run.returncode == 7
    first, last = run.stderr.splitlines()
    assert str(table.venv) in first
    assert last == "eriantys: ready."
    assert len(table.installs()) == 1
    assert table.installs()[0].startswith(f"{table.root}: install ")
    assert table.installs()[0].endswith(" -e .")


def test_later_start_installs_nothing_and_is_silent(table: Table) -> None:
    table.start()
    run = table.start("play")
    assert (run.stdout, run.stderr, run.returncode) == ("<play>\ntyped\n", "", 7)
    assert len(table.installs()) == 1


def test_arguments_arrive_as_they_were_given(table: Table) -> None:
    arguments = ["two words", "", "*", "-n", "it's", 'a "b"', "back\\slash", "$HOME", "é"]
    expected = "".join(f"<{argument}>\n" for argument in arguments) + "typed\n"
    assert table.start(*arguments).stdout == expected
    assert table.start(*arguments).stdout == expected


def test_links_lead_to_the_sources(table: Table) -> None:
    elsewhere = table.home / "else where"
    elsewhere.mkdir()
    (elsewhere / "absolute").symlink_to(table.root / "bin" / "eriantys")
    (elsewhere / "relative").symlink_to("absolute")
    (elsewhere / "folder").symlink_to(table.root / "bin")
    for command in ("relative", "absolute", "folder/eriantys"):
        run = table.start("play", command=elsewhere / command)
        assert run.stdout == "<play>\ntyped\n", run.stderr
    assert len(table.installs()) == 1


def test_everything_made_is_kept_out_of_version_control(table: Table) -> None:
    table.start()
    made = {entry.name for entry in table.root.iterdir()} - {"bin", "setup.py"}
    assert made == {".venv", "eriantys.egg-info"}
    for folder in made:
        assert (table.root / folder / ".gitignore").read_text() == "*\n"


def test_no_python(table: Table) -> None:
    table.python.unlink()
    run = table.start()
    assert_gave_up(run, "Python 3.11", "install")
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "changed",
    ["sys.version_info = (3, 10, 13, 'final', 0)", "sys.exit(127)"],
    ids=["too old", "does not run"],
)
def test_no_suitable_python(table: Table, changed: str) -> None:
    write_changed_python(table.python, changed)
    assert_gave_up(table.start(), "Python 3.11", "install")
    assert not (table.venv / "bin").exists()


def test_unsuitable_pythons_are_passed_over(table: Table) -> None:
    table.python.rename(table.tools / "good")
    write_program(table.tools / "python3", "#!/bin/sh\nexit 3\n")
    write_program(table.tools / "python3.14", "#!/bin/sh\nexit 127\n")
    write_program(table.tools / "python3.13", "#!/bin/sh\nexit 4\n")
    # The stand-in copies itself from its first name.
    write_program(
        table.tools / "python3.12",
        (table.tools / "good").read_text().replace("tools/python3", "tools/good"),
    )
    assert table.start("play").stdout == "<play>\ntyped\n"


def test_named_python_comes_first(table: Table) -> None:
    named = table.home / "my python"
    write_program(named, table.python.read_text().replace("echo made", "echo named"))
    assert table.start("play", PYTHON=str(named)).returncode == 7
    assert lines_of(table.home / "venvs") == ["named"]


def test_python_without_venv(table: Table) -> None:
    write_changed_python(table.python, "sys.modules['ensurepip'] = None")
    assert_gave_up(table.start(), "python3-venv")
    assert not (table.venv / "bin").exists()


def test_failed_installation_gives_the_reason_but_no_address(table: Table) -> None:
    output = (
        "Looking in indexes: https://me:secret@packages.example/simple\n"
        "  ERROR: Cannot reach https://me:secret@packages.example/simple/blessed/ today\n"
        "error: subprocess-exited-with-error\n"
        "note: This is likely not a problem with pip.\n"
    )
    run = table.start(FAKE_PIP_FAILS=output)
    log = table.venv / "install.log"
    assert_gave_up(run, "Cannot reach", "today", str(log))
    assert "packages.example" not in run.stderr
    assert "packages.example" in log.read_text()

    # It neither looks finished nor stands in the way of another try.
    again = table.start("play")
    assert again.stdout == "<play>\ntyped\n", again.stderr
    assert len(table.installs()) == 2


def test_folder_that_cannot_be_written(table: Table) -> None:
    # A file in its place stops every user, whereas permissions would not stop root.
    table.venv.write_text("")
    run = table.start()
    assert_gave_up(run, "cannot write", str(table.venv))
    assert len(run.stderr.splitlines()) == 1


def test_changed_setup_refreshes_once_and_keeps_the_environment(table: Table) -> None:
    table.start()
    (table.root / "setup.py").write_text("# other\n")
    run = table.start("play")
    assert run.stdout == "<play>\ntyped\n"
    assert "up to date" in run.stderr
    assert table.start("play").stderr == ""
    assert (len(table.installs()), table.venvs()) == (2, 1)


def test_failed_refresh_is_tried_again(table: Table) -> None:
    table.start()
    (table.root / "setup.py").write_text("# other\n")
    assert_gave_up(table.start(FAKE_PIP_FAILS="ERROR: no way"), "no way")
    assert table.start("play").returncode == 7
    assert len(table.installs()) == 3


def test_dead_interpreter_is_replaced(table: Table) -> None:
    table.start()
    python = table.venv / "bin" / "python"
    python.unlink()
    python.symlink_to(table.home / "gone")
    assert table.start("play").stdout == "<play>\ntyped\n"
    assert (len(table.installs()), table.venvs()) == (2, 2)


def test_moved_sources_get_a_new_environment(table: Table) -> None:
    table.start()
    moved = table.home / "moved"
    table.root.rename(moved)
    assert table.start("play", command=moved / "bin" / "eriantys").returncode == 7
    assert (len(table.installs()), table.venvs()) == (2, 2)


def test_interrupted_first_start_does_not_look_finished(table: Table) -> None:
    with table.start_in_background(FAKE_PIP_SLEEP="30") as process:
        wait_until_exists(table.home / "installs")
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == 130
    assert not (table.venv / "lock").exists()

    assert table.start("play").stdout == "<play>\ntyped\n"
    assert len(table.installs()) == 2


def test_two_first_starts_install_once(table: Table) -> None:
    with (
        table.start_in_background(FAKE_PIP_SLEEP="1") as one,
        table.start_in_background(FAKE_PIP_SLEEP="1") as other,
    ):
        messages = [process.communicate(timeout=30)[1] for process in (one, other)]
    assert (one.returncode, other.returncode) == (7, 7), messages
    assert (len(table.installs()), table.venvs()) == (1, 1)


def test_lock_of_a_dead_start_is_taken_over(table: Table) -> None:
    with subprocess.Popen(["true"]) as dead:
        pass
    (table.venv / "lock").mkdir(parents=True)
    (table.venv / "lock" / "pid").write_text(f"{dead.pid}\n")
    assert table.start("play").stdout == "<play>\ntyped\n"
    assert not (table.venv / "lock").exists()


def test_lock_of_a_living_start_is_respected(table: Table) -> None:
    lock = table.venv / "lock"
    lock.mkdir(parents=True)
    (lock / "pid").write_text(f"{os.getpid()}\n")
    with table.start_in_background() as process:
        assert process.stderr is not None
        assert "waiting" in process.stderr.readline()
        assert table.installs() == []
        shutil.rmtree(lock)
        process.communicate(timeout=20)
    assert process.returncode == 7
