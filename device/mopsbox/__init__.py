"""Mopsbox: the buzzer box's service. Reading order:

table      the values everyone shares: Edge, Command, Ruling, Button, ...
referee/   who was first (pure);  desk, desk_thread: its surroundings and its thread, owner of the lamps
games/     one folder a game: rules, host (the talk at the table), view (its screens), bots (all pure)
box, lobby attract -> lobby -> game -> podium (pure);  scene, show, front: what is seen, as values
journal    action <-> JSON object, undo and correct;  store, gamefiles, saved: SQLite and files, nothing lost
inputs/    a script as fingers;  paint/: pictures, the window and its keys;  lamps: the way out
loop       receive, step, record, show: the only loop;  turning: in wall time or in virtual time
evening    puts the parts together;  __main__, cli: the command line;  sim, audit, replay, bench: other commands
"""

__version__ = "0.1.0"
