"""Mopsbox: the buzzer box's service. Reading order:

table      the values everyone shares: Edge, Command, Ruling, Button, ...
referee/   who was first (pure);  desk, desk_thread: its surroundings and its thread, owner of the lamps
games/     one folder a game: rules, host (the talk at the table), view (its screens), bots (all pure);
           protocol: all the box asks of a game
box, stage, menu, lobby: attract -> lobby -> game -> podium (pure);  scene, show, front, icons: what is seen;
attract    pugs and a demo for who passes by;  settings, settings_view, howto: what lies on the menu
lying, panels: panels higher than wide, and such as nobody planned
frozen     a changed copy of a large value
ownfile    a game's data in a file, the shipped one or an owner's
journal    action <-> JSON object, undo and correct;  store, nostore, gamefiles, saved: SQLite and files
wizard, wizard_view, troubles: trying the buzzers, what is told of them (pure)
rotation   which backups stay (pure);  backups, keeper: made, found good, put back; the thread that does it
           catching_up, restoring: with what the journals have beyond them, while the table waits
           restore, restore_view: the command, and the question at the table;  media, export, courier: onto a stick
           bundle, scrub, ring: what is wrong, in one file, without secrets
people, styles, names, names_view: who has a name, and where it is asked for (pure);  statistics, counted: values (pure)
           evenings, sittings, sitters: who sat where and what it comes to, in SQL;  reckoning, summing: how it is found
           forgetting: a name leaves the copies, too;  incoming: another box's games;  tables, scores: told outside
           book, book_view, people_view, plot, telling: told on the screen (pure);  recall: looks it up
phone/     the page for phones, another program;  qr, phone_view: its address;  printing/, sheets: the games on paper
inputs/    gpio: buzzers and menu buttons with the kernel's stamps;  script: a file as fingers
           hub: the thread at a buzzer hub;  hublink, huborder, hubclock: what it says and when that was (pure)
pins.toml, wiring: which pin is what;  pins, pin_line, pin_threads, gpiochip: a gpiozero pin factory on libgpiod
           pin_factory: which one is asked for
firmware/  what runs on the buzzer hub, a Pico under MicroPython; hubproto: what hub and box say to each other, shared
glow       what a lamp does over time (pure);  lamps, gpio_lamps: the way out, remembered or on real pins
paint/     pictures, the screen and its keys;  sound/: who plays, sounds/: what is played and how it is made
names, changing, book: who sits there by name, and the scores (pure), each with its _view;  people, statistics, sitters:
           what the store keeps of it;  answers: what it says to the table
loop       receive, step, record, show: the only loop;  turning: in wall time or in virtual time
evening    chooses the parts, opening, hardware and live put them together;  __main__, cli: the command line
check/     the self-check;  sim, audit, replay, bench: other commands
"""

__version__ = "0.1.0"
