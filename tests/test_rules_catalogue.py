"""The rule catalogue: every id once, every kind honest, every text a sentence, all safe to show."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser

import pytest

from cardkit.errors import BadInput
from cardkit.rules import GAMES, KINDS, Rule, RuleList, _entry, _read, rule, rules

#                    rule, ruling, component, example
COUNTS = {
    "lynx": (37, 14, 3, 3),
    "sevens": (17, 17, 2, 14),
    "seers": (43, 14, 5, 2),
    "knyf": (25, 10, 1, 3),
    "nerves": (28, 23, 4, 2),
}
ASSUMED = {
    "sevens.cards.deck", "seers.cards.effects", "seers.track.size", "seers.suits.order",
    "nerves.cards.numbers", "nerves.cards.specials", "nerves.setup.players",
}  # fmt: skip
ALL = [each for game in GAMES for each in rules(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_its_rules(game: str) -> None:
    kinds = Counter(each.kind for each in rules(game))
    assert tuple(kinds[kind] for kind in KINDS) == COUNTS[game]


def test_ids_are_unique_and_found() -> None:
    assert len({each.id for each in ALL}) == len(ALL)
    assert all(rule(each.id) is each for each in ALL)


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.id)
def test_entry_is_well_formed(each: Rule) -> None:
    assert re.fullmatch(rf"{each.game}(\.[a-z0-9]+(-[a-z0-9]+)*){{1,2}}", each.id)
    assert each.kind in KINDS
    assert each.text.endswith(".") and each.text == " ".join(each.text.split())
    assert len(each.text) >= 20
    assert (each.kind == "example") == (".example." in each.id)
    assert each.polish is None or each.polish.strip()


def test_what_is_ours_is_never_the_rulebooks_word() -> None:
    for each in ALL:
        sevens_example = each.id.startswith("sevens.example.")
        assert each.ours == (each.kind == "ruling" or each.id in ASSUMED or sevens_example)
        shown = "our" in each.label or "assumed" in each.label
        assert shown == each.ours
        assert f"({each.label})" in str(each)
        assert f">{each.label}</span>" in each._repr_html_()
        assert ("dashed" in each._repr_html_()) == each.ours


def test_a_ruling_says_what_the_rulebook_leaves_open() -> None:
    assert all("rulebook" in each.text for each in ALL if each.kind == "ruling")


def test_an_option_is_shown() -> None:
    assert rule("lynx.duel.must").option == "duel_must"
    assert "Option: duel_must." in str(rule("lynx.duel.must"))
    assert "<code>duel_must</code>" in rule("lynx.duel.must")._repr_html_()


def test_html_is_escaped() -> None:
    nasty = "<script>alert('x')</script>&"
    made = Rule(nasty, "ruling", "lynx", nasty, nasty, nasty, nasty, ours=True)
    for shown in (made._repr_html_(), RuleList([made])._repr_html_()):
        assert "<script" not in shown and "&lt;script&gt;" in shown and "&amp;" in shown


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", GAMES)
def test_html_is_balanced_and_takes_the_pages_colours(game: str) -> None:
    for shown in (rules(game)._repr_html_(), rules(game)[0]._repr_html_()):
        parser = Balance()
        parser.feed(shown)
        assert parser.open == []
        assert not re.search(r"#[0-9a-f]{3}|rgb|background", shown)


def test_a_list_groups_by_section_in_the_order_of_the_rulebook() -> None:
    lynx = rules("lynx")
    sections = list(dict.fromkeys(each.section for each in lynx))
    assert sections[:2] == ["Components", "Setup"] and sections[-1] == "Worked examples"
    assert [line for line in str(lynx).splitlines() if not line.startswith(" ")] == sections
    assert lynx._repr_html_().count('scope="rowgroup"') == len(sections)
    assert all(len(line) <= 100 for line in str(lynx).splitlines())


def test_rules_are_chosen_by_section_and_kind() -> None:
    found = rules("lynx", section="stealing", kind="ruling")
    assert [each.id for each in found] == ["lynx.steal.joker-reverts"]
    assert isinstance(rules("lynx")[:2], RuleList) and isinstance(rules("lynx")[0], Rule)
    assert str(rules("lynx", section="Setup", kind="example")) == "No rules."


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("lynx.steal.mus", "There is no rule 'lynx.steal.mus'. Nearest: lynx.steal.must"),
        ("steal.must", "lynx.steal.must"),
        ("trap.hiden", "nerves.trap.hidden"),
        ("lynx", "There is no rule 'lynx'."),
        ("", "An id begins with the name of a game"),
        ("../../etc/passwd", "There is no rule"),
        (17, "There is no rule 17."),
        (None, "There is no rule None."),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(asked: str, answer: str) -> None:
    with pytest.raises(BadInput, match=re.escape(answer)):
        rule(asked)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"game": "poker"}, "There is no game 'poker'. There are: lynx, sevens"),
        ({"game": ["lynx"]}, "There is no game"),
        ({"game": "lynx", "kind": "law"}, "There is no kind 'law'. There are: rule, ruling"),
        ({"game": "knyf", "section": "Duel"}, "knyf has no section 'Duel'. There are: “Comp"),
    ],
)
def test_an_unknown_game_section_or_kind_is_answered(asked: dict[str, str], answer: str) -> None:
    with pytest.raises(BadInput, match=re.escape(answer)):
        rules(**asked)


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        ({"id": "lynx.a", "kind": "rule"}, "text is missing"),
        ({"id": "lynx.a", "kind": "law", "text": "T."}, "kind is one of rule, ruling"),
        ({"id": "knyf.a", "kind": "rule", "text": "T."}, "must begin with lynx."),
        ({"id": "lynx.a", "kind": "rule", "text": "T.", "txt": "T."}, "no field txt"),
        ({"id": "lynx.a", "kind": "rule", "text": 7}, "a text in quotes"),
    ],
)
def test_a_slip_in_a_file_is_named(entry: dict[str, str], answer: str) -> None:
    with pytest.raises(BadInput, match=answer):
        _entry("lynx", "Setup", entry)


def test_an_id_given_twice_is_named() -> None:
    twice = [{"id": "lynx.a", "kind": "rule", "text": "T."}] * 2
    data = {"title": "Lynx", "source": "", "section": [{"title": "Setup", "rule": twice}]}
    with pytest.raises(BadInput, match=re.escape("lynx.toml has lynx.a twice")):
        _read("lynx", data)


def test_the_sums_in_the_examples_of_sevens_are_right() -> None:
    hands = []
    for each in rules("sevens", kind="example"):
        for hand, total in re.findall(r"((?:\d ){3}\d)(?: makes|, which is|:) (\d\d)", each.text):
            assert sum(map(int, hand.split())) == int(total), each.id
            hands.append(hand)
    assert len(hands) >= 5


def test_nothing_is_read_before_it_is_asked_for() -> None:
    code = "import sys, cardkit.rules; print('tomllib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
