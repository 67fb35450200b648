//! The longer texts of `--help`. Options are described where they are declared.
//!
//! Lines of these texts have at most 79 characters, so that no terminal breaks them.

use super::parts;

/// The first paragraph of `solve --help`.
pub(super) const LONG_ABOUT: &str = "\
Proves the value of an Othello position on any board of at most 64 squares.

The value is a disc difference, seen from the side to move, when both sides play perfectly. A run prints who wins, the \
value, a best move and a whole perfect game.";

/// One line for each way to call the program, and the command that it is about; none is the plain `solve`.
const USAGE: [(&str, &str); 19] = [
    ("", "--board RxC [OPTIONS]"),
    ("positions", "[OPTIONS] [FILE]"),
    ("perft", "--board RxC --depth PLIES [OPTIONS]"),
    ("bench", "[--suite NAME | --positions FILE] [OPTIONS]"),
    ("book", "ACTION FILE [OPTIONS]"),
    ("train", "--board RxC [OPTIONS]"),
    ("prove", "--board RxC --claim CLAIM --output FILE [OPTIONS]"),
    ("check", "FILE [OPTIONS]"),
    ("verify", "feinstein [OPTIONS]"),
    ("problems", "--board RxC --empties N --count N -o DIR [OPTIONS]"),
    ("play", "--board RxC [--player PLAYER] [OPTIONS]"),
    ("mcts", "COMMAND [OPTIONS]"),
    ("chart", "[FILE] [OPTIONS]"),
    ("campaign", "COMMAND [OPTIONS]"),
    ("explore", "[--table DIR] [--port PORT] [OPTIONS]"),
    ("exhaust", "--board RxC -o DIR [OPTIONS]"),
    ("table", "ACTION [OPTIONS]"),
    ("completions", "SHELL"),
    ("man", "[COMMAND]"),
];

/// The usage of the program, with the commands that this build has.
pub(super) fn usage() -> String {
    let lines = USAGE.iter().filter(|(command, _)| parts::has(command));
    let lines = lines.map(
        |(command, rest)| if command.is_empty() { format!("solve {rest}") } else { format!("solve {command} {rest}") },
    );
    lines.collect::<Vec<_>>().join("\n       ")
}

/// Behind the options of `solve -h`.
pub(super) const EXAMPLES: &str = "\
Examples:
  solve --board 4x10 --mode wld              who wins on 4 rows and 10 columns?
  solve --board 4x6 --start reversi --json   the exact value, as JSON
  solve --board 6x6 --moves e4e3 --time-limit 1h30m
  solve positions endgames.txt --board 8x8 --scoring wof

More, also on exit statuses: solve --help";

/// Behind the options of `solve --help`.
pub(super) const DETAILS: &str = "\
Examples:
  Who wins on a board of 4 rows and 10 columns?
      solve --board 4x10 --mode wld
  The exact value from the parallel start, as JSON:
      solve --board 4x6 --start reversi --json
  After some moves, for at most an hour and a half:
      solve --board 6x6 --moves e4e3 --time-limit 1h30m
  Any position; X is Black, O is White, the last letter is the side to move:
      solve --board 4x4 --position '-----OX--XO----- X'
  Many positions, one a line:
      solve positions endgames.txt --board 8x8 --scoring wof --json

Notation:
  Columns are a, b, c ... from the left, rows 1, 2, 3 ... from the top: a1 is
  the top left square. A pass is written pass; ps, pa and -- are read too.
  Squares may also be * B b x for Black, W w o for White, . for empty.

Exit status:
  0    solved
  1    an error at run time: a table that cannot be used or trusted, a bad
       line among positions, a file that cannot be read
  2    wrong usage: an option, board, position or move that makes no sense
  3    stopped by --time-limit; the bounds proven so far were printed
  130  stopped by Ctrl-C, SIGTERM, SIGXCPU, or SIGHUP (unless that is ignored, as
       under nohup); the bounds proven so far were printed. A second Ctrl-C,
       SIGTERM or SIGHUP ends the program at once

Errors are one line on standard error. A closed pipe (solve ... | head -1) is
no error; an output that is closed (solve ... >&-) or that can only be read is
one.";

/// Behind the options of `solve positions`.
pub(super) const POSITIONS: &str = "\
A line is [RxC] BOARD SIDE, for example:  4x4 -----OX--XO----- X
Anything behind ; is ignored, so are empty lines and what follows #. Each
position is answered by one line, in the order of the input. A bad line is
reported with its number, the rest is solved, and the exit status is 1.

Examples:
  solve positions endgames.txt --board 8x8 --scoring wof
  echo '4x4 -----OX--XO----- X' | solve positions --json -";

/// Behind the options of `solve perft`.
pub(super) const PERFT: &str = "\
Prints two numbers a line: a number of plies, and the leaves so far below the
position. A game that ends before is one leaf. From the start of 8x8: 4, 12,
56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284. Positions of a ply are
kept as long as they fit into --memory; what is below them is counted move by
move, each ply anew. Which colour is to move makes no difference to a position.

Examples:
  solve perft --board 8x8 --depth 9
  solve perft --board 8x8 --depth 9 --passes skip
All games of 4x5, each of which takes at most 30 plies:
  solve perft --board 4x5 --depth 30 --positions";

/// Behind the options of `solve train`.
pub(super) const TRAIN: &str = "\
The evaluation orders the moves of a search; it decides nothing. For boards
that have no weights of their own the program uses a plainer one.

Positions are taken from games in which one side or both play carelessly. Near
the end of the game they are solved, before that they are searched a few plies
deep with what is trained already, from few empty squares upwards. The same
seed and number of games give the same bytes. On one core 200,000 games take
two minutes on small boards and twelve on 8x8.

The program reads no such file: those that it knows are part of it, from
solver/weights, when it is built.

Examples:
  solve train --board 6x6 --report
  solve train --board 4x5 --positions 20000 --output /tmp/4x5.weights";

/// Behind the options of `solve book`.
pub(super) const BOOK: &str = "\
A book has the exact value of every position that games from a start lead to,
up to so many discs: a byte for each position with the most discs, from which
all others follow. Values are for the side to move. A build that is stopped or
killed goes on where it was; half-made books know limits of some values.

Examples:
  solve book build /tmp/4x6.book --board 4x6 --discs 10
  solve book show /tmp/4x6.book
  solve book show /tmp/4x6.book --board 4x6 --moves b2d1
  solve book check /tmp/4x6.book --sample 20";

/// Behind the options of `solve exhaust`.
#[cfg(feature = "tables")]
pub(super) const EXHAUST: &str = "\
Enumerates every position that can be reached, symmetric ones once, and gives
each its exact value. Which colour is to move makes no difference; positions
after a forced pass and finished games count too. The table stands in DIR and
may stand beside others. A run that is stopped or killed goes on where it was;
meanwhile up to 8 bytes a position lie in DIR.

Columns: shares of positions that the side to move wins, draws and loses;
positions in which it must pass; finished games; legal squares on average and
at most; share of positions with two or more moves of which one is best; for
how many plies at most perfect play is unique (from there on each side has just
one best move, be it forced); how often, where there are two or more moves, the
one that leaves the fewest replies is a best one.

On two cores of a busy machine 4x6 (121 million positions) took a minute and a
half, 5x5 (362 million) three and a half; CPU times were 23 and 72 seconds.

Examples:
  solve exhaust --board 4x6 -o /tmp/tables
  solve exhaust --board 4x6 -o /tmp/tables --moves b2d1
  solve exhaust --board 4x4 -o /tmp/tables --position '-----OX--XO----- X'
  solve exhaust --board 4x5 -o /tmp/tables --raw --verify
  solve exhaust --board 4x6 -o /tmp/tables --export /tmp/4x6-othello
  solve exhaust --board 4x6 -o /tmp/tables --count --raw";

/// Behind the actions of `solve table`.
#[cfg(feature = "tables")]
pub(super) const TABLE: &str = "\
info, get, verify and export only read, also while a search writes. import and
merge take all entries of a table or, if one contradicts what is known, none.
What comes in stands beside what is proven here, and nobody has verified it
until --verify, or verify --accept, proves it again; answers that rest on it
say so.

Examples:
  solve table info --board 6x6
  solve table get --board 6x6 --moves e4e3
  solve table verify --level independent --sample 1000
  solve table verify --table-trust own --accept
  solve table export --board 4x10 -o 4x10.table
  solve table import 4x10.table --table /tmp/other --verify=5%
  solve table merge /tmp/other";
/// Behind the options of `solve prove`.
pub(super) const PROVE: &str = "\
A certificate names a position and limits of its value, and holds one move for
each position in which the side that proves a limit has a choice. solve check
proves it again from these moves. A false claim is an error that tells the true
value, with exit status 1, and no file is written. Either says if it rests on
entries of the table that nobody here has verified (see --table-trust).

With --threads 1 and --no-table the same claim gives the same bytes. Give the
search of large boards more memory: what it forgets has to be found anew. A
time limit or Ctrl-C leaves no file; what the table keeps is known next time.

Examples:
  solve prove --board 6x6 --claim value=-4 -o feinstein.cert --memory 2GiB
  solve prove --board 4x10 --claim win -o 4x10.cert
  solve prove --board 4x4 --moves b1 --claim 'value<=8' -o after-b1.cert";

/// Behind the options of `solve check`.
pub(super) const CHECK: &str = "\
Nothing in the file is believed: all positions follow from the first one, all
moves of the other side are tried, every position at which the moves end, a
leaf, is searched. Rules and search are the checker's own and read no table.
What is proven is printed; a certificate that is damaged or proves nothing is an
error, with exit status 1.

Nothing beside the file is believed either. A check that takes long keeps notes;
after Ctrl-C or a crash --resume goes on from them, and then says how many
leaves it has taken from them: whoever could write that file could write them.

A check can be shared: --part 3/40 follows the whole proof from the first
position to the leaves, and searches every fortieth of these. It prints a line
that is the same wherever that part is searched. All parts together are the
proof; --parts confirms that a file has all their lines, and searches nothing.

Examples:
  solve check feinstein.cert
  solve check 6x8.cert --part 3/40 >> lines.txt
  solve check 6x8.cert --parts lines.txt";

/// Behind the options of `solve verify`.
pub(super) const VERIFY: &str = "\
Solves the board or reads its value from the table, makes a certificate of the
value, checks the file, and compares the value with the published one.

Example:
  solve verify feinstein --memory 2GiB";

/// Behind the options of `solve bench`.
pub(super) const BENCH: &str = "\
Every position is solved anew: no table on disk is used, and the one in memory
is emptied before each. A value is checked before its cost is shown. Nodes a
second are counted by CPU time, so they are the speed of one core.

The signature is a hash of all positions, values and numbers of nodes. It is
shown when all are solved by one thread. A change of the program that keeps it
has not changed the search; --memory and --mode must be the same.

A line of FILE is [RxC] BOARD SIDE; MOVE:SCORE; MOVE:SCORE ... as Edax writes
it: the score of each move that is known, for the side to move; the highest is
the value of the position. Instead of the first ; there may be a %. What
follows % and is no MOVE:SCORE is a comment, so is what follows #. Without
scores the value is not checked. Bad lines and other values than those of FILE
are reported with the number of the line; the rest is solved, and the exit
status is 1. If a suite does not have its value, that is the end, with 1.

Examples:
  solve bench
  solve bench --suite paper --json
  solve bench --positions endgames.obf --time-limit 20s
  solve bench --positions small.obf --board 6x6 --scoring discs";

/// Behind the options of `solve problems`.
pub(super) const PROBLEMS: &str = "\
Makes a folder with positions and proven labels: the value and outcome of each
and of each of its moves, all best moves, a perfect line, and the nodes that a
search took. It has a dataset card, three splits in which no position has a
symmetric twin in another, and checksums. The same command and seed make the
same bytes on any number of threads.

Ctrl-C loses nothing: what is labelled stays in DIR.partial, and the same
command goes on. Values of positions with 20 empty squares or more come from
the table, if they are known there, and go to it.

Examples:
  solve problems --board 6x6 --empties 16 --count 10000 -o set
  solve problems --board 8x8 --ply 40 --count 300 --decisive --labels wld -o s40
  solve problems --board 4x4 --source all --empties 6 --format jsonl,csv -o all6
  solve problems --board 8x8 --source file:games.wtb --empties 10-16 -o ends
  solve problems check set
  solve problems card set";
/// Behind the options of `solve play`.
pub(super) const PLAY: &str = "\
Type a square, for example d3, or pass; * marks the squares you may play. Other
words: hint (what another player would do), undo (back to your last move),
moves (the game so far), help, quit. Input may also come from a file or pipe.

A PLAYER is a name with parameters, for example uct+:n=30000 or
alphabeta:depth=4; solve mcts players lists all.

Examples:
  solve play --board 6x6
  solve play --board 8x8 --player alphabeta:depth=6,end=16 --color white
  solve play --board 4x6 --player exact --color none
  solve play --board 8x8 --player exact:time=3000";

/// Behind the options of `solve mcts`.
pub(super) const MCTS: &str = "\
A PLAYER is a name with parameters, for example uct:n=10000,c=0.7 or
uct+:time=500,graph=yes,prove=yes; solve mcts players lists all names and
parameters with what they are by default.

Examples:
  solve mcts players
  solve mcts match uct+:n=2000 uct:n=2000 --board 6x6 --games 100
  solve mcts accuracy --board 6x6 --empties 14 --player random --player uct:n=1000
  solve mcts accuracy --set data/sets/6x6-s16 --player uct+ --results answers.jsonl
  solve mcts fit --board 6x6
  solve mcts speed --board 8x8
  solve mcts parallel --workers 1,2,4,8";

/// Behind the options of `solve chart`.
pub(super) const CHART: &str = "\
The description has a title, the axes x and y, each with a label and perhaps scale (linear, log2,
log10), least, most and names, and the series, each with a name and its points: x, y and perhaps
lower and upper. kind is lines or bars; dashed, of a series, true or false. For example:

  echo '{\"title\": \"Squares\", \"x\": {\"label\": \"n\"}, \"y\": {\"label\": \"n²\"}, \"series\":
    [{\"name\": \"n²\", \"points\": [{\"x\": 1, \"y\": 1}, {\"x\": 3, \"y\": 9}]}]}' | solve chart -o squares.svg";
/// Behind the commands of `solve campaign`.
pub(super) const CAMPAIGN: &str = "\
A campaign keeps the top of the game tree and hands out jobs: is this position
worth at least so much? Positions whose job exceeds its budget are split into
their successors. All that is known stands in DIR/ledger.txt, one line a job;
a campaign that is stopped or killed goes on from there.

Jobs are done here (run), or by workers elsewhere: they take jobs from next or
serve, do them by job, and record or serve takes what they print. A job may be
lost or done twice. job --threads N does N of them at a time on one table in
memory. scripts/campaign_ray.py does so on a Ray cluster. Where all machines
see one folder, lead hands jobs out there and work does them, on any number of
machines that come and go; scripts/campaign_slurm.sh starts both.

Examples:
  solve campaign plan big --board 6x6 --mode wld --budget 5M
  solve campaign run big --workers 2
  solve campaign status big
  solve campaign report big
  solve campaign merge big other/ledger.txt
  solve campaign next big --count 10 > jobs
  solve campaign job < jobs | solve campaign record big";
/// Behind the options of `solve campaign simulate`.
pub(super) const SIMULATE: &str = "\
Every job is really searched; only the clock is simulated, in nodes. Speed-up and
work are those of one search without jobs divided into those of the campaign.
Answered are nodes of jobs that found an answer, stopped those of jobs that had
become needless; the rest gave up.

Example:
  solve campaign simulate --board 6x6 --start reversi --mode wld --budget 400k --folder jobs";
/// Behind the options of `solve explore`.
pub(super) const EXPLORE: &str = "\
Prints the address of a page: the board with the proven value of every move,
perfect play step by step, games with the mistake of each move, opponents, and
the solved boards. /api/openapi.json describes the API behind it, /metrics is
for Prometheus. Nothing outside this program is needed or asked.

What the table does not hold is searched for. What is found is forgotten when
the server ends, unless --learn is given. Searches are shared out fairly among
client addresses, in turns of half a second. Ctrl-C ends it.

The page /atlas shows the value of every small board from each start by each
scoring, with its first moves and a perfect game. It comes with the program.

With --campaign the page /campaigns shows how far a campaign is, its tree and
its workers. Its ledger is read as it grows, and nothing is written.

Examples:
  solve explore
  solve explore --table /tmp/tables --port 8000 --certificates proofs
  solve explore --no-table --searches 4 --time-limit 10s --bind 0.0.0.0
  solve explore --campaign big --campaign /shared/other";
