//! The longer texts of `--help`. Options are described where they are declared.
//!
//! Lines of these texts have at most 79 characters, so that no terminal breaks them.

/// The first paragraph of `solve --help`.
pub(in crate::args) const LONG_ABOUT: &str = "\
Proves the value of an Othello position on any board of at most 64 squares.

The value is the disc difference under perfect play, from the perspective of the side to move. A run prints who wins, \
the value, a best move and a whole perfect game.";

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
    ("man", "[COMMAND]..."),
];

/// The usage of the program, with the commands that this build has.
pub(in crate::args) fn usage() -> String {
    let lines =
        USAGE.iter().map(
            |(command, rest)| {
                if command.is_empty() { format!("solve {rest}") } else { format!("solve {command} {rest}") }
            },
        );
    lines.collect::<Vec<_>>().join("\n       ")
}

/// Behind the options of `solve -h`.
pub(in crate::args) const EXAMPLES: &str = "\
Examples:
  solve --board 4x10 --mode wld              who wins on 4 rows and 10 columns?
  solve --board 4x6 --start reversi --json   the exact value, as JSON
  solve --board 6x6 --moves e4e3 --time-limit 1h30m
  solve positions endgames.txt --board 8x8 --scoring wof

For more, and the exit statuses: solve --help";

/// Behind the options of `solve --help`.
pub(in crate::args) const DETAILS: &str = "\
Examples:
  Who wins on a board of 4 rows and 10 columns?
      solve --board 4x10 --mode wld
  The exact value from the parallel start, as JSON:
      solve --board 4x6 --start reversi --json
  After some moves, with a time limit:
      solve --board 6x6 --moves e4e3 --time-limit 1h30m
  Any position; X is Black, O is White, the last letter is the side to move:
      solve --board 4x4 --position '-----OX--XO----- X'
  Many positions, one per line:
      solve positions endgames.txt --board 8x8 --scoring wof --json

Notation:
  Columns are a, b, c ... from the left, rows 1, 2, 3 ... from the top: a1 is
  the top left square. A pass is written pass (ps, pa and -- are read too), and
  may be left out. Moves need nothing between them; spaces, commas, semicolons,
  hyphens and numbers such as 1. may be there.
  Squares may also be * B b x for Black, W w o for White, . for empty. Between
  them spaces, line ends, / and | are ignored, and so is all after ; or %.

Exit status:
  0    solved
  1    an error at run time: a table that cannot be used or trusted, a bad
       line among positions, a file that cannot be read
  2    wrong usage: an invalid option, board, position or move
  3    stopped by --time-limit, after printing the bounds proven so far
  130  stopped by Ctrl-C, SIGTERM, SIGXCPU or SIGHUP (unless ignored, as under
       nohup), after printing the bounds proven so far; a second Ctrl-C or SIGHUP
       ends the program at once, and so does a SIGTERM a second after the first

While a search runs, the terminal shows its time, the present question, what is
proven, nodes, nodes a second, how many first moves are done with that question,
and how many positions were kept in the table. --quiet shows nothing.

An error is one line on standard error. A closed pipe (solve ... | head -1) is
not an error.";

/// Behind the options of `solve positions`.
pub(in crate::args) const POSITIONS: &str = "\
A line is [RxC] BOARD SIDE, for example:  4x4 -----OX--XO----- X
Empty lines are ignored, and so is everything after ; % or #. Each position
gets one line of output, in the order of the input. A bad line (one with moves,
for example) is reported with its number and the rest is solved; the exit
status is then 1. With --json each object has the number of its line as
input_line; that of a bad line has only this number and the error.

Examples:
  solve positions endgames.txt --board 8x8 --scoring wof
  echo '4x4 -----OX--XO----- X' | solve positions --json -";

/// Behind the options of `solve perft`.
pub(in crate::args) const PERFT: &str = "\
Prints two numbers per line: a depth in plies, and the leaves at that depth. A
game that ends earlier is one leaf. From the start of 8x8: 4, 12, 56, 244,
1396, 8200, 55092, 390216, 3005288, 24571284. While the positions of a ply fit
into --memory, equal and symmetric ones are followed once; below that, moves
are counted one by one. Positions that differ only by colour are equal.

Examples:
  solve perft --board 8x8 --depth 9
  solve perft --board 8x8 --depth 9 --passes skip
All games of 4x5, each of which takes at most 30 plies:
  solve perft --board 4x5 --depth 30 --positions";

/// Behind the options of `solve train`.
pub(in crate::args) const TRAIN: &str = "\
The evaluation only orders the moves of a search; it decides nothing. Boards
without their own weights use a plainer evaluation.

Training positions come from games with careless moves by one side or both.
Positions near the end are solved; earlier ones are searched a few plies deep
with the weights trained so far, from few empty squares upwards. The same seed
and number of positions give the same bytes. 200,000 take one core two minutes
on small boards and twelve on 8x8.

--weights FILE makes solve and its commands positions, prove, bench, book build,
campaign and explore use the file that this writes. The weights that come with
the program are those in solver/weights.

Examples:
  solve train --board 6x6 --report
  solve train --board 4x5 --positions 20000 --output /tmp/4x5.weights";

/// Behind the options of `solve book`.
pub(in crate::args) const BOOK: &str = "\
A book has the exact value, for the side to move, of every position that games
from a start reach with up to a number of discs. It stores a byte for each
position with the most discs; the other values follow. An interrupted build
continues where it was; an unfinished book has bounds for some values. show
takes the board and the start of the book unless you name others.

Examples:
  solve book build /tmp/4x6.book --board 4x6 --discs 10
  solve book show /tmp/4x6.book
  solve book show /tmp/4x6.book --moves b2d1
  solve book check /tmp/4x6.book --sample 20";

/// Behind the options of `solve prove`.
pub(in crate::args) const PROVE: &str = "\
A certificate names a position and bounds on its value. For each position in
which the side that proves a bound has a choice, it holds one move; solve check
proves the bounds again from these moves. A false claim is an error with exit
status 1 that gives the true value, and writes no file. Both say if they rest
on unverified entries of the table (see --table-trust).

By default --cut is 14 or, if that is less, 8 less than the position has empty
squares, but at least 6.

With --threads 1 and --no-table the same claim gives the same bytes. Give large
boards more --memory: what the search forgets it has to find again. A time
limit or Ctrl-C leaves no file, but the table keeps what was proven.

Examples:
  solve prove --board 6x6 --claim value=-4 -o feinstein.cert --memory 2GiB
  solve prove --board 4x10 --claim win -o 4x10.cert
  solve prove --board 4x4 --moves b1 --claim 'value<=8' -o after-b1.cert";

/// Behind the options of `solve check`.
pub(in crate::args) const CHECK: &str = "\
Nothing in the file is believed: all positions follow from the first, all moves
of the opponent are tried, and every leaf, a position at which the file's moves
end, is searched. Rules and search are the checker's own and read no table. The
checker prints what is proven; a certificate that is damaged or proves nothing
is an error with exit status 1. With --plain that takes no more than a thousand
lines of code to trust; without, faster code is trusted that is compared with it.

Nothing beside the file is believed either. A long check keeps notes. After
Ctrl-C or a crash --resume continues from them, and says how many leaves it
took from them, because whoever can write that file could have written them.

Several machines can share a check: --part 3/40 follows the whole proof from
the first position to the leaves, searches every fortieth leaf, and prints a
line that is the same on any machine. All parts together are the proof; --parts
confirms that a file has all their lines, and searches nothing.

Examples:
  solve check feinstein.cert
  solve check after-b1.cert --plain
  solve check 6x8.cert --part 3/40 >> lines.txt
  solve check 6x8.cert --parts lines.txt";

/// Behind the options of `solve verify`.
pub(in crate::args) const VERIFY: &str = "\
Solves the board or reads its value from the table, writes a certificate of the
value, checks the file, and compares the value with the published one.

Example:
  solve verify feinstein --memory 2GiB";

/// Behind the options of `solve bench`.
pub(in crate::args) const BENCH: &str = "\
Every position is solved from scratch: no table on disk is used, and the one in
memory is emptied before each. A value is checked before its cost is shown.
Nodes per second are per second of CPU time, so they are the speed of one core.

The signature, shown with one thread, is a hash of all positions, values and
node counts. A change to the program that keeps it, at the same --memory and
--mode, has not changed the search.

A line of FILE is [RxC] BOARD SIDE; MOVE:SCORE; MOVE:SCORE ... as Edax writes
it: scores of moves, for the side to move; the highest is the value of the
position. A % may replace the first ; and starts a comment where no MOVE:SCORE
follows; so does #. A position without scores is solved without a check. Bad
lines and values that differ from FILE are reported with their line number, the
rest is solved, and the exit status is 1. A wrong value in a suite ends the run
with exit status 1.

Examples:
  solve bench
  solve bench --suite paper --json
  solve bench --positions endgames.obf --time-limit 20s
  solve bench --positions small.obf --board 6x6 --scoring discs";

/// Behind the options of `solve problems`.
pub(in crate::args) const PROBLEMS: &str = "\
Makes a folder of positions with proven labels: value and outcome of each
position and each of its moves, all best moves, a perfect line, and the nodes
of the search. It has a dataset card, three splits that share no position or
symmetric twin, and checksums. The same command and seed give the same bytes on
any number of threads.

Ctrl-C loses nothing: finished labels stay in DIR.partial, and the same command
continues. It searches a sample of them again: anybody may have written them. Values of positions with 20 or more empty squares are looked up in
the table, and kept there.

Examples:
  solve problems --board 6x6 --empties 16 --count 10000 -o set
  solve problems --board 8x8 --ply 40 --count 300 --decisive --labels wld -o s40
  solve problems --board 4x4 --source all --empties 6 --format jsonl,csv -o all6
  solve problems --board 8x8 --source file:games.wtb --empties 10-16 -o ends
  solve problems check set
  solve problems card set
  solve problems export set --format csv > set.csv";

/// Behind the options of `solve play`.
pub(in crate::args) const PLAY: &str = "\
Type a square, for example d3, or pass; * marks your legal moves. Other words:
hint (what another player would do), undo (back to your last move), moves (the
game so far), help, quit. Input may also come from a file or a pipe.

A PLAYER is a name with parameters, for example uct+:n=30000 or
alphabeta:depth=4; solve mcts players lists them.

Examples:
  solve play --board 6x6
  solve play --board 8x8 --player alphabeta:depth=6,end=16 --color white
  solve play --board 4x6 --player exact --color none
  solve play --board 8x8 --player exact:time=3000";

/// Behind the options of `solve mcts`.
pub(in crate::args) const MCTS: &str = "\
A PLAYER is a name with parameters, for example uct:n=10000,c=0.7 or
uct+:time=500,graph=yes,prove=yes; solve mcts players lists all names and
parameters with their defaults.

Examples:
  solve mcts players
  solve mcts match uct+:n=2000 uct:n=2000 --board 6x6 --games 100
  solve mcts accuracy --board 6x6 --empties 14 --player random --player uct:n=1000
  solve mcts accuracy --set data/sets/6x6-s16 --player uct+ --results answers.jsonl
  solve mcts accuracy --set data/sets/6x6-s16 --answers answers.txt
  solve mcts fit --board 6x6
  solve mcts speed --board 8x8
  solve mcts parallel --workers 1,2,4,8";

/// Behind the options of `solve chart`.
pub(in crate::args) const CHART: &str = "\
The description has a title; the axes x and y, each with a label and optionally scale (linear, log2,
log10), least, most and names; and series, each with a name and points with x, y and optionally
lower and upper. Optional: kind (lines or bars), and dashed (true or false) of a series. For example:

  echo '{\"title\": \"Squares\", \"x\": {\"label\": \"n\"}, \"y\": {\"label\": \"n²\"}, \"series\":
    [{\"name\": \"n²\", \"points\": [{\"x\": 1, \"y\": 1}, {\"x\": 3, \"y\": 9}]}]}' | solve chart -o squares.svg";

/// Behind the commands of `solve campaign`.
pub(in crate::args) const CAMPAIGN: &str = "\
A campaign keeps the top of the game tree and hands out jobs: is this position
worth at least this much? A position whose job exceeds its budget is split into
its successors. Everything known is in DIR/ledger.txt, one line per job; an
interrupted campaign continues from there.

run does the jobs on this machine. scripts/campaign_ray.py has many machines do
them. Any other engine gets jobs from next or serve, does them with job, and
returns its output to record or serve; a job may be lost or done twice.
job --threads N does N jobs at a time with one transposition table.

Examples:
  solve campaign plan big --board 6x6 --mode wld --budget 5M
  solve campaign run big --workers 2
  solve campaign status big
  solve campaign report big
  solve campaign prove big -o big.cert
  solve campaign merge big other/ledger.txt
  solve campaign next big --count 10 > jobs
  solve campaign job < jobs | solve campaign record big
  solve campaign withdraw big --answer 1010d0e97db1676c";

/// Behind the options of `solve campaign prove`.
pub(in crate::args) const CAMPAIGN_PROVE: &str = "\
The value rests on some of the ledger's answers, about different positions. Each
of them gets a certificate of its own in a folder; then the certificate of the
whole is put together from these, without a search. An answer that turns out
false is withdrawn; run then asks again. Interrupted, the same
command goes on with the pieces that are there. solve check believes neither
the ledger nor the pieces. By default --leaf-work is 16k.

Examples:
  solve campaign prove big -o big.cert
  solve check big.cert";

/// Behind the options of `solve campaign simulate`.
pub(in crate::args) const SIMULATE: &str = "\
Every job is really searched; only the clock, which counts nodes, is simulated.
Speed-up and work compare one search without jobs with the campaign. Answered
are the nodes of jobs that found an answer, stopped those of jobs that became
needless; the remaining jobs gave up.

Example:
  solve campaign simulate --board 6x6 --start reversi --mode wld --budget 400k --folder jobs";

/// Behind the options of `solve explore`.
pub(in crate::args) const EXPLORE: &str = "\
Prints the address of a page: the board with the proven value of every move,
perfect play step by step, games with the cost of each mistake, opponents, and
the solved boards. /api/openapi.json describes the API behind it, /metrics is
for Prometheus. The page loads nothing from other servers.

Values that the table does not have are searched for, and forgotten when the
server ends, unless --learn is given. Client addresses take turns of half a
second at searching. Ctrl-C ends the server.

The page /atlas shows the value of every small board from each start by each
scoring, with its first moves and a perfect game.

With --campaign the page /campaigns shows the progress of a campaign, its tree
and its workers. The ledger is read as it grows, and never written.

Examples:
  solve explore
  solve explore --table /tmp/tables --port 8000 --certificates proofs
  solve explore --no-table --searches 4 --time-limit 10s --bind 0.0.0.0
  solve explore --book /tmp/4x6.book
  solve explore --campaign big --campaign /shared/other";

/// Behind the options of `solve completions`.
pub(in crate::args) const COMPLETIONS: &str = "\
Examples:
  solve completions bash > ~/.local/share/bash-completion/completions/solve
  solve completions zsh > ~/.zfunc/_solve
  solve completions fish > ~/.config/fish/completions/solve.fish

zsh also needs these lines in ~/.zshrc:  fpath+=~/.zfunc; autoload -U compinit; compinit";

/// Behind the options of `solve man`.
pub(in crate::args) const MAN: &str = "\
Examples:
  solve man | man -l -
  solve man book build | man -l -
  solve man positions > solve-positions.1";
