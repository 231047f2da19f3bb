"""The house: who hears whom, who does not want to, and what cannot be said."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.frames import encode
from eriantys.wire.from_client import Bye, Chat, Create, Join, Mute
from eriantys.wire.from_server import (
    Ended,
    Error,
    Muted,
    Named,
    Presence,
    Seated,
    ServerChat,
    Started,
)
from tests.keys import A_NONCE
from tests.scenarios.company import (
    come_back,
    look_on,
    match_of,
    play,
    resign,
    shut_down,
    to_the_lobby,
)
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, news, stored


def lines(client: Client) -> list[tuple[str, str, str]]:
    """List the lines of chat that somebody has heard: to whom, by whom, and what."""
    chats = [each for each in client.heard if isinstance(each, ServerChat)]
    return [(each.to, line.name, line.text) for each in chats for line in each.lines]


def lines_of_match(client: Client) -> list[tuple[str, str, str]]:
    """List the same without the lobby, where those of an earlier test are still heard."""
    return [line for line in lines(client) if line[0] != "lobby"]


class Crowd:
    """Two matches, one of them of teams with watchers, and people in the lobby and a room."""

    def __init__(self, server: Server) -> None:
        self.players = server.seat(*fresh(4))
        self.others = server.seat(*fresh(2))
        self.watchers = [look_on(server, match_of(self.players[0])) for _ in range(2)]
        self.elsewhere = look_on(server, match_of(self.others[0]))
        self.lobby = server.enter(*fresh(2))
        [self.seated] = server.enter(*fresh(1))
        self.seated.say(Create("eriantys", 2, A_NONCE))
        self.seated.wait_for(Seated)
        self.nobody = server.connect()

    @property
    def everybody(self) -> list[Client]:
        return [
            *(*self.players, *self.others, *self.watchers, self.elsewhere),
            *(*self.lobby, self.seated, self.nobody),
        ]

    def listen(self) -> None:
        for client in self.everybody:
            news(client)

    def assert_heard(self, text: str, to: Audience, speaker: Client, *hearers: Client) -> None:
        """Check that these have heard a line, and nobody else a byte of it."""
        self.listen()
        for client in self.everybody:
            heard = [line for line in lines(client) if line[2] == text]
            assert heard == ([(to, speaker.name, text)] if client in hearers else [])
            assert (text.encode() in client.raw) is (client in hearers)


def test_h_11_a_line_is_heard_by_its_audience_and_by_nobody_else(server: Server) -> None:
    crowd = Crowd(server)
    assert crowd.players[0].last(Started).teams == ((0, 2), (1, 3))
    lobby = [*crowd.lobby, crowd.seated]
    said: list[tuple[str, Audience, Client, list[Client]]] = [
        ("To all of you at the table", "match", crowd.players[0], crowd.players),
        ("We take the blue ones", "team", crowd.players[0], crowd.players[::2]),
        ("They take the blue ones", "team", crowd.players[1], crowd.players[1::2]),
        ("The green one was a blunder", "watchers", crowd.watchers[1], crowd.watchers),
        ("Nobody else is here", "watchers", crowd.elsewhere, [crowd.elsewhere]),
        ("Good luck, just us two", "match", crowd.others[1], crowd.others),
        ("Does anybody want to play", "lobby", crowd.lobby[0], lobby),
        ("My room is open", "lobby", crowd.seated, lobby),
        ("Is anybody in my room", "match", crowd.seated, [crowd.seated]),
    ]
    for text, to, speaker, hearers in said:
        speaker.say(Chat(to, text))
        crowd.assert_heard(text, to, speaker, *hearers)
    # It was no move: the match goes on where it was.
    play(crowd.players, 3, *crowd.watchers)


@pytest.mark.parametrize(
    ("to", "place", "code"),
    [
        ("match", "lobby", "unexpected"),
        ("watchers", "lobby", "unexpected"),
        ("lobby", "players", "unexpected"),
        ("watchers", "players", "unexpected"),
        ("match", "watchers", "unexpected"),
        ("team", "watchers", "unexpected"),
        ("lobby", "watchers", "unexpected"),
        ("team", "others", "no-team"),
        ("lobby", "nobody", "unexpected"),
    ],
)
def test_h_11_nobody_speaks_to_where_they_are_not(
    server: Server, to: Audience, place: str, code: str
) -> None:
    crowd = Crowd(server)
    found = getattr(crowd, place)
    speaker: Client = found[0] if isinstance(found, list) else found
    crowd.listen()
    speaker.say(Chat(to, "Can you hear me"))
    error = speaker.wait_for(Error)
    assert (error.code, error.about) == (code, "chat")
    crowd.assert_heard("Can you hear me", to, speaker)


def test_h_11_whoever_comes_hears_what_their_like_have_said_before(server: Server) -> None:
    players = server.seat(*fresh(4))
    match = match_of(players[0])
    first = look_on(server, match)
    players[0].say(Chat("match", "hello"))
    players[2].say(Chat("team", "left"))
    players[1].say(Chat("team", "right"))
    first.say(Chat("watchers", "how exciting"))
    for client in (*players, first):
        news(client)

    late = look_on(server, match)
    news(late)
    assert lines_of_match(late) == [("watchers", first.name, "how exciting")]
    assert late.last(ServerChat).lines[0].ago_ms >= 0
    # Whoever lost the connection hears the whole of it again, and what was said meanwhile.
    players[2].drop()
    players[0].wait_for(Presence, here=False)
    players[0].say(Chat("match", "are you there?"))
    news(players[0])
    back = come_back(server, players[2].name)
    back.wait_for(Started)
    news(back)
    assert lines(back) == [
        ("match", players[0].name, "hello"),
        ("match", players[0].name, "are you there?"),
        ("team", players[2].name, "left"),
    ]


def test_h_11_players_talk_before_and_after_their_match_as_well(server: Server) -> None:
    host, guest, passer_by = server.enter(*fresh(3))
    host.say(Create("eriantys", 3, A_NONCE))
    match = host.wait_for(Seated).match
    guest.say(Join(A_NONCE, match))
    guest.wait_for(Seated)
    guest.say(Chat("match", "one more is coming"))
    assert host.wait_for(ServerChat).match == match
    news(passer_by)
    assert "one more is coming" not in str(lines(passer_by))
    passer_by.say(Join(A_NONCE, match))
    players = [host, guest, passer_by]
    for player in players:
        player.wait_for(Started)
    resign(players)
    host.say(Chat("match", "well played"))
    for player in players:
        assert player.wait_for(ServerChat, match=match).lines == (
            Said(host.name, "well played"),
        )
    to_the_lobby(passer_by)
    guest.say(Chat("match", "alone with you"), Chat("lobby", "who is next?"))
    for client in (host, guest, passer_by):
        news(client)
    assert ("match", guest.name, "alone with you") in lines(host)
    assert ("match", guest.name, "alone with you") not in lines(passer_by)
    assert ("lobby", guest.name, "who is next?") in lines(passer_by)


def test_h_11_too_much_is_refused_and_says_how_long_to_wait(server: Server) -> None:
    players = server.seat(*fresh(2))
    for player in players:
        news(player)
    for number in range(6):
        players[0].say(Chat("match", f"line {number}"))
    assert players[0].wait_for(Error).code == "too-fast"
    assert "wait" in players[0].last(Error).text
    news(players[1])
    assert [text for _, _, text in lines_of_match(players[1])] == [
        f"line {n}" for n in range(5)
    ]
    # One may play on all the same, and others may speak.
    play(players, 2)
    players[1].say(Chat("match", "hush"))
    players[0].wait_for(ServerChat)


def test_h_11_a_line_and_a_goodbye_in_one_breath_is_heard(server: Server) -> None:
    players = server.seat(*fresh(2), absence="end")
    players[0].say(Chat("match", "I must go"), Bye())
    assert players[1].wait_for(ServerChat).lines[0].text == "I must go"
    players[1].wait_for(Ended)


NASTY = [
    "\x1b[2J\x1b[H",
    "bell\x07",
    "line\nbreak",
    "tab\there",
    "back\x08space",
    "\x9b31m",
    "nul\x00",
    "over\u202eride",
    "zero\u200bwidth",
    "\ud7ff\ue000",
    "z" + "\u0301" * 4,
    " ",
    "",
]


def test_h_12_what_does_not_print_reaches_nobody_and_is_not_kept(server: Server) -> None:
    players = server.seat(*fresh(2))
    watcher = look_on(server, match_of(players[0]))
    [stranger] = server.enter(*fresh(1))
    speakers: list[tuple[Client, Audience]] = [
        (players[0], "match"),
        (watcher, "watchers"),
        (stranger, "lobby"),
    ]
    everybody = [*players, watcher, stranger]
    for client in everybody:
        news(client)
    kept = stored(server)
    for speaker, to in speakers:
        for text in NASTY:
            speaker.say(Chat(to, text))
            error = speaker.wait_for(Error)  # the lobby goes on beside it
            assert (error.code, error.about) == ("bad-text", "chat"), ascii(text)
            assert error.text.isprintable()
        # Too long a line is no message at all.
        speaker.say_bytes(encode({"type": "chat", "to": to, "text": "x" * 301}))
        assert speaker.wait_for(Error).code == "malformed"
        news(speaker)  # whoever is on turn is asked again
    assert [news(client) for client in everybody] == [[], [], [], []]
    assert stored(server) == kept
    players[0].say(Chat("match", "  Grüße, 你好, ☕ and 🎲  "))
    assert players[1].wait_for(ServerChat).lines[0].text == "Grüße, 你好, ☕ and 🎲"


def mute(client: Client, name: str, *, muted: bool = True) -> tuple[str, ...]:
    client.say(Mute(name, muted))
    return client.wait_for(Muted).names


def test_h_13_whoever_is_muted_is_not_heard_anywhere_and_does_not_know(server: Server) -> None:
    players = server.seat(*fresh(4))
    hears_not, loud = players[0], players[2]
    assert mute(hears_not, loud.name.upper()) == (loud.name,)
    for player in players:
        news(player)
    loud.say(Chat("match", "psst"), Chat("team", "psst!"))
    for player in players:
        news(player)
    assert [text for _, _, text in lines_of_match(loud)] == ["psst", "psst!"]
    assert all(("match", loud.name, "psst") in lines(player) for player in players[1:])
    # Nor is it told to whoever comes back, as what was said before.
    hears_not.drop()
    players[1].wait_for(Presence, here=False)
    back = come_back(server, hears_not.name)
    back.wait_for(Started)
    news(back)
    assert back.last(Named).muted == (loud.name,)
    for client in (hears_not, back):
        assert lines_of_match(client) == []
        assert b"psst" not in client.raw
    assert mute(back, loud.name, muted=False) == ()
    loud.say(Chat("match", "now?"))
    assert back.wait_for(ServerChat).lines == (Said(loud.name, "now?"),)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_h_13_it_outlives_the_connection_and_the_server(tmp_path: Path, number: int) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        anna, _bert, _cara = server.enter("anna", "Bert", "cara")
        assert anna.last(Named).muted == ()
        assert mute(anna, "bert") == ("Bert",)
        assert mute(anna, "cara") == ("Bert", "cara")
        assert mute(anna, "cara", muted=False) == ("Bert",)
        anna.drop()
        again = server.connect()
        again.prove("anna", take_over=True)
        assert again.last(Named).muted == ("Bert",)
        shut_down(server, number)
    with serving(store) as server:
        anna, bert, cara = (come_back(server, name) for name in ("anna", "Bert", "cara"))
        assert anna.last(Named).muted == ("Bert",)
        assert bert.last(Named).muted == cara.last(Named).muted == ()
        bert.say(Chat("lobby", "does she hear me?"))
        cara.wait_for(ServerChat)
        cara.say(Chat("lobby", "me she does"))
        assert anna.wait_for(ServerChat).lines[0].text == "me she does"
        assert b"does she hear me?" not in anna.raw


def test_h_13_only_somebody_else_who_is_there_can_be_muted(server: Server) -> None:
    [anna] = server.enter(*fresh(1))
    for name in (anna.name, "nobody_at_all", "\x1b[2J"):
        anna.say(Mute(name))
        assert anna.wait_for(Error).code == "no-such-name"
    news(anna)
    assert not any(isinstance(each, Muted) for each in anna.heard)
