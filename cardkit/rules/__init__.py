"""The rule catalogue: what each rule id says, in our own words, so that anyone can ask "says who?".

The texts are data, one TOML file per game in the order of its rulebook; a game's file is read once,
when one of its rules is first asked for.
"""

from __future__ import annotations

import difflib
import html
import itertools
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, SupportsIndex, overload

from cardkit.errors import BadInput

GAMES = ("lynx", "sevens", "seers", "knyf", "nerves")
KINDS = ("rule", "ruling", "component", "example")
OURS = {"ruling": "our ruling", "component": "component, assumed", "example": "our example"}

PAGE = "color:var(--jp-content-font-color1,inherit)"  # JupyterLab's own, or the page's
MUTED = "opacity:.8;font-size:.9em"
CELL = "text-align:left;vertical-align:top;white-space:normal;padding:.3em .6em"


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """One line of the catalogue; `ours` says that it is not the rulebook's word but our decision.

    >>> rule("lynx.steal.once")
    lynx.steal.once (rule) — You rob each player at most once in a turn.
    >>> rule("lynx.cards.jokers")
    lynx.cards.jokers (component) — There are 5 jokers (★). [dżoker]
    >>> rule("lynx.duel.must").label, rule("sevens.cards.deck").label
    ('our ruling', 'component, assumed')
    """

    id: str
    kind: str
    game: str
    section: str
    text: str
    polish: str | None = None
    option: str | None = None
    ours: bool = False

    @property
    def label(self) -> str:
        """The kind in words that never pass our decision off as the rulebook's."""
        return OURS[self.kind] if self.ours else self.kind

    def __str__(self) -> str:
        option = f" Option: {self.option}." if self.option else ""
        polish = f" [{self.polish}]" if self.polish else ""
        return f"{self.id} ({self.label}) — {self.text}{option}{polish}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            f'<div style="{PAGE};border-left:.2em {_line(self)} currentColor;'
            f'padding:.2em .8em;margin:.4em 0;max-width:46em">'
            f'<div>{_badge(self)} <code style="{MUTED}">{html.escape(self.id)}</code></div>'
            f'<div style="margin:.3em 0">{html.escape(self.text)}</div>'
            f'<div style="{MUTED}">{_footnote(self, self.section)}</div></div>'
        )


class RuleList(tuple[Rule, ...]):
    """Rules in the order of the rulebook: a tuple that shows itself as a table.

    >>> len(rules("lynx", kind="example"))
    3
    >>> print(rules("lynx", section="Components")[1:])
    Components
      lynx.cards.jokers  component  There are 5 jokers (★).
      lynx.cards.paw     component  The paw lies before the player whose turn it is.
    """

    __slots__ = ()

    @overload
    def __getitem__(self, index: SupportsIndex) -> Rule: ...
    @overload
    def __getitem__(self, index: slice) -> RuleList: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Rule | RuleList:
        found = super().__getitem__(index)
        return found if isinstance(found, Rule) else RuleList(found)

    def __str__(self) -> str:
        if not self:
            return "No rules."
        wide = max(len(each.id) for each in self)
        label = max(len(each.label) for each in self)
        indent = 2 + wide + 2 + label + 2
        lines = []
        for section, group in _sections(self):
            lines.append(section)
            for each in group:
                text = textwrap.wrap(each.text, max(40, 100 - indent))
                lines.append(f"  {each.id:{wide}}  {each.label:{label}}  {text[0]}")
                lines += [" " * indent + more for more in text[1:]]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self:
            return "<p>No rules.</p>"
        body = "".join(
            f'<tbody><tr><th colspan="3" scope="rowgroup" style="{CELL}">{html.escape(section)}'
            f"</th></tr>{''.join(_row(each) for each in group)}</tbody>"
            for section, group in _sections(self)
        )
        return f'<table style="{PAGE};max-width:60em">{_caption(self[0].game)}{body}</table>'


def rule(id: str) -> Rule:
    """The rule with that id.

    >>> print(rule("nerves.trap.first").text)
    Traps act first; only then is the row counted.
    """
    game = id.partition(".")[0] if isinstance(id, str) else ""
    found = _catalogue(game).by_id.get(id) if game in GAMES else None
    if found is None:
        raise BadInput(f"There is no rule {id!r:.60}. {_nearest(str(id), game)}")
    return found


def rules(game: str, section: str | None = None, kind: str | None = None) -> RuleList:
    """The rules of a game, or of one section, or of one kind.

    >>> [each.id for each in rules("knyf", section="boxes", kind="ruling")]
    ['knyf.box.knyf-second']
    """
    if game not in GAMES:
        raise BadInput(f"There is no game {game!r:.40}. There are: {', '.join(GAMES)}.")
    if kind is not None and kind not in KINDS:
        raise BadInput(f"There is no kind {kind!r:.40}. There are: {', '.join(KINDS)}.")
    found = _catalogue(game).rules
    if section is not None:
        wanted = str(section).casefold()
        if wanted not in (titles := {each.section.casefold(): each.section for each in found}):
            named = ", ".join(f"“{title}”" for title in titles.values())
            raise BadInput(f"{game} has no section {section!r:.40}. There are: {named}.")
        found = [each for each in found if each.section.casefold() == wanted]
    return RuleList(each for each in found if kind in (None, each.kind))


# --- the files -----------------------------------------------------------------------------------


class Catalogue(NamedTuple):
    """One game's file as read."""

    title: str
    source: str
    rules: list[Rule]
    by_id: dict[str, Rule]


@cache
def _catalogue(game: str) -> Catalogue:
    import tomllib  # only needed once somebody asks for a rule
    from pathlib import Path

    file = Path(__file__).with_name(f"{game}.toml")
    try:
        return _read(game, tomllib.loads(file.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file.name} is not valid TOML: {error}.") from None
    except KeyError as error:
        raise BadInput(f"{file.name}: {error.args[0]} is missing.") from None


def _read(game: str, data: dict[str, Any]) -> Catalogue:
    """The catalogue in a file's data; a slip of whoever edited it is named."""
    by_id: dict[str, Rule] = {}
    for section in data["section"]:
        for entry in section["rule"]:
            each = _entry(game, section["title"], entry)
            if each.id in by_id:
                raise BadInput(f"{game}.toml has {each.id} twice.")
            by_id[each.id] = each
    return Catalogue(data["title"], data["source"], list(by_id.values()), by_id)


def _entry(game: str, section: str, entry: dict[str, Any]) -> Rule:
    where = f"{game}.toml, section “{section}”, {entry.get('id', 'a rule without id')}"
    if missing := {"id", "kind", "text"} - set(entry):
        raise BadInput(f"{where}: {' and '.join(sorted(missing))} is missing.")
    if unknown := set(entry) - {"id", "kind", "text", "polish", "option", "ours"}:
        raise BadInput(f"{where}: there is no field {' or '.join(sorted(unknown))}.")
    if any(not isinstance(entry[name], str) for name in set(entry) - {"ours"}):
        raise BadInput(f"{where}: every field but ours is a text in quotes.")
    if entry["kind"] not in KINDS:
        raise BadInput(f"{where}: kind is one of {', '.join(KINDS)}, not {entry['kind']!r:.40}.")
    if not entry["id"].startswith(f"{game}."):
        raise BadInput(f"{where}: the id must begin with {game}.")
    ours = entry["kind"] == "ruling" or bool(entry.get("ours"))
    return Rule(**{**entry, "game": game, "section": section, "ours": ours})


def _nearest(id: str, game: str) -> str:
    """What the asker may have meant: ids that look alike, of the game named if there is one."""
    games = (game,) if game in GAMES else GAMES
    ids = [each.id for name in games for each in _catalogue(name).rules]
    near = difflib.get_close_matches(id, ids, n=3)
    near += [each for each in ids if id and id in each and each not in near][: 3 - len(near)]
    if near:
        return f"Nearest: {', '.join(near)}."
    return f"An id begins with the name of a game ({', '.join(GAMES)}), as lynx.steal.must does."


# --- showing -------------------------------------------------------------------------------------


def _sections(found: Iterable[Rule]) -> Iterable[tuple[str, Iterable[Rule]]]:
    return itertools.groupby(found, key=lambda each: each.section)


def _line(each: Rule) -> str:
    return "dashed" if each.ours else "solid"


def _badge(each: Rule) -> str:
    return (
        f'<span style="display:inline-block;border:1px {_line(each)} currentColor;'
        f'border-radius:.3em;padding:0 .4em;font-size:.85em;white-space:nowrap">'
        f"{html.escape(each.label)}</span>"
    )


def _footnote(each: Rule, *words: str) -> str:
    parts = [html.escape(word) for word in words]
    if each.option:
        parts.append(f"option <code>{html.escape(each.option)}</code>")
    if each.polish:
        parts.append(f'<i lang="pl">{html.escape(each.polish)}</i>')
    return " · ".join(parts)


def _caption(game: str) -> str:
    about = _catalogue(game)
    words = html.escape(f"{about.title}, in our own words, after {about.source}")
    return f'<caption style="text-align:left;{MUTED}">{words}</caption>'


def _row(each: Rule) -> str:
    note = f'<div style="{MUTED}">{_footnote(each)}</div>' if each.option or each.polish else ""
    return (
        f'<tr><td style="{CELL}"><code>{html.escape(each.id)}</code></td>'
        f'<td style="{CELL}">{_badge(each)}</td>'
        f'<td style="{CELL}">{html.escape(each.text)}{note}</td></tr>'
    )
