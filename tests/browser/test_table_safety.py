"""What a page may not do to a table, and what a page may not know."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lab import Lab
from tests.browser.tables import (
    ROBBERY,
    ask,
    choice,
    choices,
    contents,
    hand,
    history,
    in_hand,
    lay,
    lay_first,
    listen,
    on_the_menu,
    play,
    question,
    version,
    why,
)
from tests.widgets.test_table import HOSTILE
from widgets import cards

# Through the widget's own comm, as if the table's module had sent it.
SEND = """([comm, message]) => {
    const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
    kernel._comms.get(comm).send(message);
}"""
LAST = """
over = Table(cardkit.position("lynx", players=3, hands={0: "9 9"}), pause=0, save=False)
over.play("lay 9 9")
over
"""


def send(page: Page, name: str, content: Any) -> None:
    comm = ask(page, f"{name}.comm.comm_id")
    page.evaluate(SEND, [comm, {"method": "custom", "content": content}])


def state(page: Page, name: str) -> Any:
    return ask(page, f"[{name}.game.record(), {name}.seat, {name}.game.to_act, {name}.names]")


def test_hostile_messages_are_refused_with_the_state_intact(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROBBERY, LAST)
    quiet = len(lab.log.read_text())
    comm, before = ask(page, "table.comm.comm_id"), state(page, "table")
    for message in HOSTILE:
        if isinstance(message, dict) and message:
            message = {"seat": 0, "version": int(version(table) or 0), **message}
        page.evaluate(SEND, [comm, {"method": "custom", "content": message}])
    for odd in ({"method": "custom"}, {"method": "fly"}, {}, {"method": "update", "state": {
        "html": "tampered", "_game": None, "pause": -1, "players_are": {},
    }}):  # fmt: skip
        page.evaluate(SEND, [comm, odd])
    assert state(page, "table") == before
    assert ask(page, "table.pause") == 0
    assert "Traceback" not in lab.log.read_text()[quiet:]
    assert ask(page, "table.html").startswith('<div class="ck"')
    in_hand(table, "4").click()
    expect(choices(table).first).to_contain_text("Lay 4")
    play(table, choices(table).first)
    assert history(page) == ["lay 4"], "the table still works"

    # one by one, each says why
    for message, words in (
        ({"verb": "fly", "places": []}, "no verb"),
        ({"verb": "end", "places": [], "seat": 2}, "not the seat"),
        ({"verb": "draw", "places": ["pool-6"]}, "no place"),
        ({"verb": "draw", "places": ["x" * 1_000_000]}, "did not understand"),
    ):
        send(page, "table", {"seat": 0, "version": int(version(table) or 0), **message})
        expect(why(table)).to_contain_text(words)
    assert history(page) == ["lay 4"]

    # after the end
    ended, before = page.get_by_role("region", name="Lynx table").nth(1), state(page, "over")
    expect(ended).to_contain_text("You win!")
    for verb, places in (("lay", ["hand-0"]), ("end", []), ("draw", ["deck"]), ("take", [])):
        content = {"verb": verb, "places": places, "seat": 0, "version": int(version(ended) or 0)}
        send(page, "over", content)
        expect(why(ended)).to_be_visible()
        assert state(page, "over") == before


# ---- names are text ----

IMG = "<img src=x onerror=window.hacked=1>"
NAMED = f"""
from widgets import show
names = ["Ola", {IMG!r}, "Jan", "Leo"]
table = Table(cardkit.new("lynx", seed=7), names=names, pause=0, save=False)
display(table, show(table.game, names=names))
"""


def test_a_hostile_name_is_shown_as_text(page: Page, lab: Lab, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = lay(page, lab, NAMED)
    seats = table.get_by_role("list", name=re.compile("^Opponents"))
    expect(seats.get_by_text(IMG, exact=True)).to_be_visible()
    static = page.get_by_role("region", name="Lynx table").nth(1)
    expect(static.get_by_text(IMG, exact=True)).to_be_visible()
    lay_first(table)
    play(table, choice(table, "End turn"))
    expect(table.get_by_role("list", name="Log, newest first")).to_contain_text(IMG)
    seats.get_by_role("button", name=re.compile("claim this layer")).first.click()
    expect(why(table)).to_be_visible()

    # and from a file that somebody brings
    file = tmp_path / "record.json"
    record = ask(page, "table.game.record()")
    file.write_text(json.dumps({"record": record, "names": [IMG, "Ewa", f"</li>{IMG}", "Iga"]}))
    button = on_the_menu(table, "Open record")
    table.get_by_label("Record").set_input_files(file)
    play(table, button)
    expect(seats.get_by_text(f"</li>{IMG}", exact=True)).to_be_visible()
    assert page.evaluate("() => window.hacked") is None
    expect(page.locator("img[src=x]")).to_have_count(0)
    assert not [url for url in asked if url.endswith("/x")]


# ---- what a seat may not know ----

# Every hand has cards that are nowhere else: 90s before seat 0, 91s before seat 1 and so on, 94s in
# the deck. Sums keep them out of the notebook's own text. Bots lay 2s and draw what nobody sees.
DISTINCT = """
numbers = [str(9 * 10 + n) for n in range(5)]
record = {
    "cardkit": 1, "game": "lynx", "players": 4, "moves": [],
    "options": {"deck": {"2": 40, **{n: 3 for n in numbers[:4]}, numbers[4]: 20}},
    "start": {"seed": 918273 * 1000 + 645, "position": {
        "hands": {str(seat): " ".join(["2"] * 4 + [numbers[seat]] * 3) for seat in range(4)},
        "tables": {}, "pool": "2 2 2 2 2 2", "discard": "",
        "deck": " ".join([numbers[4]] * 20 + ["2"] * 18),
    }},
}
def low(view):
    return "lay 2" if "lay 2" in view["moves"] else "draw deck"
"""
SEED = "918273645"
INTERVAL = r" \d+(–|\\u2013)\d+<"
CHANCE = rf"\d+ (percent, interval \d+ to \d+|percent|%|imagined)|{INTERVAL}"  # these are no cards


def known(found: str, number: str) -> bool:
    """Whether a text tells of a card: its number as a word, or its picture."""
    found = found.replace('\\"', '"')
    words = re.sub(CHANCE, "", re.sub(r"<svg.*?</svg>", "", found, flags=re.S))
    pictures = [cards.face("lynx", number, drawn) for drawn in ("face", "strip")]
    return bool(re.search(rf"(?<![\w.#/-]){number}(?![\w.%/])", words)) or any(
        picture in found for picture in pictures
    )


def told(frames: list[bytes], page: Page) -> set[str]:
    """Which of the distinct cards are in what the page received or shows."""
    texts = [contents(frame).decode(errors="replace") for frame in frames] + [page.content()]
    return {str(n) for n in range(90, 95) for text in texts if known(text, str(n))}


def test_nothing_that_a_seat_may_not_know_reaches_the_page(page: Page, lab: Lab) -> None:
    frames = listen(page)
    make = "table = Table(cardkit.replay(record), bots=low, pause=0, save=False)\ntable"
    table = lay(page, lab, DISTINCT, make)
    for _ in range(2):
        in_hand(table, "90").first.click()
        expect(table.get_by_role("button", pressed=True)).to_have_count(1)
        in_hand(table, "90").first.click()
        table.get_by_role("tab", name="Hint").click()
        lay_first(table)
        expect(question(table)).to_contain_text("You robbed nobody")
        play(table, choice(table, "End turn"))
        expect(question(table)).to_contain_text("Lay cards")
    table.get_by_role("button", name=re.compile("^Think")).click()
    expect(table.locator(".ck-chance").first).to_be_visible()
    play(table, table.get_by_role("button", name="Undo"))
    backs = table.locator(".ck-backs [data-face]")
    drawn = backs.evaluate_all("all => all.map(node => node.dataset.face)")
    assert len(drawn) > 18 and set(drawn) <= {"? plain", "? edge"}

    assert told(frames, page) == {"90"}, "my own cards and no others"
    assert not any(SEED.encode() in frame for frame in frames), "the seed would tell every hand"
    traits = ask(page, "{name: table.get_state()[name] for name in ('html', 'faces')}")
    assert not any(known(json.dumps(traits), str(n)) for n in range(91, 95))

    # the search would have found them
    ask(page, "[table.game.hands, table.game.seed]")
    assert told(frames, page) == {"90", "91", "92", "93", "94"}
    assert any(SEED.encode() in frame for frame in frames)


def test_behind_the_curtain_neither_hand_is_in_the_page(page: Page, lab: Lab) -> None:
    frames = listen(page)
    make = (
        'table = Table(cardkit.replay(record), {0: "human", 2: "human"}, bots=low, pause=0,'
        " save=False)\ntable"
    )
    table = lay(page, lab, DISTINCT, make)
    assert told(frames, page) == set()
    play(table, choice(table, "I am Ola"))
    expect(hand(table)).to_have_count(7)
    assert told(frames, page) == {"90"}
    lay_first(table)
    expect(question(table)).to_contain_text("You robbed nobody")
    frames.clear()
    play(table, choice(table, "End turn"))
    expect(choice(table, "I am Michał")).to_be_visible()
    assert told(frames, page) == set()
    play(table, choice(table, "I am Michał"))
    expect(hand(table)).to_have_count(7)
    assert told(frames, page) == {"92"}
