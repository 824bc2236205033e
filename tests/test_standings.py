"""The result of a tournament: standings, intervals, faults and who beat whom."""

from __future__ import annotations

from cardkit.standings import Fault, Played, Tournament


def result_of(*matches: tuple[str, str], faults=()) -> Tournament:
    """A tournament of two-player games, each as winner and loser."""
    names = tuple(dict.fromkeys(name for match in matches for name in match))
    played = tuple(Played(match, (1.0, 0.0), (5, 3)) for match in matches)
    return Tournament("lynx", 2, 1, names, len(played), played, tuple(faults))


def test_names_and_faults_are_escaped_in_html() -> None:
    bad = "<script>alert('x')</script>"
    fault = Fault(bad, 1, (bad,), 1, 1, f"raised {bad}.", f"line 1 `{bad}`")
    html = result_of((bad, "b & c"), faults=[fault])._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html and "b &amp; c" in html


def test_the_text_shows_places_intervals_games_and_faults() -> None:
    fault = Fault("ben", 1, ("ann",), 1, 1, "answered nothing.")
    result = result_of(*[("ann", "ben")] * 10, faults=[fault])
    assert repr(result).splitlines() == [
        "Lynx, 2 players, 10 games, seed 1",
        "  1. ann 100% [72%, 100%] of 10 games",
        "  2. ben   0% [0%, 28%] of 10 games, 1 lost by a fault",
        "ben, game 1 against ann: it answered nothing.",
    ]


def test_who_cannot_be_told_apart_is_said() -> None:
    matches = [("ann", "ben")] * 9 + [("ben", "ann")] * 11 + [("ann", "cat"), ("ben", "cat")] * 20
    result = result_of(*matches)
    assert result.alike == (("ben", "ann"),)
    assert "Cannot be told apart, since their intervals overlap: ben to ann." in repr(result)
    assert [standing.place for standing in result.standings] == [1, 2, 3]
    even = result_of(("ann", "ben"), ("ben", "cat"), ("cat", "ann"))
    assert [standing.place for standing in even.standings] == [1, 1, 1]
    assert even.alike == (("ann", "ben", "cat"),)


def test_the_frames_say_who_wins_and_who_beats_whom() -> None:
    result = result_of(*[("ann", "ben")] * 3, ("ben", "ann"), ("cat", "ben"))
    assert list(result.frame.columns) == ["place", "wins", "from", "to", "games", "faults"]
    assert result.frame.loc["ann", "wins"] == 0.75 and result.frame.loc["cat", "place"] == 1
    against = result.against
    assert against.loc["ann", "ben"] == 0.75 and against.loc["ben", "ann"] == 0.25
    level = Tournament("lynx", 2, 1, ("a", "b"), 1, (Played(("a", "b"), (0.5, 0.5), (1, 1)),), ())
    assert level.against.loc["a", "b"] == level.against.loc["b", "a"] == 0.5
    assert against.loc["cat", "ben"] == 1 and against.loc["ann"].isna()[["ann", "cat"]].all()


def test_equal_faults_are_shown_once_with_how_often() -> None:
    late = [Fault("ann", game, ("ben",), 1, 1, "took too long.") for game in range(1, 7)]
    odd = [Fault("ann", 7, ("ben",), 1, 1, f"answered {n}.") for n in range(30)]
    grouped = result_of(("ben", "ann"), faults=[*odd[:1], *late]).grouped
    assert grouped == [
        "6 × ann, game 1 against ben: it took too long.", "ann, game 7 against ben: it answered 0."
    ]  # fmt: skip
    assert result_of(("ben", "ann"), faults=odd).grouped[-1] == "… and 10 others, in .faults"
