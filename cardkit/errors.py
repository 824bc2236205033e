"""What the kit says when something will not do: a sentence, and the rule where there is one."""

from __future__ import annotations


class BadInput(ValueError):
    """Something given to the kit cannot be used; the text says what and why."""

    def __init__(self, text: str, rule: str | None = None) -> None:
        self.text, self.rule = text, rule
        super().__init__(f"{text} ({rule})" if rule else text)


class IllegalMove(BadInput):
    """A move the rules do not allow now: which rule, what is wrong with *this* move, what would do.

    >>> IllegalMove("lynx.play.one-value", "A 7 and an 8 are two values.", ["lay 7"])
    IllegalMove(rule='lynx.play.one-value', 'A 7 and an 8 are two values.')
    """

    rule: str

    def __init__(self, rule: str, text: str, legal: tuple[str, ...] | list[str] = ()) -> None:
        super().__init__(text, rule)
        self.legal = tuple(legal)

    def __repr__(self) -> str:
        return f"IllegalMove(rule={self.rule!r}, {self.text!r})"
