"""`mopsbox audit`: the published lines, the sentences, and what it refuses (formats.md, edge log)."""

import io
import json
from pathlib import Path

import pytest

from mopsbox.audit import audit
from mopsbox.jsonl import BadInput

HEADER = '{"edges":1,"seats":[1,2,3,4],"held":[],"early_penalty_ms":0,"seed":7}'
OPEN = '{"t":1000000000,"do":"open"}'


def said(folder: Path, *lines: str, as_json: bool = True, header: str = HEADER) -> list[str]:
    path = folder / "1.edges.jsonl"
    path.write_text("".join(line + "\n" for line in (header, *lines)))
    out = io.StringIO()
    assert audit(path, as_json, out) == 0
    return out.getvalue().splitlines()


def edge(t_us: int, seat: int, level: str = "closed", **more: int) -> str:
    return json.dumps({"t": t_us * 1000, "seat": seat, "edge": level, **more})


def test_a_buzz_is_said_in_the_published_words(tmp_path: Path) -> None:
    bounce = [edge(1_200_000, 2), edge(1_200_400, 2, "open"), edge(1_200_700, 2), edge(1_200_412, 1)]
    assert said(tmp_path, OPEN, *bounce) == [
        '{"t":1201412000,"ruling":"press","seat":1,"at":1200412000}',
        '{"t":1201700000,"ruling":"press","seat":2,"at":1200000000}',
        '{"t":1201700000,"ruling":"winner","seat":2,"at":1200000000,"tied":[2],"margin_ns":412000}',
    ]


def test_without_json_it_tells_people(tmp_path: Path) -> None:
    bounce = [edge(1_200_000, 2), edge(1_200_400, 2, "open"), edge(1_200_700, 2), edge(1_200_412, 1)]
    last = said(tmp_path, OPEN, *bounce, as_json=False)[-1]
    assert last == "1.201700 s  buzzer 2 wins, 412 us before buzzer 1"
    alone = said(tmp_path, OPEN, edge(2_000_000, 4), as_json=False)
    assert alone[-1] == "2.001000 s  buzzer 4 wins, nobody else had pressed"
    heat = said(tmp_path, OPEN, edge(2_000_000, 4), edge(2_000_030, 1), as_json=False)
    assert heat[-1].endswith("wins the draw after a dead heat of buzzers 1 and 4 at 2.000000 s")


def test_time_goes_on_past_the_last_line_only_until_nothing_is_open(tmp_path: Path) -> None:
    """The held button 3 would be stuck after 10 s; nobody waits for that."""
    lines = said(tmp_path, OPEN, edge(1_200_000, 1), header=HEADER.replace('"held":[]', '"held":[3]'))
    assert [json.loads(line)["ruling"] for line in lines] == ["press", "winner"]


def test_the_lines_may_stand_in_any_order(tmp_path: Path) -> None:
    lines = [OPEN, edge(1_200_000, 1), edge(1_200_000, 2), edge(1_300_000, 1, "open"), '{"t":1400000000,"do":"wrong"}']
    assert said(tmp_path, *lines) == said(tmp_path, *reversed(lines))


def test_a_lost_number_makes_the_ruling_uncertain(tmp_path: Path) -> None:
    lines = [OPEN, edge(1_000_100, 3, seq=4), edge(1_000_200, 3, "open", seq=5), edge(1_200_000, 1, seq=7)]
    winner = json.loads(said(tmp_path, *lines)[-1])
    assert winner["uncertain"] is True
    assert said(tmp_path, *lines, as_json=False)[-1].endswith("(uncertain: an edge was lost)")


def test_certain_rulings_have_just_the_published_keys(tmp_path: Path) -> None:
    for line in said(tmp_path, OPEN, edge(1_200_000, 1), edge(1_300_000, 1, "open"), edge(1_400_000, 1)):
        ruling = json.loads(line)
        winner = ["tied", "margin_ns"] if ruling["ruling"] == "winner" else []
        assert list(ruling) == ["t", "ruling", "seat", "at", *winner]


@pytest.mark.parametrize("verdict", ["wrong", "right"])
def test_a_verdict_where_nobody_has_won_is_bad_input(verdict: str, tmp_path: Path) -> None:
    """One nanosecond before the ruling; at its very stamp it is good."""
    lines = [OPEN, edge(1_200_000, 1)]
    assert said(tmp_path, *lines, f'{{"t":1201000000,"do":"{verdict}"}}')
    with pytest.raises(BadInput, match=rf'line 3: says "{verdict}" where nobody has won'):
        said(tmp_path, OPEN, f'{{"t":1200999999,"do":"{verdict}"}}', edge(1_200_000, 1))


def test_the_second_of_two_verdicts_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 5: .*; "):
        said(tmp_path, OPEN, edge(1_200_000, 1), '{"t":1300000000,"do":"right"}', '{"t":1300000001,"do":"right"}')


def test_nothing_is_written_for_a_bad_log(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join([HEADER, OPEN, edge(1_200_000, 1), '{"t":9,"do":"wrong"}', ""]))
    out = io.StringIO()
    with pytest.raises(BadInput):
        audit(path, True, out)
    assert out.getvalue() == ""


def test_a_log_of_a_header_alone_has_no_rulings(tmp_path: Path) -> None:
    assert said(tmp_path) == []
