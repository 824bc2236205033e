"""Progress: kept whole or not at all, restored without loss, never broken by a bad file."""

from __future__ import annotations

import json

import pytest

from cardkit import BadInput
from widgets.progress import Progress, parse
from widgets.progress_panel import Panel

GOOD = '{"cardkit-progress": 1, "done": {"lynx/a": 3, "quiz/b": 1}}'


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "progress.json"


def test_it_is_kept_in_a_file(path):
    Progress(path).mark("lynx/a", 2)
    again = Progress(path)
    assert again.paws("lynx/a") == 2 and "lynx/a" in again and len(again) == 1
    assert [each.name for each in path.parent.iterdir()] == ["progress.json"], "nothing left behind"
    assert json.loads(path.read_text()) == {"cardkit-progress": 1, "done": {"lynx/a": 2}}


def test_the_best_result_is_kept(path):
    kept = Progress(path)
    for paws in (1, 3, 2):
        kept.mark("lynx/a", paws)
    assert kept.paws("lynx/a") == 3 and kept.paws("lynx/b") == 0


def test_download_and_restore(path, tmp_path):
    kept = Progress(path)
    kept.mark("lynx/a", 1)
    kept.mark("lynx/c", 2)
    assert kept.restore(GOOD) == 2
    assert [kept.paws(key) for key in ("lynx/a", "quiz/b", "lynx/c")] == [3, 1, 2]
    other = Progress(tmp_path / "other.json")
    other.restore(kept.text())
    assert other.text() == kept.text() == Progress(path).text()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "no progress file of this kit"),
        ('{"cardkit": 1}', "no progress file of this kit"),
        ('{"cardkit-progress": 2, "done": {}}', "version 1, not 2"),
        ('{"cardkit-progress": 1}', "lists what is done"),
        ('{"cardkit-progress": 1, "done": []}', "lists what is done"),
        ('{"cardkit-progress": 1, "done": {"../../x": 3}}', "no name"),
        ('{"cardkit-progress": 1, "done": {"<b>": 3}}', "no name"),
        ('{"cardkit-progress": 1, "done": {"a": 4}}', "one to three paws"),
        ('{"cardkit-progress": 1, "done": {"a": true}}', "one to three paws"),
        ('{"cardkit-progress": 1, "done": {"a": "3"}}', "one to three paws"),
        ("x" * 600_000, "at most 500,000 characters"),
        (None, "at most"),
        (b"{}", "at most"),
    ],
)
def test_a_bad_file_gets_a_sentence_and_changes_nothing(path, content, said):
    kept = Progress(path)
    kept.mark("lynx/a", 2)
    before = path.read_bytes()
    with pytest.raises(BadInput, match=said):
        kept.restore(content)
    assert path.read_bytes() == before and len(kept) == 1


def test_a_broken_file_of_its_own_is_no_accident(path):
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe not ours")
    kept = Progress(path)
    assert len(kept) == 0 and kept.trouble.endswith(".")
    kept.mark("lynx/a")
    assert parse(path.read_text()) == {"lynx/a": 3}


def test_a_folder_one_may_not_write_in(tmp_path):
    (tmp_path / "file").write_text("")
    kept = Progress(tmp_path / "file" / "progress.json")
    kept.mark("lynx/a")
    assert "lynx/a" in kept and "download it" in kept.trouble


def test_forgetting_begins_anew(path):
    kept = Progress(path)
    kept.mark("lynx/a")
    kept.forget()
    assert len(Progress(path)) == 0


def send(panel, verb, **fields):
    message = {"verb": verb, "places": [], "seat": None, "version": 0}
    panel._receive(panel, {**message, **({"fields": fields} if fields else {})}, [])


def test_the_panel_downloads_and_restores(path):
    kept = Progress(path)
    box, sent = Panel(kept), []
    box.send = lambda content, buffers=None: sent.append(content)
    assert "Nothing done yet." in box.html
    kept.mark("lynx/a")
    assert "1 done so far." in box.html
    send(box, "download")
    assert sent[0] == {"download": kept.text(), "name": "progress.json"}
    send(box, "restore", record=GOOD)
    assert "2 restored" in box.html and kept.paws("quiz/b") == 1
    for content in ("[]", "<img src=x>", ""):
        send(box, "restore", record=content)
        assert "That is no progress file" in box.html and len(kept) == 2
    for nonsense in ("fly", "_paint"):
        send(box, nonsense)
        assert "did not understand" in box.html and len(kept) == 2
    send(box, "restore")
    assert "A progress file is a text" in box.html
