"""What `boxref COMMAND --help` says of each command before its options."""

RUN = """\
Start the box. On a Raspberry Pi it is the real one; on any other computer it is simulated, and the terminal is the
table: type what the hands do, see what the referee says. `help` there tells more. Steps from a pipe work too:

  printf 'push 0.0\\nshow\\n' | boxref run --game clever_keys

Without a terminal it logs to standard error, tells systemd how it is, and stops on SIGTERM; on /dev/null only then.
"""

PLAY = """\
Perform plays on the simulated box, in virtual time, and print a transcript of each:

  TIME > step                      what the hands did, in seconds since the start
  TIME < Name field=value ...      what the referee announced

firmware/plays/README.md tells how they are written; `help` at the table of `boxref run` lists the steps.

Exit status: 0 every expectation held, 1 one did not (its line, what was expected, what came) or the table did not allow
a step at its moment, 2 a file is wrong (every wrong line with what would be right; then nothing is performed).
"""

REPLAY = """\
Print a game of the journal as a play for `boxref play`: what hands did, at their moments, and what was announced as
expectations. A fault seen on a table becomes a test by keeping this file.
"""

GAMES = """\
List the games of the journal, the oldest first: number, date, game, players, and how it ended. `boxref replay N` and
`boxref export N` tell more of one.
"""

EXPORT = """\
Print a game of the journal: players, scores and every agreed state. What players must remember is in it only when the
game is over.
"""

COPY = """\
Tell the box what is printed on your copies of the games and in no rulebook: wagon cards, stars, colours, towers.

  boxref copy         asks for it, value by value, and writes it down
  boxref copy show    lists every value: yours, printed in the rulebook, derived from it, or assumed
  boxref copy check   names every wrong line of the file, with what would be right (exit status 2)

Where the rulebook leaves room a house may choose its own reading for good, by hand, in a table of the file:
[dragon_battle.settings] with silverJoins = true in it; `boxref copy show` lists them all. Games begun with the box's
keys are played so; which variant is played is chosen by the keys.
"""

SIMULATE = """\
Let bots play many games by the rules alone, on all cores, and print how often each seat won (with the 95 %
Wilson interval), how many turns a game had and what a turn was worth. The same seed gives the same games on any number
of cores.

  boxref simulate clever_keys --games 10000 --players 3 --strategies memory,bold,random
  boxref simulate dragon_battle variant=young --strategies bold,cautious

With --csv it prints a line for each game and seat: game, start, turns, seat, strategy, won (1, 0, or the part of a
shared game), score, own_turns, failed.
"""

DOCTOR = """\
Look at everything a box needs and say what is wrong, each in a sentence with the command that mends it. It reads only:
it leaves a box alone that runs, and a computer that is no Raspberry Pi is told what one would need.

Exit status: 0 nothing is wrong (it may still have things to say), 1 something is, 2 the plan is wrong.
"""

WATCH = """\
Show what every part of the box reports (raw) and what is made of it (settled), with the milliseconds since the edge.
Nothing is refereed meanwhile. Stop the service first: systemctl stop boxref. Ctrl-C ends it.

With the key-slot board and keys in it this shows which slots block: it is for whoever builds the box, not for players.
On a simulated box the terminal is the table, as with `boxref run`.
"""

TEST = """\
Light every lamp, sound the buzzer, and ask for each part to be touched in turn; print what passed. Stop the service
first: systemctl stop boxref. On a simulated box type what the hands do, as with `boxref run`.

Exit status: 0 everything passed, 1 not everything, or there is no box here.
"""

CALIBRATE = """\
Let the box learn its own parts: it tells each step, and what is likely wrong where one is bad. On a Raspberry Pi it is
the real box (stop its service first), on any other computer the simulated one, whose hands you type as in `boxref run`.

  scale    both load cells, with the gems of your game (centre, corner: one of them)
  knock    the knock sensor, with the hammer
  slots    the contacts of the key slots, without the key-slot board
  gate     the gem gate, with one gem or die of each colour

What was learned is kept in calibration.toml in the state directory, with the values before. Exit status: 0 all is
calibrated, 1 it is not, 2 the command line or the plan is wrong.
"""
