"""The referee of bots that nobody has checked: each is asked in a process of its own.

There it may raise, loop, print, spoil its view or end its process: all that is its own fault, and
neither the game nor its rivals notice. What it says comes back as JSON text and nothing else.
"""

from __future__ import annotations

import builtins
import faulthandler
import gc
import json
import linecache
import math
import os
import random
import signal
import socket
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOBase
from pathlib import Path
from typing import Any

from cardkit.bots import Bot
from cardkit.events import Move

FORK = hasattr(os, "fork")  # Windows has none: there a bot gets a thread instead
MEMORY = 2**29  # bytes a bot may take beyond what the notebook has (on Linux)
START = 10.0  # seconds a new process may take to get ready, which are not the bot's
REPLY = 2**20  # bytes of a reply
LONGEST = 2000  # characters of an answer
PRINTS = 10_000  # characters a bot may print in one game
ENDED = "ended its process: did it call os._exit, or take too much memory?"


class Faulty(Exception):
    """What a bot did wrong (`why`, as in "it raised KeyError: 'x'.") and at which line of it."""

    def __init__(self, why: str, line: str = "") -> None:
        super().__init__(f"{line or 'it'} {why}")
        self.why, self.line = why, line


class Guarded:
    """A bot with a referee: itself a bot, but it never hangs and raises `Faulty` only.

    What the bot remembers from move to move lasts until `close`. Give `prints` to get what it
    prints; else that is dropped. Where there is no fork the bot runs on a thread: then it prints
    as it likes, can spoil what it shares with others, and one that loops for ever loses its game
    but goes on looping, or even blocks Python if it never leaves a call like `sum(range(10**12))`.

    >>> first = Guarded(lambda view: view["moves"][0], seconds=5)
    >>> first({"moves": ["lay 7", "take"], "log": []})
    'lay 7'
    >>> first.close()
    """

    def __init__(
        self,
        bot: Bot,
        seconds: float,
        seed: str = "",
        prints: Callable[[str], object] | None = None,
    ) -> None:
        self.seconds, self.prints = seconds, prints
        self.unread, self.told, self.pid = b"", 0, 0
        self.line, theirs = socket.socketpair()
        if FORK:
            self._fork(bot, theirs, seed)
        else:
            threading.Thread(target=_serve, args=(bot, theirs), daemon=True).start()
        with suppress(OSError, EOFError):  # if it is not ready, its first move will say so
            self._heard(time.monotonic() + START)

    def _fork(self, bot: Bot, theirs: socket.socket, seed: str) -> None:
        with warnings.catch_warnings():  # Python 3.12 warns of the notebook's threads: not used
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if not self.pid:
            try:
                self.line.close()
                _settle(seed, _Prints(theirs if self.prints else None))
                _serve(bot, theirs, signal.alarm, math.ceil(self.seconds) + 1)
            finally:
                os._exit(0)  # nothing of the notebook is tidied up here: it is not ours
        theirs.close()

    def __call__(self, view: Mapping[str, Any]) -> str:
        until = time.monotonic() + self.seconds
        news = {**view, "log": view["log"][self.told :]}  # the bot's side keeps the log so far
        self.told = len(view["log"])
        try:
            self.line.settimeout(self.seconds)
            self.line.sendall(_encoded(news))
            while True:
                match json.loads(self._heard(until)):
                    case {"answer": str(answer)}:
                        return answer
                    case {"why": str(why), "line": str(line)}:
                        raise Faulty(why, line)
                    case {"printed": str(text)} if self.prints:
                        self.prints(text)
                    case _:
                        raise ValueError
        except TimeoutError:
            self.close()
            raise Faulty(f"took longer than {self.seconds:g} s for one move.") from None
        except (OSError, EOFError, ValueError, RecursionError):
            self.close()
            raise Faulty(ENDED) from None

    def _heard(self, until: float) -> bytes:
        """The next line from the bot's side."""
        while b"\n" not in self.unread:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.line.settimeout(left)
            part = self.line.recv(2**16)
            if not part or len(self.unread) > REPLY:
                raise EOFError
            self.unread += part
        said, _, self.unread = self.unread.partition(b"\n")
        return said

    def close(self) -> None:
        """End the bot and all that it started."""
        self.line.close()
        if self.pid:
            for kill in (os.killpg, os.kill):
                with suppress(ProcessLookupError, PermissionError):
                    kill(self.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self.pid = 0


# The bot's side --------------------------------------------------------------------------------


def _settle(seed: str, out: TextIOBase) -> None:
    """Make a forked process quiet, repeatable and modest; it keeps its hands off the notebook."""
    os.setsid()  # Ctrl-C is for the notebook
    gc.freeze()
    faulthandler.disable()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdout = sys.stderr = out
    builtins.input = _no_input
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    random.seed(seed)  # else every game would begin with the same luck, the notebook's
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(random.getrandbits(32))
    _limit_memory()


def _limit_memory() -> None:
    import resource  # only where there is fork

    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _no_input(prompt: object = "") -> str:
    raise EOFError("a bot cannot ask anybody; all it gets is its view")


class _Prints(TextIOBase):
    """Sends on what a bot prints, up to a limit, or drops it."""

    def __init__(self, line: socket.socket | None) -> None:
        self.line, self.left = line, PRINTS

    def write(self, text: str) -> int:
        if self.line and self.left > 0:
            self.line.sendall(_encoded({"printed": text[: self.left]}))
            self.left -= len(text)
        return len(text)


def _serve(
    bot: Bot, line: socket.socket, alarm: Callable[[int], object] = int, most: int = 0
) -> None:
    """Ready; then a view comes in and a reply goes out, until nobody asks any more.

    The alarm, set for each move, ends a bot that loops when its notebook is gone.
    """
    log: list[Any] = []
    with suppress(OSError), line, line.makefile("rb") as questions:
        line.sendall(b"\n")
        for question in questions:
            view = json.loads(question)
            log += view["log"]
            alarm(most)
            reply = _reply(bot, {**view, "log": log.copy()}, view["moves"][0])
            alarm(0)
            line.sendall(_encoded(reply))


def _reply(bot: Bot, view: dict[str, Any], like: str) -> dict[str, str]:
    try:
        answer: Any = bot(view)
    except BaseException as wrong:
        return {"why": f"raised {_named(wrong)}.", "line": _place(wrong)}
    if type(answer) is Move and all(type(word) is str for word in answer):
        answer = str(answer)
    if issubclass(type(answer), str):  # isinstance would ask the answer what it is
        return {"answer": str.__str__(answer)[:LONGEST]}
    if answer is None:
        return {"why": "answered nothing: is a `return` missing?", "line": ""}
    return {"why": f"answered {_shown(answer)}, but a move is text, like {like!r}.", "line": ""}


def _encoded(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _named(wrong: BaseException) -> str:
    text = _shown(wrong, str).rstrip(".")
    return f"{type(wrong).__name__}: {text}" if text else type(wrong).__name__


def _shown(thing: object, how: Callable[[Any], str] = repr) -> str:
    try:
        return short(how(thing))
    except BaseException:
        return f"a {type(thing).__name__} that cannot be shown"


def _place(wrong: BaseException) -> str:
    """Where in the bot's own code it happened, counted from its `def`: line 2 `return 1 / 0`."""
    steps = list(traceback.walk_tb(wrong.__traceback__))[1:]  # without the one that asked the bot
    if not steps:
        return ""
    bot = steps[0][0].f_code
    number = [number for frame, number in steps if frame.f_code.co_filename == bot.co_filename][-1]
    codes = [frame.f_code for frame, _ in steps if frame.f_code.co_filename == bot.co_filename]
    while len(codes) > 1 and codes[-1].co_name.startswith("<"):
        codes.pop()  # a line of a comprehension is a line of its function
    code = codes[-1]
    helper = "" if code is bot else f" of {code.co_name}"
    text = short(linecache.getline(bot.co_filename, number))
    return f"line {number - code.co_firstlineno + 1}{helper}" + (f" `{text}`" if text else "")


def short(text: str, most: int = 200) -> str:
    """Text on one line that can be printed, cut between words if it is long.

    >>> short("one two three", 9)
    'one two …'
    """
    line = " ".join(text[: 20 * most].split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    if len(line) <= most:
        return line
    return (line[:most].rpartition(" ")[0] or line[:most]) + " …"
