"""Advice for people: a process that says what it would do in somebody's place.

Whoever wants advice starts it with one end of a socket, and sends there a frame for every
question. It sees what the person sees and nothing else, as any bot. When the line ends, so
does the process, whatever it was thinking about.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
from queue import SimpleQueue

from eriantys import exits, games
from eriantys.bots.brain import LEVELS, find
from eriantys.games.dice import QuickDice
from eriantys.wire.advice import FRAME_MOST, Advice, Question, read_question, write
from eriantys.wire.frames import FrameReader

READ_SIZE = 64 * 1024
LEVEL = LEVELS["hard"]


def advise(question: Question, seed: int) -> Advice:
    """Think about one question; what cannot be understood gets an answer without an idea."""
    try:
        brain = find(LEVEL.brain, games.find(question.game))
        action, chance = brain.think(
            question.view, question.legal, question.seat, LEVEL.budget, QuickDice(seed)
        )
    except Exception:  # the view is a stranger's, and may be anything
        return Advice(question.number, "")
    return Advice(question.number, action, chance)


def serve(line: socket.socket) -> None:
    """Answer questions until the line ends, which ends the process."""
    questions: SimpleQueue[Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(line, questions), daemon=True).start()
    while True:
        question = questions.get()
        while not questions.empty():  # whoever asks again does not wait for the first
            question = questions.get()
        line.sendall(write(advise(question, secrets.randbits(64))))


def _listen(line: socket.socket, questions: SimpleQueue[Question]) -> None:
    reader = FrameReader(FRAME_MOST)
    try:
        while data := line.recv(READ_SIZE):
            reader.feed(data)
            while (content := reader.next_frame()) is not None:
                questions.put(read_question(content))
    finally:
        # Only this ends the whole process in the middle of a thought.
        os._exit(exits.OK)
