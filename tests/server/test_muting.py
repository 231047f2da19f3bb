"""Muting: whom somebody does not want to hear is not heard, now or later."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eriantys.server.inputs import Overdue, Received
from eriantys.server.limits import MUTED_MOST
from eriantys.server.rows import Muting, NameKept, StoreTrouble
from eriantys.server.session import NOBODY, State
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import Chat, Create, Join, Leave, Mute, Resign, Watch
from eriantys.wire.from_server import Error, Muted, Named, ServerChat
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import (
    PATIENT,
    WAYS,
    a_table,
    back,
    by_turn,
    fingerprint,
    open_match,
    session_of,
)

WORDS = "Buy my boots!"


def heard(person: Person) -> bool:
    return WORDS.encode() in person.raw


def muted(person: Person) -> Mapping[str, str]:
    session = session_of(person)
    assert session is not None
    return session.muted


def test_a_muted_name_is_not_heard_any_more_and_everybody_else_is() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("Anna", "Bert", "Carl")
    assert anna.say(Mute("bERT")) == [Muted(("Bert",))]
    bert.say(Chat("lobby", WORDS))
    assert (heard(anna), heard(bert), heard(carl)) == (False, True, True)
    carl.say(Chat("lobby", "never mind"))
    assert anna.last(ServerChat).lines[0].name == "Carl"
    # It is nobody else's business, and the muted one hears as before.
    assert not any(b"muted" in each.raw for each in (bert, carl))
    anna.say(Chat("lobby", "hello"))
    assert bert.last(ServerChat).lines[0].name == "Anna"


def test_whoever_is_heard_again_is_heard_from_then_on() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Mute("bert"))
    bert.say(Chat("lobby", WORDS))
    assert anna.say(Mute("bert", muted=False)) == [Muted(())]
    assert muted(anna) is NOBODY, "most have muted nobody, and should not take room for it"
    bert.say(Chat("lobby", "sorry"))
    assert anna.last(ServerChat).lines[0].text == "sorry"
    assert not heard(anna)
    assert [row.muted for row in parlour.kept if isinstance(row, Muting)] == [True, False]


@pytest.mark.parametrize("state", [state for state in WAYS if state is not State.NEW])
def test_muting_works_wherever_somebody_is(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    parlour.enter("zoe")
    before = fingerprint(parlour)
    assert person.say(Mute("zoe")) == [Muted(("zoe",))]
    assert person.say(Mute("zoe", muted=False)) == [Muted(())]
    assert fingerprint(parlour) == before


def test_nobody_without_a_name_mutes() -> None:
    parlour = Parlour()
    parlour.enter("zoe")
    assert error_of(parlour.connect().say(Mute("zoe"))) == "unexpected"


@pytest.mark.parametrize("to", ["match", "team"])
def test_the_muted_are_not_heard_at_a_match_either(to: Audience) -> None:
    parlour = Parlour()
    anna, bert, carl, dora = parlour.seat("anna", "bert", "carl", "dora")
    anna.say(Mute("carl"))
    carl.say(Chat(to, WORDS))
    assert not heard(anna)
    assert heard(carl)
    assert heard(bert) is (to == "match") is heard(dora)
    anna.drop()
    assert not heard(back(parlour, "anna"))


def test_the_muted_are_not_heard_among_watchers_nor_by_whoever_comes() -> None:
    parlour = Parlour()
    on_turn, _ = a_table(parlour)
    yan, zoe = parlour.enter("yan", "zoe")
    for person in (yan, zoe):
        person.say(Watch(on_turn.match))
    yan.say(Mute("zoe"))
    zoe.say(Chat("watchers", WORDS))
    yan.say(Leave())
    yan.say(Watch(on_turn.match))
    zoe.say(Leave())
    zoe.say(Chat("lobby", WORDS))
    yan.say(Leave())
    assert heard(zoe)
    assert not heard(yan)


# What cannot be muted.


def test_only_names_that_there_are_can_be_muted() -> None:
    parlour = Parlour()
    anna, bert, guest = parlour.enter("Anna", "Bert")[:2] + parlour.enter("Gus", guest=True)
    bert.drop()
    for name in ("nobody", "", "no name at all", "anna", "ANNA"):
        rows = len(parlour.kept)
        assert error_of(anna.say(Mute(name))) == "no-such-name"
        assert len(parlour.kept) == rows
    assert anna.say(Mute("bert")) == [Muted(("Bert",))]
    assert anna.say(Mute("gus")) == [Muted(("Bert", "Gus"))]
    guest.drop()
    assert error_of(anna.say(Mute("Nobody"))) == "no-such-name"
    assert anna.say(Mute("gus", muted=False)) == [Muted(("Bert",))]


def test_what_is_so_already_is_answered_and_not_kept_again() -> None:
    parlour = Parlour()
    anna, _ = parlour.enter("anna", "bert")
    assert anna.say(Mute("bert", muted=False)) == [Muted(())]
    anna.say(Mute("bert"))
    rows = len(parlour.kept)
    assert anna.say(Mute("BERT")) == [Muted(("bert",))]
    assert len(parlour.kept) == rows


def test_there_is_an_end_to_it() -> None:
    parlour = Parlour()
    anna, *_others = parlour.enter(
        "anna", *(f"name{number}" for number in range(MUTED_MOST + 1))
    )
    anna.say(*(Mute(f"name{number}") for number in range(MUTED_MOST)))
    assert len(anna.last(Muted).names) == MUTED_MOST
    assert error_of(anna.say(Mute(f"name{MUTED_MOST}"))) == "too-many"
    anna.say(Mute("name7", muted=False))
    assert len(anna.last(Muted).names) == MUTED_MOST - 1
    anna.say(Mute(f"name{MUTED_MOST}"))
    assert len(anna.last(Muted).names) == MUTED_MOST


# Kept with the name.


@pytest.mark.parametrize("how", ["drop", "crash", "take-over"])
def test_it_outlives_the_connection_and_the_server(how: str) -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("Anna", "Bert")
    anna.say(Mute("bert"))
    if how == "crash":
        parlour.crash()
        (bert,) = [back(parlour, "Bert")]
    elif how == "drop":
        anna.drop()
    anna = parlour.connect()
    anna.prove("anna", take_over=how == "take-over")
    assert anna.last(Named) == Named("Anna", muted=("Bert",))
    bert.say(Chat("lobby", WORDS))
    assert not heard(anna)
    assert back_named(parlour, "Bert") == Named("Bert")


def back_named(parlour: Parlour, name: str) -> Named:
    person = parlour.connect()
    person.prove(name, take_over=True)
    return person.last(Named)


def test_nothing_has_changed_where_it_cannot_be_kept() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    parlour.broken = True
    (answer,) = anna.say(Mute("bert"))
    assert isinstance(answer, Error)
    assert (answer.code, answer.about) == ("store-unavailable", "mute")
    parlour.broken = False
    bert.say(Chat("lobby", WORDS))
    assert heard(anna)


def test_whoever_cannot_be_told_whom_they_muted_is_not_let_in_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parlour = Parlour()
    anna, _ = parlour.enter("anna", "bert")
    anna.say(Mute("bert"))
    anna.drop()

    def unreadable(_name: str) -> list[str]:
        raise StoreTrouble("the disk hums")

    person = parlour.connect()
    with monkeypatch.context() as patched:
        patched.setattr(parlour.store, "muted_by", unreadable)
        assert error_of(person.prove("anna")) == "store-unavailable"
        assert "anna" not in parlour.core.house.online
    person.prove("anna")
    assert person.last(Named).muted == ("bert",)


# Guests.


def test_a_guests_mutes_are_kept_as_long_as_the_name_and_no_longer() -> None:
    parlour = Parlour(**PATIENT)
    (gus,) = parlour.enter("Gus", guest=True)
    bert, carl = parlour.enter("bert", "carl")
    gus.say(Mute("bert"))
    assert not [row for row in parlour.kept if isinstance(row, Muting)]
    bert.say(Chat("lobby", WORDS))
    assert not heard(gus)
    # From the beginning of a match on a restart must find it.
    parlour.begin(carl, gus)
    gus.say(Mute("carl"))
    parlour.crash()
    bert, carl, gus = back(parlour, "bert"), back(parlour, "carl"), back(parlour, "Gus")
    assert gus.last(Named) == Named("Gus", guest=True, muted=("bert", "carl"))
    gus.drop()
    gus = back(parlour, "Gus")
    assert gus.last(Named).muted == ("bert", "carl")
    # After its end, as long as the guest is here.
    gus.say(Resign())
    assert set(muted(gus)) == {"bert", "carl"}
    gus.say(Leave())
    carl.say(Leave())
    parlour.begin(carl, gus)
    parlour.crash()
    carl, gus = back(parlour, "carl"), back(parlour, "Gus")
    assert gus.last(Named).muted == ("bert", "carl")
    gus.say(Resign())
    gus.drop()
    assert not parlour.core.house.guests_muted
    # Whoever has the name next inherits nothing.
    (other,) = parlour.enter("gus")
    assert other.last(Named) == Named("gus")
    assert not parlour.store.muted_by("gus")


def test_a_guest_who_never_played_leaves_nothing_behind() -> None:
    parlour = Parlour()
    (gus,) = parlour.enter("Gus", guest=True)
    (bert,) = parlour.enter("bert")
    gus.say(Mute("bert"))
    again = parlour.connect()
    again.prove("Gus", take_over=True)
    assert again.last(Named).muted == ("bert",)
    again.drop()
    (gus,) = parlour.enter("Gus", guest=True)
    bert.say(Chat("lobby", WORDS))
    assert heard(gus)
    assert gus.last(Named).muted == ()


def test_a_guest_who_mutes_while_the_last_match_ends_leaves_nothing_on_disk() -> None:
    parlour = Parlour(**PATIENT)
    (gus,) = parlour.enter("Gus", guest=True)
    (bert,) = parlour.enter("bert")
    parlour.begin(bert, gus)
    parlour.turn(
        [
            Received(bert.connection, write(Resign())),
            Received(gus.connection, write(Mute("bert"))),
        ]
    )
    assert gus.last(Muted).names == ("bert",)
    assert not parlour.store.muted_by("gus")
    assert parlour.store.find_name("gus") is None
    gus.say(Leave())
    gus.say(Create("toy", 2, A_NONCE))
    bert.say(Leave())
    bert.say(Join(A_NONCE, open_match(gus)))
    assert parlour.store.muted_by("gus") == ["bert"]
    assert isinstance(parlour.store.find_name("gus"), NameKept)


@pytest.mark.parametrize("mute_first", [True, False])
def test_a_guest_whose_saved_match_is_given_up_meanwhile_leaves_nothing_on_disk(
    mute_first: bool,
) -> None:
    parlour = Parlour(**PATIENT)
    (gus,) = parlour.enter("Gus", guest=True)
    (bert,) = parlour.enter("bert")
    number = parlour.begin(bert, gus)
    for person in by_turn(bert, gus):
        person.say(Leave())
    inputs = [Received(gus.connection, write(Mute("bert"))), Overdue((number,))]
    parlour.turn(inputs if mute_first else inputs[::-1])
    assert gus.last(Muted).names == ("bert",)
    assert not parlour.core.house.shelf.cards
    assert not parlour.store.muted_by("gus")


def test_a_guests_mutes_are_kept_where_one_match_ends_while_another_begins() -> None:
    parlour = Parlour(**PATIENT)
    (gus,) = parlour.enter("Gus", guest=True)
    bert, carl = parlour.enter("bert", "carl")
    gus.say(Mute("bert"))
    number = parlour.begin(bert, gus)
    for person in by_turn(bert, gus):
        person.say(Leave())
    gus.say(Create("toy", 2, A_NONCE))
    join = Received(carl.connection, write(Join(A_NONCE, open_match(gus))))
    parlour.turn([Overdue((number,)), join])
    assert list(parlour.core.house.shelf.cards) == [number + 1]
    assert parlour.store.muted_by("gus") == ["bert"]
