"""The pages as HTML. Pure: values in, text out; whatever people wrote is escaped, and its direction is its own."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

from ..art import symbols
from ..games import GAMES
from ..people import Person
from ..scene import GROUND, SEAT_COLOURS, SYMBOLS
from ..statistics import Past, Record, Totals
from ..table import SEATS, Seat
from ..words import LANGUAGES, say
from .request import Request
from .running import Row, Running

EVERY_MS = 3000  # the live table is asked for again
SLOWLY_S = 10  # where no script runs

STYLE = """
:root{color-scheme:dark light;--ground:#101820;--card:#1a2632;
--rule:#3b4f61;--ink:#f4f1ea;--soft:#a9b8c6;--star:#f5b81c}
@media(prefers-color-scheme:light){:root{--ground:#f4f1ea;--card:#fff;
--rule:#c5bfb2;--ink:#17232e;--soft:#51616f;--star:#8a5c00}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:42rem;padding:1rem;background:var(--ground);
color:var(--ink);font:1.06rem/1.45 system-ui,sans-serif}
header,nav,.who,.game h2,.records li{display:flex;align-items:center;gap:.6rem}
header,.game h2,.records li{justify-content:space-between}
.records span{text-align:end}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:0}
a{color:inherit;text-underline-offset:.2em}
nav{margin:1rem 0;gap:.4rem}
nav a{flex:1;padding:.65rem .3rem;text-align:center;text-decoration:none;
border-radius:.6rem;background:var(--card);border:1px solid var(--rule)}
nav a[aria-current]{border:2px solid var(--star);font-weight:700}
.lang{padding:.6rem}
.game,.person,.records{background:var(--card);border-radius:.8rem;padding:.8rem 1rem;margin:.8rem 0}
.soft,.game h2 span,dt{color:var(--soft);font-size:.93rem;font-weight:400}
table{width:100%;border-collapse:collapse;margin-top:.4rem}
td,th{padding:.35rem 0;font-weight:400;text-align:start}
th{color:var(--soft);font-size:.93rem}
td:last-child,th:last-child{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap;padding-inline-start:.6rem}
tr+tr td{border-top:1px solid var(--rule)}
.big td{font-size:1.35rem;padding:.6rem 0}
.who{min-width:0;overflow-wrap:anywhere}
.who svg{width:2.1rem;height:2.1rem;flex:none}
.big .who svg{width:2.8rem;height:2.8rem}
.won{color:var(--star);font-weight:700}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.2rem,1fr));gap:.6rem;margin:.7rem 0 0}
dd{margin:0;font-variant-numeric:tabular-nums}
ul{list-style:none;margin:0;padding:0}
.said{padding:1.2rem;text-align:center}
#gone{background:var(--star);color:#101820;padding:.6rem 1rem;border-radius:.6rem}
""".replace("\n", "")
SCRIPT = """
const now=document.getElementById("now"),gone=document.getElementById("gone");let tag="";
async function look(){
if(!document.hidden)try{
const a=await fetch("/now"+location.search,{headers:tag?{"If-None-Match":tag}:{}});
if(a.status===200){tag=a.headers.get("ETag");now.innerHTML=await a.text()}
gone.hidden=a.status<400
}catch{gone.hidden=false}
setTimeout(look,EVERY)}
setTimeout(look,EVERY)
""".replace("EVERY", str(EVERY_MS))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


POLICY = (
    f"default-src 'none'; style-src {_hash(STYLE)}; script-src {_hash(SCRIPT)}; connect-src 'self'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: our own style and script by what they say, nothing else, from nowhere."""


# --- pages


def whole(request: Request, inside: str, live: bool = False) -> str:
    """A page round `inside`, which is HTML already. `live`: it looks for news by itself."""
    language = request.language
    title = escape(say("phone-title", language))
    tabs = "".join(
        f'<a href="{_link(request, page)}"{current}>{escape(say(word, language))}</a>'
        for page, word in (("/", "phone-now"), ("/games", "phone-games"), ("/players", "phone-players"))
        for current in (' aria-current="page"' if page == request.page else "",)
    )
    others = "".join(
        f'<a class="lang" lang="{code}" hreflang="{code}" href="{request.page}?lang={code}">'
        f"{escape(say('language', code))}</a>"
        for code in LANGUAGES
        if code != language
    )
    news = f'<noscript><meta http-equiv="refresh" content="{SLOWLY_S}"></noscript>' if live else ""
    script = f"<script>{SCRIPT}</script>" if live else ""
    gone = f'<p id="gone" role="status" hidden>{escape(say("phone-gone", language))}</p>' if live else ""
    return (
        f'<!DOCTYPE html><html lang="{language.replace("_", "-")}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="robots" content="noindex"><link rel="icon" href="data:,">'
        f"{news}<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<header><h1>{title}</h1>{others}</header><nav>{tabs}</nav>{gone}"
        f'<main id="now">{inside}</main>{script}</body></html>'
    )


def _link(request: Request, page: str, **more: object) -> str:
    words = ({"lang": request.language} if request.asked else {}) | more
    return page + "".join(f"{'&amp;' if n else '?'}{key}={value}" for n, (key, value) in enumerate(words.items()))


def sentence(word: str, language: str) -> str:
    """One sentence in the middle."""
    return f'<p class="said">{escape(say(word, language))}</p>'


def table(running: Running | None, language: str) -> str:
    """The live table: who has how much, or how the last game ended."""
    if running is None:
        return sentence("phone-no-games", language)
    state = say("phone-over" if running.over else "phone-running", language)
    unit = escape(say("phone-points", language))
    rows = "".join(
        f"<tr><td>{_who(row, language)}</td><td{_crowned(row.won)}>{row.points}</td></tr>" for row in running.rows
    )
    return (
        f'<section class="game"><h2>{_title(running.kind)}<span>{escape(state)}</span></h2>'
        f'<table class="big"><thead><tr><th></th><th>{unit}</th></tr></thead><tbody>{rows}</tbody></table></section>'
    )


def history(games: Sequence[Past], more: bool, request: Request) -> str:
    """Finished games, the newest first. `more`: there are older ones."""
    language = request.language
    if not games:
        return sentence("phone-no-games" if request.before is None else "phone-no-older", language)
    shown = "".join(_game(game, language) for game in games)
    newest = f'<a href="{_link(request, "/games")}">{escape(say("phone-newest", language))}</a>'
    older = f'<a href="{_link(request, "/games", before=games[-1].n)}">{escape(say("phone-older-games", language))}</a>'
    links = [newest] * (request.before is not None) + [older] * more
    return shown + (f"<nav>{''.join(links)}</nav>" if links else "")


def players(sums: Iterable[tuple[str, Sequence[Totals], Sequence[Record]]], language: str) -> str:
    """What everybody with a name came to, game by game: (game, its sums, its records)."""
    shown = ""
    for kind, totals, records in sums:
        best = "".join(f"<li>{_record(record, language)}</li>" for record in records)
        shown += f"<h2>{_title(kind)}</h2>"
        shown += f'<section class="records"><ul>{best}</ul></section>' if best else ""
        shown += "".join(_person(total, language) for total in totals)
    return shown or sentence("phone-nobody", language)


# --- parts


def _title(kind: str) -> str:
    return escape(GAMES[kind].NAME if kind in GAMES else kind)


def _crowned(won: bool) -> str:
    return ' class="won"' if won else ""


def badge(style: Seat) -> str:
    """Symbol and colour of a seat, as on the box; the same on a light ground."""
    colour = SEAT_COLOURS[style - 1]
    ring = f'<circle r="59" fill="{GROUND}"/><circle r="46.5" fill="none" stroke="{colour}" stroke-width="7"/>'
    symbol = symbols.inked(SYMBOLS[style - 1], colour)
    return f'<svg viewBox="-60 -60 120 120" aria-hidden="true">{ring}{symbol}</svg>'


BADGES = {seat: badge(seat) for seat in SEATS}


def _sits(seat: Seat, person: Person | None, bot: bool, language: str) -> str:
    """Badge and name; without a name the seat's number."""
    name = (
        f'<bdi dir="auto">{escape(person.name)}</bdi>' if person else escape(say("phone-seat", language).format(seat))
    )
    machine = f' <span class="soft">{escape(say("phone-bot", language))}</span>' if bot else ""
    return f"{BADGES[person.style if person else seat]}<span>{name}{machine}</span>"


def _who(row: Row, language: str) -> str:
    return f'<div class="who">{_sits(row.seat, row.person, row.bot, language)}{_star(row.won)}</div>'


def _star(won: bool) -> str:
    return '<span class="won">★</span>' if won else ""


def _game(game: Past, language: str) -> str:
    told = [_day(game.started, language) or say("phone-no-date", language)]
    told += [say("phone-practice", language)] * game.practice + [say("phone-early-end", language)] * game.ended_early
    rows = "".join(
        f'<tr><td><div class="who">{_sits(s.seat, s.person, s.bot, language)}{_star(s.won)}</div></td>'
        f"<td{_crowned(s.won)}>{s.points}</td></tr>"
        for s in game.sat
    )
    return (
        f'<section class="game"><h2>{_title(game.kind)}<span>{escape(", ".join(told))}</span></h2>'
        f"<table><tbody>{rows}</tbody></table></section>"
    )


def _day(stamp: str, language: str) -> str:
    """A stored date or time as the language writes it; "" where the clock was not set."""
    return say("day", language).format(stamp[:4], stamp[5:7], stamp[8:10]) if len(stamp) >= 10 else ""


def _person(total: Totals, language: str) -> str:
    facts = [("phone-played", str(total.games)), ("phone-won", str(total.wins)), ("phone-points", str(total.points))]
    if total.evening:
        best = f"{total.evening.wins} ★ {_day(total.evening.day, language)}"
        facts.append(("phone-best-evening", best))
    facts += [
        (word, _number(value, language))
        for word, value in (
            ("phone-median", None if total.median_us is None else total.median_us / 1e6),
            ("phone-quickest", None if total.quickest_us is None else total.quickest_us / 1e6),
            ("phone-right", total.right),
            ("phone-wrong", total.wrong),
            ("phone-early", total.early),
            ("phone-bones", total.bones_a_round),
            ("phone-empty", total.kept_empty),
            ("phone-begged", total.begged),
        )
        if value is not None
    ]
    listed = "".join(
        f"<div><dt>{escape(say(word, language))}</dt><dd>{escape(told)}</dd></div>" for word, told in facts
    )
    who = _sits(total.person.style, total.person, False, language)
    return f'<section class="person"><h2 class="who">{who}</h2><dl>{listed}</dl></section>'


def _number(value: float, language: str) -> str:
    if isinstance(value, int):
        return str(value)
    return f"{value:.2f}".replace(".", say("phone-comma", language))


RECORD = {"fastest": "phone-record-fastest", "points": "phone-record-points", "streak": "phone-record-streak"}


def _record(record: Record, language: str) -> str:
    value: float = record.value / 1e6 if record.name == "fastest" else record.value
    said = say(RECORD[record.name], language).format(_number(value, language))
    return f'<div class="who">{_sits(record.seat, record.person, False, language)}</div><span>{escape(said)}</span>'
