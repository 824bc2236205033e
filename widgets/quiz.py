"""Questions in a lesson: predict and then see, choose, or work out a number.

    predict("One card from the deck: chance of a 10 or a joker?",
            {"11/49": "You divided by the deck …", "11/80": True}, reveal="29 cards are seen …")
    choose("Which pairs were counted twice?", {…}, hints=[…])
    ask("Two cards?", answer=Fraction(407, 1580), hints=[…], wrong={"22/80": "Twice one card …"})

Each answers to a click and to Python alike: `question.answer("11/80")`, `question.hint()`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cardkit import BadInput
from widgets.icons import icon
from widgets.markup import look, tag, text
from widgets.messages import NONSENSE, understood
from widgets.progress import Progress, mine
from widgets.reckon import reckon, shown

HINTS = 3  # a nudge, an idea, the way
WITHIN = 0.0005  # how far a number may be off, if nothing else is said
ONE = ""  # the name of the only number asked for
_HERE = Path(__file__).parent
_RULE = re.compile(r"\b((?:lynx|sevens|seers|knyf|nerves)\.[a-z]+\.[a-z-]*[a-z])\b")


class Right(str):
    """The explanation of a right choice: {"11/80": Right("80 cards are unseen.")}."""


@dataclass(frozen=True)
class Feedback:
    """What is said to an answer; `right` is None where no answer is right or wrong."""

    right: bool | None
    text: str = ""
    read: bool = True  # False: it could not be read, so it was no answer yet


def predict(
    question: str,
    choices: Mapping[str, str | bool] | None = None,
    *,
    answer: Any = None,
    within: float = WITHIN,
    reveal: str = "",
    **settings: Any,
) -> Predict:
    """Ask for a guess, once; then show how it is. Choices, or a number close to `answer`."""
    return Predict(question, _options(choices), answer, within, reveal, **settings)


def choose(
    question: str,
    choices: Mapping[str, str | bool],
    *,
    hints: Sequence[str] = (),
    reveal: str = "",
    **settings: Any,
) -> Choose:
    """Ask until the right choice is found; every other one explains what is behind it."""
    return Choose(question, _options(choices), hints, reveal, **settings)


def ask(
    question: str,
    answer: Any,
    *,
    within: float = WITHIN,
    hints: Sequence[str] = (),
    wrong: Mapping[Any, str] | None = None,
    reveal: str = "",
    **settings: Any,
) -> Ask:
    """Ask for a number (or for several: answer={"p": …, "q": …}) within a tolerance."""
    return Ask(question, answer, within, hints, wrong or {}, reveal, **settings)


# ---- what all questions share --------------------------------------------------------------------


class Quiz(anywidget.AnyWidget):
    """A question that shows itself: HTML made here, patched in by the table's own module."""

    _esm = _HERE / "table.js"
    _css = "\n".join((_HERE / name).read_text("utf-8") for name in ("table.css", "quiz.css"))
    html = traitlets.Unicode().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)  # a question shows no cards

    kind = "Question"

    def __init__(
        self,
        question: str,
        hints: Sequence[str] = (),
        reveal: str = "",
        key: str | None = None,
        game: str = "lynx",
        progress: Progress | None = None,
    ) -> None:
        """`key` is its name in the learner's progress; `game` lends the colours."""
        super().__init__()
        if len(hints) not in (0, HINTS):
            raise BadInput(f"A ladder of hints has {HINTS} steps, not {len(hints)}.")
        self.question, self.hints, self.reveal = question, tuple(hints), reveal
        self.key = key or f"quiz/{_slug(question)}"
        self.kept = mine() if progress is None else progress
        self.game = game
        self.done = False
        self.tries = self.hinted = self._version = 0
        self.said: Feedback | None = None
        self._paint()
        self.on_msg(self._receive)

    def hint(self) -> str:
        """The next step of the ladder."""
        if self.hinted >= len(self.hints):
            raise BadInput("There are no more hints.")
        self.hinted += 1
        self.said = None
        self._paint()
        return self.hints[self.hinted - 1]

    def _finish(self, said: Feedback, paws: int) -> Feedback:
        self.done = True
        self.kept.mark(self.key, paws)
        return self._tell(said)

    def _tell(self, said: Feedback) -> Feedback:
        self.said = said
        self._paint()
        return said

    @property
    def _paws(self) -> int:
        slips = self.tries - 1 + self.hinted
        return 3 if slips <= 0 else 2 if slips < 3 else 1

    # ---- from the page ----

    def _receive(self, _: Any, message: Any, buffers: Any) -> None:
        try:
            verb, places, given = understood(message)
            if message.get("version") == self._version:
                self._act(verb, places, given)
        except BadInput as wrong:
            self.said = Feedback(False, wrong.text, read=False)
        self._paint()
        self.send({"done": True})

    def _act(self, verb: str, places: list[str], given: dict[str, str]) -> None:
        if verb == "hint" and not self.done:
            self.hint()
        elif verb != "close":
            raise BadInput(NONSENSE)

    # ---- showing ----

    def _paint(self) -> None:
        self._version += 1
        box = tag(
            "section",
            tag("p", icon(self._icon()), tag("span", self.kind), class_="q-kind"),
            tag("p", marked(self.question), class_="ck-sentence q-ask", id="asked", tabindex="-1"),
            tag("p", text(self._spoken()), class_="ck-sr", role="status", data_key="live"),
            self._answers(),
            self._feedback(),
            self._revealed(),
            self._ladder(),
            class_=look("q-box", done=self.done),
            aria_labelledby="asked",
        )
        self.html = tag(
            "div", box, class_="ck ck-quiz", data_game=self.game, data_version=self._version
        )

    def _icon(self) -> str:
        return "check" if self.done else "info"

    def _answers(self) -> str:
        raise NotImplementedError

    def _spoken(self) -> str:
        """For a screen reader: the verdict, the newest hint, or nothing."""
        if self.said:
            more = self.reveal if self.done else ""
            return f"{_verdict(self.said)} {self.said.text} {more}".strip()
        return f"Hint: {self.hints[self.hinted - 1]}" if self.hinted else ""

    def _feedback(self) -> str:
        if not self.said:
            return ""
        right = self.said.right
        looks = "is-praise" if right else "" if right is False else "is-note"
        words = tag("p", tag("b", _verdict(self.said)), " ", marked(self.said.text))
        drawn = icon("star" if right else "stop" if right is False else "info")
        return tag("div", drawn, words, class_=f"ck-why {looks}".strip(), data_key="said")

    def _revealed(self) -> str:
        if not (self.done and self.reveal):
            return ""
        return tag("div", tag("p", marked(self.reveal)), class_="q-reveal", data_key="reveal")

    def _ladder(self) -> str:
        given = "".join(
            tag("li", tag("span", marked(hint)), data_key=f"hint-{i}")
            for i, hint in enumerate(self.hints[: self.hinted])
        )
        out = tag("ol", given, class_="q-hints", aria_label="Hints") if given else ""
        if self.done or self.hinted >= len(self.hints):
            return out
        words = f"Hint {self.hinted + 1} of {len(self.hints)}"
        button = tag(
            "button",
            icon("eye"),
            tag("span", words),
            type="button",
            class_="ck-tool",
            data_verb="hint",
            data_places="",
            data_key="hint",
        )
        return out + tag("div", button, class_="q-more")

    def __repr__(self) -> str:
        state = "done" if self.done else "open"
        return f"<{self.kind.lower()}, {state}: {self.question}>"


class Choices(Quiz):
    """A question with answers to choose from, as buttons."""

    options: tuple[tuple[str, str | bool], ...] = ()
    chosen: tuple[str, ...] = ()  # in the order they were tried

    def _pick(self, answer: Any) -> tuple[str, str | bool]:
        """The option meant: by its words, or by its number from 0."""
        for number, option in enumerate(self.options):
            if not isinstance(answer, bool) and answer in (number, option[0]):
                return option
        raise BadInput(f"{answer!r:.60} is none of the answers to choose from.")

    def _act(self, verb: str, places: list[str], given: dict[str, str]) -> None:
        if verb != "choose":
            return super()._act(verb, places, given)
        if len(places) != 1 or not places[0].isdecimal():
            raise BadInput(NONSENSE)
        if not self.done:
            self.answer(int(places[0]))

    def answer(self, answer: Any) -> Feedback:
        raise NotImplementedError

    def _answers(self) -> str:
        buttons = "".join(self._button(i, *option) for i, option in enumerate(self.options))
        return tag(
            "div",
            buttons,
            class_="q-choices",
            role="group",
            aria_labelledby="asked",
            data_key="choices",
            data_arrows=True,
        )

    def _button(self, number: int, words: str, why: str | bool) -> str:
        tried = words in self.chosen
        right = _is_right(why) and (tried or self.done)
        marks = {"right": right, "missed": tried and not right and _has_right(self.options)}
        drawn = icon("check") if right else icon("stop") if marks["missed"] else ""
        state = "right" if right else "your answer" if tried else ""
        return tag(
            "button",
            drawn,
            tag("span", marked(words)),
            tag("span", text(f" ({state})"), class_="ck-sr") if state else "",
            type="button",
            class_=look("ck-choice", **marks, main=tried and not right and self.done),
            data_verb=None if self.done else "choose",
            data_places=str(number),
            data_key=f"choice-{number}",
            aria_disabled="true" if self.done else None,
        )


class Numbers(Quiz):
    """A question answered by one number or several."""

    answers: Mapping[str, Fraction]
    within: Fraction
    written: Mapping[str, str] = {}

    def _act(self, verb: str, places: list[str], given: dict[str, str]) -> None:
        if verb != "answer":
            return super()._act(verb, places, given)
        names = dict(zip(map(_field, range(len(self.answers))), self.answers, strict=True))
        if set(given) != set(names):
            raise BadInput(NONSENSE)
        if not self.done:
            self._check({names[field]: value for field, value in given.items()})

    def answer(self, *answer: Any, **answers: Any) -> Feedback:
        """The number, as text or value; several by their names."""
        given = {ONE: answer[0]} if len(answer) == 1 and not answers else answers
        if set(given) != set(self.answers):
            wanted = ", ".join(filter(None, self.answers)) or "one number"
            raise BadInput(f"Wanted here: {wanted}.")
        return self._check(given)

    def _check(self, given: Mapping[str, Any]) -> Feedback:
        raise NotImplementedError

    def _read(self, name: str, given: Any) -> Fraction:
        """What was written; where a large whole number is wanted, 3,160 is one."""
        wanted = self.answers[name]
        if isinstance(given, str) and wanted.denominator == 1 and wanted >= 1000:
            given = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", given) if "(" not in given else given
        return reckon(given)

    def _near(self, value: Fraction, wanted: Fraction) -> bool:
        return abs(value - wanted) <= self.within

    def _answers(self) -> str:
        fields = "".join(self._field(i, name) for i, name in enumerate(self.answers))
        check = tag("button", "Check", class_="ck-choice is-main", data_key="check")
        button = "" if self.done else check
        return tag("form", fields, button, class_="q-form", data_verb="answer", data_key="form")

    def _field(self, number: int, name: str) -> str:
        box = tag(
            "input",
            type="text",
            name=_field(number),
            value=self.written.get(name) or None,
            autocomplete="off",
            spellcheck="false",
            maxlength="60",
            placeholder="like 11/80 or 0.14",
            readonly=self.done,
            data_key=_field(number),
        )
        return tag("label", tag("span", text(name or "Your answer")), box)


def _field(number: int) -> str:
    return f"answer-{number}"


# ---- the three kinds -----------------------------------------------------------------------------


class Predict(Choices, Numbers):
    """Predict, then see: one answer, whatever it is, opens the explanation.

    >>> guess = predict("Chance of a 10 or a joker?", {"11/49": "By the deck?", "11/80": True},
    ...                 reveal="80 cards are unseen.", progress=Progress("/dev/null/nowhere"))
    >>> guess.answer("11/49").text
    'By the deck?'
    """

    kind = "Predict"

    def __init__(
        self,
        question: str,
        options: tuple[tuple[str, str | bool], ...],
        answer: Any,
        within: float,
        reveal: str,
        **settings: Any,
    ) -> None:
        if bool(options) == (answer is not None):
            raise BadInput("A prediction has choices, or a number as its answer.")
        self.options = options
        self.answers = {} if answer is None else {ONE: reckon(answer)}
        self.within = reckon(within)
        super().__init__(question, reveal=reveal, **settings)

    def answer(self, *answer: Any, **none: Any) -> Feedback:
        if self.done:
            raise BadInput("You have predicted already.")
        if not self.options:
            return Numbers.answer(self, *answer, **none)
        words, why = self._pick(answer[0] if answer else None)
        self.chosen, self.tries = (words,), 1
        right = _is_right(why) if _has_right(self.options) else None
        return self._finish(Feedback(right, _words(why)), 2 if right is False else 3)

    def _check(self, given: Mapping[str, Any]) -> Feedback:
        value, wanted = self._read(ONE, given[ONE]), self.answers[ONE]
        self.written, self.tries = {ONE: str(given[ONE])}, 1
        right = self._near(value, wanted)
        said = f"It is {shown(wanted)}."
        if right:
            return self._finish(Feedback(True, said), 3)
        return self._finish(Feedback(False, f"You said {shown(value)}; i{said[1:]}"), 2)

    def _act(self, verb: str, places: list[str], given: dict[str, str]) -> None:
        (Choices if self.options else Numbers)._act(self, verb, places, given)

    def _answers(self) -> str:
        return (Choices if self.options else Numbers)._answers(self)


class Choose(Choices):
    """Choose until it is right.

    >>> which = choose("May you add?", {"Always": "And the overlap?", "If there is none": True},
    ...                progress=Progress("/dev/null/nowhere"))
    >>> which.answer("Always").right, which.answer("If there is none").right
    (False, True)
    """

    kind = "Choose"

    def __init__(
        self,
        question: str,
        options: tuple[tuple[str, str | bool], ...],
        hints: Sequence[str],
        reveal: str,
        **settings: Any,
    ) -> None:
        if not _has_right(options):
            raise BadInput("One of the choices must be right: True, or Right('because …').")
        self.options = options
        super().__init__(question, hints, reveal, **settings)

    def answer(self, answer: Any) -> Feedback:
        if self.done:
            raise BadInput("This question is done.")
        words, why = self._pick(answer)
        self.tries += 1
        self.chosen = (*self.chosen, words)
        said = Feedback(_is_right(why), _words(why))
        return self._finish(said, self._paws) if said.right else self._tell(said)


class Ask(Numbers):
    """Work out a number; wrong ones are met where they come from.

    >>> two = ask("Two cards: a 10 or a joker?", answer="407/1580", wrong={"22/80": "Twice one?"},
    ...           progress=Progress("/dev/null/nowhere"))
    >>> two.answer("0.275").text, two.answer("1 - C(69,2)/C(80,2)").right
    ('Twice one?', True)
    """

    kind = "Work it out"

    def __init__(
        self,
        question: str,
        answer: Any,
        within: float,
        hints: Sequence[str],
        wrong: Mapping[Any, str],
        reveal: str,
        **settings: Any,
    ) -> None:
        many = answer if isinstance(answer, Mapping) else {ONE: answer}
        self.answers = {str(name): reckon(value) for name, value in many.items()}
        self.within = reckon(within)
        self.wrong = {reckon(value): why for value, why in wrong.items()}
        if any(self._near(value, one) for value in self.wrong for one in self.answers.values()):
            raise BadInput("A wrong answer lies within the tolerance of the right one.")
        super().__init__(question, hints, reveal, **settings)

    def _check(self, given: Mapping[str, Any]) -> Feedback:
        if self.done:
            raise BadInput("This question is done.")
        values = {name: self._read(name, each) for name, each in given.items()}
        self.written = {name: str(each) for name, each in given.items()}
        self.tries += 1
        missed = [name for name in values if not self._near(values[name], self.answers[name])]
        if not missed:
            each = ((f"{name} = " if name else "") + shown(self.answers[name]) for name in values)
            return self._finish(Feedback(True, "; ".join(each) + "."), self._paws)
        return self._tell(Feedback(False, self._why(missed, values)))

    def _why(self, missed: list[str], values: Mapping[str, Fraction]) -> str:
        name = missed[0]
        value, wanted = values[name], self.answers[name]
        whose = f"{name}: " if name else ""
        for known, why in self.wrong.items():
            if abs(value - known) <= self.within:
                return whose + why
        return whose + _misread(value, wanted, self._near)


def _misread(value: Fraction, wanted: Fraction, near: Any) -> str:
    """What a wrong number looks like, where the author has not said."""
    if 0 <= wanted <= 1:
        if near(value / 100, wanted):
            return f"Do you mean {float(value):g} %? Then write the percent sign."
        if value > 1:
            return f"{shown(value)} is more than 1, and no chance is."
        if value < 0:
            return "That is less than 0, and no chance is."
        if near(1 - value, wanted):
            return "That is the chance of the opposite."
    return f"{shown(value)} is too {'small' if value < wanted else 'large'}."


# ---- words ---------------------------------------------------------------------------------------


def marked(words: str) -> str:
    """Escaped text in which `code`, **bold**, *emphasis* and rule ids are marked.

    >>> marked("`lay 7` < **8** (lynx.steal.must)")
    '<code>lay 7</code> &lt; <b>8</b> (<span class="ck-cite">lynx.steal.must</span>)'
    """
    out = text(words)
    out = re.sub(r"`([^`]+)`", r"<code>\1</code>", out)
    out = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", out)
    out = re.sub(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])", r"<em>\1</em>", out)
    return _RULE.sub(r'<span class="ck-cite">\1</span>', out).replace("\n", "<br>")


def _verdict(said: Feedback) -> str:
    if not said.read:
        return ""
    return {True: "Right.", False: "Not quite.", None: "Noted."}[said.right]


def _options(choices: Mapping[str, str | bool] | None) -> tuple[tuple[str, str | bool], ...]:
    options = tuple((str(words), why) for words, why in (choices or {}).items())
    if any(not isinstance(why, str) and why is not True for _, why in options):
        raise BadInput("A choice is True, or says in words what is behind it.")
    if sum(_is_right(why) for _, why in options) > 1 or len(options) == 1:
        raise BadInput("Give several choices, and make at most one of them right.")
    return options


def _is_right(why: str | bool) -> bool:
    return why is True or isinstance(why, Right)


def _has_right(options: Sequence[tuple[str, str | bool]]) -> bool:
    return any(_is_right(why) for _, why in options)


def _words(why: str | bool) -> str:
    return why if isinstance(why, str) else ""


def _slug(question: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", question.casefold()).strip("-")[:60] or "question"
