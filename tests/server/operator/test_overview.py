"""What the house tells of itself in numbers."""

from __future__ import annotations

from eriantys.server.operator import orders
from eriantys.server.operator.answers import Figures, House
from eriantys.wire.from_client import Chat, Create, Leave, Resign, Watch
from tests.keys import A_NONCE
from tests.server.parlour import Parlour
from tests.server.scenes import PATIENT, by_turn


def figure(parlour: Parlour, name: str, **labels: str) -> float:
    found = parlour.order(orders.Stats())
    assert isinstance(found, Figures)
    (wanted,) = [each for each in found.figures if each.name == name]
    return sum(each.value for each in wanted.samples if labels.items() <= each.labels.items())


def test_how_things_are() -> None:
    parlour = Parlour(**PATIENT)
    parlour.seat("Ada", "Bert")
    carl, dora = by_turn(*parlour.seat("Carl", "Dora", absence="wait"))
    (eve,) = parlour.enter("Eve")
    eve.say(Watch(carl.match))
    carl.say(Create("toy", 2, A_NONCE))
    dora.say(Leave())
    parlour.connect()
    assert parlour.order(orders.Status()) == House(
        connections=6,
        people=5,
        bots=0,
        waiting=0,
        running=2,
        paused=0,
        suspended=0,
        watchers=1,
        draining=False,
        stops_in=None,
    )


def test_what_is_done_is_counted() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert")
    for person in (ada, bert):
        if person.request.kind == "move":
            person.play()
            break
    ada.say(Chat("match", "Hello!"))
    ada.say(Create("chess", 2, A_NONCE))
    bert.say(Resign())
    stranger = parlour.connect()
    stranger.log_in("?")
    expected = {
        ("connections_total", ""): 3,
        ("logins_total", "accepted"): 2,
        ("logins_total", "registered"): 2,
        ("logins_total", "refused"): 1,
        ("moves_total", "toy"): 1,
        ("matches_begun_total", "toy"): 1,
        ("matches_ended_total", "toy"): 1,
        ("chat_lines_total", ""): 1,
        ("errors_total", "unexpected"): 1,
        ("errors_total", "bad-name"): 1,
    }
    for (name, of), count in expected.items():
        label = {
            "logins_total": "result",
            "errors_total": "code",
        }.get(name, "game")
        labels = {label: of} if of else {}
        assert figure(parlour, name, **labels) == count, (name, of)
    assert figure(parlour, "matches_ended_total", reason="resigned") == 1
    assert figure(parlour, "connections", state="after") == 2
    assert figure(parlour, "connections", state="new") == 1
    assert figure(parlour, "sent_bytes_total") > 1000


def test_no_figure_names_anybody() -> None:
    parlour = Parlour(**PATIENT)
    ada, _ = parlour.seat("Marker-Ada", "Marker-Bert", private=True, title="Marker title")
    ada.say(Chat("match", "Marker line"))
    told = repr(parlour.order(orders.Stats())).lower()
    assert "marker" not in told
    assert "127.0.0.1" not in told
