"""The explorers of Nerves: exact, quick, escaped, and told in words."""

from __future__ import annotations

import re
from fractions import Fraction
from time import process_time

import pytest

import cardkit
from cardkit.odds import P
from cardkit.odds.nerves import row_sum
from widgets.explore_nerves import SUMS, hidden_sum, trap
from widgets.explorers import Explorer


def test_the_chance_of_seventeen_is_exact_and_told() -> None:
    explorer = hidden_sum()
    painting = explorer.set(row="4 ♥ 5 ♥ 2", hand="5h trap 3", backs="1 4 ♥")
    chance = P(row_sum("4 ♥ 5 ♥ 2", hand="5h trap 3") >= 17)
    assert chance == Fraction(49, 528) and "49/528" in painting.alt and "49/528" in painting.html
    after = P(row_sum("4 ♥ 5 ♥ 2 4", hand="5h trap 3") >= 17)
    assert f"lays 4: {float(after):.4f}" in painting.alt
    assert "Sums from 11 to 21, the likeliest 11" in painting.alt


def test_bars_add_up_and_have_a_pattern_where_seventeen_is_reached() -> None:
    painting = hidden_sum().set(row="5 5 5 ♥", hand="", backs="")
    shares = [float(share) for share in re.findall(r">([\d.]+)%<", painting.html)]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    fills = re.findall(r"height:\d+px;border:1px solid \w+;background:(\S+)", painting.html)
    assert ["repeating" in fill for fill in fills] == [False] * 2 + [True] * 4  # 15 16, 17 to 20


def test_what_one_holds_and_sees_matters_and_habits_do() -> None:
    explorer = hidden_sum()
    assert "3/34" in explorer.set(row="5 4 3 ♥", hand="4h 2 1", backs="5 5").alt
    assert "2/33" in explorer.set(hand="4h 5h 1").alt
    assert "a trap under them: 3/10" in explorer.set(row="♥", hand="", habits=True).alt
    assert "certain" in explorer.set(row="5 5 5 2h:down", habits=False).alt


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"row": ""}, "Lay something"),
        ({"row": "5 6x"}, "no card of a row"),
        ({"row": "4:down"}, "nerves.lay.side"),
        ({"row": "5 " * 8}, "7 of card 5"),
        ({"row": "♥ " * 9}, "Not more than"),
        ({"backs": "trap"}, "nerves.see.heart"),
        ({"hand": "joker"}, "joker"),
        ({"row": "<img/src=x>"}, "img"),
    ],
)
def test_what_cannot_be_is_said_and_escaped(values: dict[str, str], words: str) -> None:
    painting = hidden_sum().set(**values)
    assert words in painting.alt and "<img" not in painting.html and "wrong" in painting.html


def test_the_trap_explorer_says_p_q_value_and_what_is_best() -> None:
    explorer = trap()
    alt = explorer.painting.alt
    assert "p = 3/5" in alt and "q = 3/10" in alt and "value 3/5" in alt and "Best: mix." in alt
    assert "A heart: trap 1/7" in alt and "laid face down: trap 3/10" in alt
    assert "12 hide the 4; 13 mix; 14 mix; 15 mix; 16 show the trap; 17 CHECK!" in alt
    assert "Best: show the trap." in explorer.set(visible=16).alt
    assert "call CHECK! yourself for 3/2" in explorer.set(visible=18).alt
    patient = explorer.set(visible=14, unfinished="1/2").alt
    assert "p = 2/3" in patient and "q = 2/9" in patient and "value 5/6" in patient
    school = explorer.set(traps=1.0, numbers=0.5, specials=0.0).alt
    assert "laid face down: trap 2/5, number 3/5, other special 0" in school
    assert "nobody lays" in explorer.set(traps=0.0, numbers=0.0).alt


def test_the_matrix_rings_the_best_answers() -> None:
    html = trap().painting.html
    table = html[html.index("<table>") : html.index("</table>")]
    cells = re.findall(r"<td([^>]*)>(−?[\d/]+)<span[^>]*>([^<]*)</span>", table)
    assert [value for _, value, _ in cells] == ["2", "0", "−3/2", "3/2", "3/2", "0"]
    ringed = [value for look, value, _ in cells if "aria-current" in look]
    assert ringed == ["2", "3/2"]  # your best answers to CALL and to WAIT
    his = [value for look, value, words in cells if "underline" in look and "Kuba" in words]
    assert his == ["0", "−3/2", "0"]


def test_the_strip_uses_a_pattern_and_a_word_for_each_answer() -> None:
    html = trap().painting.html
    strip = html[html.rindex("<table>") : html.rindex("</table>")]
    cells = re.findall(r'<td style="(background:.*?);min-width', strip)
    words = re.findall(r"<td[^>]*><span[^>]*>([^<]+)</span></td>", strip)
    assert len(cells) == len(words) == len(SUMS)
    assert len(set(cells)) == len(set(words)) == 5
    assert len(set(zip(cells, words, strict=True))) == 5


@pytest.mark.parametrize("explorer", [hidden_sum(), trap()], ids=["hidden sum", "trap"])
def test_a_slider_repaints_at_once(explorer: Explorer) -> None:
    moves = {
        "row": ["5 ♥ 4 ♥ ♥ 2", "♥ ♥ ♥ ♥ ♥ ♥"], "habits": [True], "visible": [9, 19],
        "number": [1, 5], "smallest": [5, 1], "nerve": ["0", "1"], "traps": [0.35],
    }  # fmt: skip
    for name in explorer.controls:
        for value in moves.get(name, ()):
            start = process_time()
            before, after = explorer.painting, explorer.set(**{name: value})
            assert process_time() - start < 0.1
            assert after.alt and after != before
    with pytest.raises(cardkit.BadInput, match="no control"):
        explorer.set(colour=3)
