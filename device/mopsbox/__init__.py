"""Mopsbox: the buzzer box's service. Reading order:

table      the values everyone shares: Edge, Command, Ruling, Button, ...
referee/   who was first (pure);  desk: its thread, owner of the lamps
games/     one folder a game (pure): rules, host (the talk at the table), view (its screens), bots
box        attract -> lobby -> game -> podium (pure);  scene: what the screen shows, as values
journal    action <-> JSON line, undo and correct;  store: SQLite, nothing lost
inputs/    edges and buttons into messages;  paint/, sound, lamps: the way out
loop       receive, step, record, show: the only loop;  __main__: puts the parts together
"""

__version__ = "0.1.0"
