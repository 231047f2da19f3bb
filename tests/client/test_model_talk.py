"""Talk as the client knows it: kept by audience, and told once to whoever comes back."""

from __future__ import annotations

from eriantys.client.match import Remark
from eriantys.client.model import Place
from eriantys.client.news import take_news
from eriantys.server.operator import orders
from eriantys.wire.from_client import Chat, Create, Join, Leave, Mute, Resign, Results
from tests.client.gathering import table
from tests.client.listener import Listener
from tests.keys import A_NONCE
from tests.server.parlour import Parlour


def test_what_was_said_meanwhile_is_told_once_to_whoever_comes_back() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    for text in ("one", "two", "two"):
        anna.say(Chat("match", text))
    bert.hear()
    bert.drop()
    anna.say(Chat("match", "three"))
    again = Listener(parlour, "bert", model=bert.model)
    anna.say(Chat("match", "three"))
    again.hear()
    texts = ["one", "two", "two", "three", "three"]
    assert [line.text for line in again.model.chat["match"]] == texts
    remarks = [each for each in again.match.story if isinstance(each, Remark)]
    assert [each.text for each in remarks if each.to] == texts


def test_lines_that_fit_nothing_take_the_place_of_the_old_ones() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    bert.say(Chat("match", "mine"))
    anna.say(Chat("match", "muted soon"))
    bert.hear()
    bert.say(Mute("anna"))
    bert.drop()
    again = Listener(parlour, "bert", model=bert.model)
    assert [line.text for line in again.model.chat["match"]] == ["mine"]


def test_another_table_has_other_talk() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    anna.say(Chat("match", "well played"))
    anna.say(Resign())
    anna.say(Create("toy", 2, A_NONCE))
    assert [line.text for line in anna.model.chat["match"]] == ["well played"]
    carl = Listener(parlour, "carl")
    assert anna.model.seated is not None
    carl.say(Join(A_NONCE, anna.model.seated.match))
    bert.hear()
    bert.say(Leave())
    assert "match" not in bert.model.chat
    assert "match" not in carl.model.chat


def test_talk_is_kept_by_audience_and_told_in_the_story_of_the_match() -> None:
    parlour = Parlour()
    anna, bert = Listener(parlour, "anna"), Listener(parlour, "bert")
    anna.say(Chat("lobby", "anybody here?"))
    bert.hear()
    anna.say(Create("toy", 2, A_NONCE))
    anna.say(Chat("match", "come in"))
    assert anna.model.seated is not None
    bert.say(Join(A_NONCE, anna.model.seated.match))
    anna.hear()
    assert [line.text for line in anna.model.chat["match"]] == ["come in"]
    bert.say(Chat("match", "hello"))
    anna.hear()
    assert [(line.name, line.text) for line in bert.model.chat["lobby"]] == [
        ("anna", "anybody here?")
    ]
    assert [line.text for line in anna.model.chat["match"]] == ["come in", "hello"]
    assert anna.match.story == [Remark("bert", "hello", "match")]
    assert anna.model.chat["match"][-1].at == parlour.now


def test_the_talk_of_the_lobby_is_not_told_twice_to_whoever_comes_back() -> None:
    parlour = Parlour()
    anna = Listener(parlour, "anna")
    anna.say(Chat("lobby", "hello"))
    parlour.wait(5)
    anna.drop()
    again = Listener(parlour, "anna", model=anna.model)
    assert [line.text for line in again.model.chat["lobby"]] == ["hello"]
    assert again.model.chat["lobby"][0].at == parlour.now - 5


def test_a_mute_is_remembered() -> None:
    parlour = Parlour()
    anna, _ = Listener(parlour, "anna"), Listener(parlour, "bert")
    anna.say(Mute("bert"))
    assert anna.model.muted == ("bert",)
    anna.say(Results())
    assert anna.model.results is not None
    assert anna.model.results.name == "anna"


def test_what_the_operator_says_to_all_is_news_everywhere_and_in_the_story_of_a_match() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    carl = Listener(parlour, "carl")
    for order in (orders.Say("tea at five"), orders.Drain()):
        parlour.order(order)
        for each in (anna, bert, carl):
            each.hear()
        text = anna.model.notice.text if anna.model.notice is not None else ""
        assert [take_news(each.model) for each in (anna, bert, carl)] == [text] * 3
        assert anna.match.story[-1] == bert.match.story[-1] == Remark("", text)
    anna.say(Resign())
    parlour.order(orders.Undrain())
    parlour.order(orders.Say("well played"))
    anna.hear()
    assert anna.model.place is Place.AFTER
    assert take_news(anna.model) == "well played"
