"""Reads a number as a learner writes it: 11/80, 0.1375, 13,75 %, 1 in 14, 1 - C(69,2)/C(80,2).

The text is parsed and each sign worked out by hand, exactly; nothing in it is ever executed.

>>> reckon("1 − C(69, 2)/C(80, 2)")
Fraction(407, 1580)
>>> reckon("13,75 %"), reckon("about 1 in 14")
(Fraction(11, 80), Fraction(1, 14))
"""

from __future__ import annotations

import ast
import math
import re
from fractions import Fraction

from cardkit import BadInput

LONGEST = 200  # characters
MOST = 10_000  # the n of C(n, k)
DIGITS = 4_000  # bits that a number on the way may have
LIKE = "Write a number like 11/80, 0.1375, 13.75 % or C(69, 2)/C(80, 2)."
SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "∙": "*", "÷": "/", "[": "(",
                       "]": ")", "\u00a0": " ", "\u202f": " "})  # fmt: skip
_IN = re.compile(r"(?:about )?([\d.]+) (?:in|out of) ([\d.]+)", re.IGNORECASE)
_COMMA = re.compile(r"(?<=\d),(?=\d)")


def reckon(text: object) -> Fraction:
    """The exact value of what is written; what cannot be read gets a sentence."""
    if isinstance(text, Fraction | int) and not isinstance(text, bool):
        return Fraction(text)
    if isinstance(text, float) and math.isfinite(text):
        return Fraction(str(text))
    if not isinstance(text, str) or not text.strip():
        raise BadInput(LIKE)
    if len(text) > LONGEST:
        raise BadInput(f"A number in at most {LONGEST} characters, please.")
    plain = text.translate(SIGNS).replace("^", "**").strip().removeprefix("=").strip()
    if among := _IN.fullmatch(plain):
        plain = f"{among[1]}/{among[2]}"
    percent = plain.endswith("%")
    plain = plain.removesuffix("%").strip()
    if "(" not in plain:
        plain = _COMMA.sub(".", plain)
    try:
        tree = ast.parse(plain, mode="eval")
        value = _value(tree.body, plain)
    except ZeroDivisionError:
        raise BadInput("Something there is divided by 0.") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
        if isinstance(wrong, BadInput):
            raise
        raise BadInput(f"{text.strip()!r:.60} is no number. {LIKE}") from None
    return value / 100 if percent else value


def _value(node: ast.expr, text: str) -> Fraction:
    """One sign of the tree: a number, + − × ÷, a power, or C(n, k)."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _small(Fraction(ast.get_source_segment(text, node) or ""))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand, text)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp):
        return _small(_joined(node.op, _value(node.left, text), _value(node.right, text)))
    if isinstance(node, ast.Call):
        return _choose(node, text)
    if isinstance(node, ast.Name):
        raise ValueError  # a word
    raise BadInput(f"Only + − × / and C(n, k) are understood here. {LIKE}")


def _joined(sign: ast.operator, left: Fraction, right: Fraction) -> Fraction:
    if isinstance(sign, ast.Add):
        return left + right
    if isinstance(sign, ast.Sub):
        return left - right
    if isinstance(sign, ast.Mult):
        return left * right
    if isinstance(sign, ast.Div):
        return left / right
    if isinstance(sign, ast.Pow):
        return _power(left, right)
    raise BadInput(f"Only + − × / and C(n, k) are understood here. {LIKE}")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    size = base.numerator.bit_length() + base.denominator.bit_length()
    if exponent.denominator != 1 or abs(exponent) * size > DIGITS:
        raise BadInput("That power is too large, or its exponent is no whole number.")
    return base ** int(exponent)


def _choose(node: ast.Call, text: str) -> Fraction:
    """C(n, k): in how many ways k things can be chosen from n."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name not in ("C", "c", "comb") or len(node.args) != 2 or node.keywords:
        raise BadInput(f"The only function known here is C(n, k). {LIKE}")
    n, k = (_value(each, text) for each in node.args)
    if n.denominator != 1 or k.denominator != 1 or not 0 <= n <= MOST or k < 0:
        raise BadInput(f"C(n, k) takes whole numbers from 0 to {MOST:,}.")
    if min(k, n - k) > 200:
        raise BadInput("That C(n, k) is too large for this kit.")
    return Fraction(math.comb(int(n), int(k)))


def _small(value: Fraction) -> Fraction:
    if value.numerator.bit_length() + value.denominator.bit_length() > DIGITS:
        raise BadInput("That number is too large for this kit.")
    return value


def shown(value: Fraction) -> str:
    """A value as a person reads it: a whole number, or a fraction and its decimal.

    >>> shown(Fraction(407, 1580)), shown(Fraction(1, 2)), shown(Fraction(7))
    ('407/1580 = 0.2576', '1/2 = 0.5', '7')
    """
    if value.denominator == 1:
        return f"{value.numerator}".replace("-", "−")
    decimal = f"{float(value):.4f}".rstrip("0")
    if Fraction(decimal) != value:
        decimal = f"{float(value):.4f}"
    text = f"{decimal}" if value.denominator > 10**7 else f"{value} = {decimal}"
    return text.replace("-", "−")
