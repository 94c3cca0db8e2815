"""Every word the table reads, German and English (screens/layout.md, States). `say(key, language)`."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "mopsbox": ("Mopsbox", "Mopsbox"),
    "press-any": ("Drück einen Buzzer", "Press any buzzer"),
    "press-your": ("Drück deinen Buzzer", "Press your buzzer"),
    "house-rule": ("Hausregel: 2 Sätze", "house rule: 2 sets"),
    "start": ("los", "start"),
    "how-many": ("Wie viele?", "How many?"),
    "fewer": ("weniger", "fewer"),
    "roll": ("würfeln", "roll"),
    "more": ("mehr", "more"),
    "your-number": ("Deine Zahl?", "Your number?"),
    "done": ("fertig", "done"),
    "right": ("Richtig!", "Right!"),
    "wrong": ("Falsch", "Wrong"),
    "late": ("Zu spät", "Too late"),
    "nobody": ("Niemand", "Nobody"),
    "by-lot": ("Los", "by lot"),
    "dead-heat": ("gleichauf", "dead heat"),
    "take-one": ("Nimm einen!", "Take one!"),
    "take": ("nehmen", "take"),
    "tie": ("Gleichstand", "Tie"),
    "ended-early": ("vorzeitig beendet", "ended early"),
    "end": ("Schluss", "end"),
    "again": ("nochmal", "again"),
    "go-on": ("Weiter", "Go on"),
    "take-back": ("Rückgängig", "Take back"),
    "close-round": ("Auflösen", "Close round"),
    "end-game": ("Abrechnen", "Score now"),
    "leave": ("Verlassen", "Leave game"),
    "power-off": ("Ausschalten", "Power off"),
    "language": ("English", "Deutsch"),
    "choose": ("wählen", "choose"),
    "on": ("weiter", "go on"),
    "unfinished": ("Spiel geht weiter?", "Go on playing?"),
    "new-game": ("neu", "new"),
    "too-few": ("Noch zu wenige", "Too few yet"),
    "too-many": ("Zu viele", "Too many"),
    "db-damaged": ("Speicher war kaputt: neu", "Scores were damaged: new"),
    "disk-full": ("Speicher voll: Platz schaffen", "Disk full: make room"),
    "disk-fault": ("Speichern geht nicht", "Cannot save"),
    "late-edge": ("Buzzer kam zu spät an", "A buzzer was late"),
    "no-edge-log": ("Kein Buzzer-Protokoll", "No buzzer log"),
    "referee-dead": ("Buzzer tot: neu starten", "Buzzers dead: restart"),
    "config-bad": ("Einstellung kaputt: Standard", "Bad settings: defaults"),
    "stuck": ("Buzzer klemmt", "Buzzer stuck"),
    "press-to-roll": ("Buzzer drücken: würfeln", "Press buzzer to roll"),
    "press-again": ("Buzzer drücken: noch mal", "Press buzzer: again"),
}


def say(key: str, language: str) -> str:
    """The word for `key`; language "de" or "en"."""
    return WORDS[key][0 if language == "de" else 1]
