"""The bytes on the page of the protocol are those that the server makes and takes."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.server.limits import FRAME_FROM_SERVER
from eriantys.wire.frames import HEADER_SIZE, FrameReader, encode
from eriantys.wire.messages import read_from_client, read_from_server, type_of
from tests.manual import exchange
from tests.manual.page import Page
from tests.server.parlour import Parlour

PAGE = Page(exchange.PAGE)


def values_of(block: str) -> dict[str, str]:
    return dict(re.findall(r"(?m)^(.+) =\n\s+(.+)$", block))


def test_the_proof_is_computed_as_the_page_says() -> None:
    values = values_of(PAGE.sections["NAMES AND KEYS"].blocks[0])
    key, nonce, name, proof = map(bytes.fromhex, values.values())
    assert list(values) == ["key", "nonce", "name", "proof"]
    assert hmac.digest(key, nonce + name, "sha256") == proof

    # The server agrees with it.
    parlour = Parlour()
    shown = name.decode()
    parlour.connect().say_bytes(login_frame(name=shown, key=key, take_over=False))
    person = parlour.connect()
    nonce = parlour.core.house.sessions[person.connection].nonce
    proof = hmac.digest(key, nonce + name, "sha256")
    heard = person.say_bytes(login_frame(name=shown, proof=proof, take_over=True))
    assert [type_of(each) for each in heard] == ["named", "matches"]


def login_frame(**fields: Any) -> bytes:
    return encode({"type": "login", **fields})


def test_the_dice_are_computed_as_the_page_says() -> None:
    values = values_of(PAGE.sections["FAIR DICE"].blocks[0])
    rolls = [int(each) for each in values.pop("rolls below 6").split()]
    data = {name: bytes.fromhex(value) for name, value in values.items()}
    nonces = [data["nonce0"], data["nonce1"]]

    def hashed(purpose: str, text: bytes, key: bytes = b"") -> bytes:
        person = purpose.encode().ljust(16, b"\0")
        return hashlib.blake2b(text, digest_size=64, key=key, person=person).digest()

    assert hashed("commit", data["secret"])[:32] == data["commitment"]
    mixed = b"".join(len(nonce).to_bytes(8, "big") + nonce for nonce in nonces)
    assert hashed("seed", mixed, key=data["secret"])[:32] == data["seed"]
    block = hashed("stream", (0).to_bytes(8, "big"), key=data["seed"])
    assert block.startswith(data["words"])
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    assert all(word < 2**32 - 2**32 % 6 for word in words), "a word would be thrown away"
    assert [word % 6 for word in words[: len(rolls)]] == rolls

    # The real dice agree with it.
    assert commitment(data["secret"]) == data["commitment"]
    assert match_seed(data["secret"], nonces) == data["seed"]
    dice = FairDice(data["seed"])
    assert [dice.below(6) for _ in rolls] == rolls


def test_the_exchange_is_what_the_server_really_says() -> None:
    begin_mark, end_mark = exchange.BEGIN, exchange.END
    start, end = PAGE.source.index(begin_mark), PAGE.source.index(end_mark) + len(end_mark)
    written, real = PAGE.source[start:end], exchange.section(exchange.play())
    assert written == real, "run python -m tests.manual.exchange --write"


def test_the_exchange_decodes_into_the_messages_that_it_names() -> None:
    shown = PAGE.below("A WORKED EXCHANGE").items()
    for (title, section), real in zip(shown, exchange.play(), strict=True):
        _, sender, name = re.split(r"\. |: ", title)
        read = read_from_client if sender == "client" else read_from_server
        means, dump = section.blocks
        reader = FrameReader(FRAME_FROM_SERVER)
        reader.feed(bytes.fromhex(dump))
        content = reader.next_frame()
        assert content is not None
        assert not reader.waiting
        message = read(content)
        assert message is not None
        assert type_of(message) == name
        assert sender == real.sender
        assert message == read(real.data[HEADER_SIZE:])
        assert means == exchange.shown(real.content)


def test_the_exchange_goes_from_welcome_to_the_first_update() -> None:
    names = [title.split(": ")[1] for title in PAGE.below("A WORKED EXCHANGE")]
    assert names[0] == "welcome"
    assert names.index("update") == len(names) - 1
