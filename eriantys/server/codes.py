"""Every word by which programs can tell what happened, and when it comes.

Refusals of a game have codes of their own, listed with the game.
"""

from __future__ import annotations

ERRORS = {
    "already-connected": "the name is in use by a connection with the same key",
    "already-playing": "the name has a seat in a match that is going on",
    "bad-code": "no match that is open or going on has this invitation code",
    "bad-name": "the name is too short or long, an address, or has signs that names never have",
    "bad-option": "an option, the guidance, the turn's seconds or the absence policy is wrong",
    "bad-proof": "the proof was not made with the name's key and this connection's nonce",
    "bad-seats": "the game is not played by so many",
    "bad-text": "a text has signs that do not print, too many marks, or nothing at all",
    "bad-ticket": "no seat waits for a bot with this ticket",
    "bad-vote": "nothing can be chosen that way, or nothing is to be decided",
    "banned": "whoever runs the server has banned the name",
    "cannot-load": "what is stored of the match cannot be read",
    "cannot-try": "what would happen is hidden or ends the turn, or there is no guidance",
    "cannot-undo": "nothing can be taken back now",
    "draining": "the server is about to be stopped, and no match can begin any more",
    "malformed": "the content of a frame is no message, or a field of it is wrong",
    "match-full": "all seats of the match are taken",
    "name-taken": "somebody else has the name",
    "no-bots": "the server has no bots, or none may sit there, or none does",
    "no-rematch": "somebody has left the table of the match that is over",
    "no-saved-match": "the name has no seat in such a match",
    "no-such-game": "the server does not have the game",
    "no-such-match": "there is no such match, or it is not open or not going on",
    "no-such-name": "nobody has the name, or nobody else",
    "no-such-seat": "the match has fewer seats",
    "no-team": "nobody plays on the same side",
    "no-watchers": "the match does not want anybody to look on",
    "not-your-turn": "somebody else is asked",
    "out-of-game": "the seat is out and has nothing to give up",
    "seat-taken": "somebody else has the seat",
    "server-full": "as many matches are waiting for players as there may be",
    "silenced": "whoever runs the server has muted the name",
    "stale": "the request has been answered already",
    "store-unavailable": "nothing can be saved at the moment; nothing has changed",
    "suspended": "the match waits for somebody who is missing",
    "too-fast": "that was said too soon after the last; nothing has changed",
    "too-many": "the name has, or the match has, as many of these as it may have",
    "unexpected": "the message has no meaning in this state, or answers nothing",
    "unknown-name": "nobody has registered the name, so there is nothing to prove",
    "unknown-type": "there is no message of that type",
    "wrong-protocol": "the client speaks another protocol than the server",
}
"""Codes of `error`."""

WAITS = {
    "choosing": "the first in line is being asked what will be played",
    "players": "there are free seats",
}
"""Codes of `waiting`."""

BYES = {
    "banned": "whoever runs the server has banned the name or the address",
    "dismissed": "a bot is not needed any more at the seat that it had",
    "frame-too-large": "a frame was longer than the limit that `welcome` names",
    "goodbye": "the client said `bye`",
    "idle": "nothing was done in the lobby for too long",
    "kicked": "whoever runs the server has sent the client away",
    "restarting": "the server is about to restart; come back in a moment",
    "server-full": "as many are connected as there may be, in all or from one address",
    "silence": "nothing at all was heard for too long",
    "taken-over": "the same name has logged in from somewhere else",
    "too-many-logins": "too many logins were refused",
    "too-slow": "a request, or the rest of a frame, took too long",
}
"""Codes of `bye`; only after `restarting` should a client come back by itself."""

NOTICES = {
    "closed": "whoever runs the server has closed the waiting room; back to the lobby",
    "draining": "the server is about to be stopped, and no match can begin any more",
    "going-on": "the players have ended the pause, or it has lasted long enough",
    "line-expired": "the first in line took too long; back to the lobby",
    "more-time": "the players have given more time to whoever is on turn",
    "no-rematch": "somebody does not want to play again; back to the lobby",
    "operator": "whoever runs the server says something to everybody",
    "paused": "the players have paused the match; its clock stands still",
    "restarting": "the server is about to restart",
    "resumed": "a suspended match goes on",
    "room-expired": "not enough players came in time; back to the lobby",
    "store-unavailable": "a match cannot begin or go on yet, because nothing can be saved",
    "suspended": "the match waits for somebody who is missing",
    "table-cleared": "the time after a match is over; back to the lobby",
}
"""Codes of `notice`."""

CAUSES = {
    "back": "the player is here again",
    "closed": "the connection was closed or broke",
    "fault": "the connection was closed because of what came over it",
    "kicked": "whoever runs the server has sent the player away",
    "left": "the player left on purpose",
    "restart": "the server was restarted, and the player is not back yet",
    "silence": "nothing was heard for too long",
    "too-slow": "the player let the clock run out",
    "unread": "the player's connection did not read what it was sent",
    "watching": "somebody has come to look on",
}
"""Causes of `presence`."""

REASONS = {
    "abandoned": "those who were missing did not come back in time",
    "closed": "whoever runs the server has closed the match",
    "left": "somebody left, and the match's policy is `end`",
    "resigned": "somebody resigned",
    "voted": "the others did not want to wait any longer for somebody who was missing",
}
"""Reasons of `ended` beside those of the games' rules."""

ORDERS = {
    "bad-configuration": "what was to be read again makes no sense; all stays as it was",
    "bad-file": "the file cannot be written, or is there already",
    "bad-name": "that is no name, no address and no network",
    "bad-text": "a text has signs that do not print, or nothing at all, or is too long",
    "cannot-copy": "no copy is made: the server stops, or nothing else may read its store",
    "cannot-load": "what is stored of the match cannot be read, or makes no record that holds",
    "has-matches": "the name has seats in matches that are not over",
    "malformed": "the line is no order, or a field of it is wrong",
    "no-such-match": "there is no such match, or it is over",
    "no-such-name": "nobody has the name",
    "not-draining": "the server is not being drained",
    "not-here": "nobody of that name, or with that number, is connected",
    "not-over": "the match is not over, so its record would tell what is to come",
    "not-there": "nobody of that name or address is banned, or muted",
    "store-unavailable": "nothing can be saved at the moment; nothing has changed",
    "too-fast": "a copy is being made already",
}
"""Codes of orders that are refused."""
