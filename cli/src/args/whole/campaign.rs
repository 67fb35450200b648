//! Options of `solve campaign`.

use std::path::PathBuf;
use std::time::Duration;

use campaign::plan::DEFAULT_BUDGET;
use campaign::simulation::MOST_LATENCY;
use campaign::{JobError, JobId, Share, WorkerName};
use clap::{Args, Subcommand};
use solver::{Board, Scoring};

use crate::args::TableArgs;
use crate::args::certificates::CutArgs;
use crate::args::groups::{PositionArgs, QuestionArgs, one_of, text};
use crate::args::help;
use crate::sizes;

/// Options of `solve campaign`.
#[derive(Debug, Args)]
#[command(after_help = help::CAMPAIGN, max_term_width = 100)]
pub(crate) struct CampaignArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: CampaignCommand,
    /// Guess values and order moves by weights that solve train made, instead of those that come with the program for
    /// their board; repeatable. They change no answer, only the time it takes
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) weights: Vec<PathBuf>,
}

/// What can be done with campaigns.
#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Begin a campaign: a folder with a ledger
    Plan(CampaignPlanArgs),
    /// Do the jobs on this machine until the value is known
    Run(CampaignRunArgs),
    /// Show the progress of a campaign, with an estimate of what is left
    Status(CampaignLookArgs),
    /// Merge other ledgers of the same campaign
    Merge(CampaignMergeArgs),
    /// Derive the value from the ledger alone, without searching
    Report(CampaignReportArgs),
    /// Make a certificate of the value, which others can check without the ledger
    Prove(CampaignProveArgs),
    /// Do one job, or those on standard input, and print the answers
    Job(CampaignJobArgs),
    /// Print the next jobs, for workers elsewhere
    Next(CampaignNextArgs),
    /// Record answers of workers elsewhere
    Record(CampaignRecordArgs),
    /// Take back an answer, or all answers of a worker; the campaign goes on without them
    Withdraw(CampaignWithdrawArgs),
    /// Hand out jobs and take answers, as JSON lines on standard input and output, for a driver
    Serve(CampaignServeArgs),
    /// Measure how a campaign scales with many workers: real jobs, simulated clock
    Simulate(CampaignSimulateArgs),
}

/// Options of `solve campaign plan`.
#[derive(Debug, Args)]
pub(crate) struct CampaignPlanArgs {
    /// The folder, which must be new or empty
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// What is asked of it.
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// Nodes after which a job gives up: 80M, 200k, 1G or a plain number. Most jobs are chosen to take less than a
    /// sixteenth of it
    #[arg(long, value_name = "NODES", value_parser = nodes("budget"), default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// With at most this many empty squares, a position that exceeds the budget gets a larger budget; others are split
    /// [default: 12, or all squares of a smaller board]
    #[arg(long, value_name = "N")]
    pub(crate) grow_empties: Option<u32>,
    /// The first question: is the position worth at least this for the side to move? [default: from a guess of the
    /// value]
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    pub(crate) first: Option<i32>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign simulate`.
#[derive(Debug, Args)]
#[command(after_help = help::SIMULATE)]
pub(crate) struct CampaignSimulateArgs {
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// What is asked of it.
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// Nodes after which a job gives up; see solve campaign plan
    #[arg(long, value_name = "NODES", value_parser = nodes("budget"), default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// The first question: is the position worth at least this for the side to move? [default: from a guess of the
    /// value]
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    pub(crate) first: Option<i32>,
    /// Numbers of workers
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_value = "1,16,64,256,1000", value_parser = sizes::parse_workers)]
    pub(crate) workers: Vec<usize>,
    /// Ticks between a worker's jobs; a worker searches one node per tick
    #[arg(long, value_name = "TICKS", default_value_t = 0, value_parser = parse_latency)]
    pub(crate) latency: u64,
    /// Workers per machine, which share a transposition table from job to job [default: each job begins with an empty
    /// one]
    #[arg(long, value_name = "N", conflicts_with = "folder", value_parser = sizes::parse_workers)]
    pub(crate) cores: Option<usize>,
    /// Memory for each job or, with --cores, each machine
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Folder that keeps the jobs' answers from one simulation to the next
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Nodes of one search without jobs, if known [default: search and count]
    #[arg(long, value_name = "NODES", value_parser = nodes("plain"))]
    pub(crate) plain: Option<u64>,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign run`.
#[derive(Debug, Args)]
pub(crate) struct CampaignRunArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Number of jobs at a time; with one, a campaign is reproducible [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_workers)]
    pub(crate) workers: Option<usize>,
    /// Size of the transposition table in memory, which all workers share
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Which answers are proven again.
    #[command(flatten)]
    pub(crate) recheck: RecheckArgs,
    /// Name of this machine in the ledger; its workers are NAME/1, NAME/2 and so on [default: the host's]
    #[arg(long, value_name = "NAME", value_parser = parse_worker)]
    pub(crate) worker: Option<WorkerName>,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `solve campaign status`.
#[derive(Debug, Args)]
pub(crate) struct CampaignLookArgs {
    /// The campaign's folder, or a ledger
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign report`.
#[derive(Debug, Args)]
pub(crate) struct CampaignReportArgs {
    /// Which campaign.
    #[command(flatten)]
    pub(crate) look: CampaignLookArgs,
    /// Report on the position after these moves, for example c1b3pass; passes may be left out
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = text("moves"))]
    pub(crate) moves: Option<String>,
}

/// Options of `solve campaign prove`.
#[derive(Debug, Args)]
#[command(after_help = help::CAMPAIGN_PROVE)]
pub(crate) struct CampaignProveArgs {
    /// The campaign's folder, or a ledger
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// File for the certificate; one that is there is replaced when the new one is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Folder for the certificates of single answers [default: FILE with the ending .pieces]
    #[arg(long, value_name = "DIR")]
    pub(crate) pieces: Option<PathBuf>,
    /// Where its moves end; `help::CAMPAIGN_PROVE` states the default.
    #[command(flatten)]
    pub(crate) cut: CutArgs,
    /// Number of answers at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_workers)]
    pub(crate) workers: Option<usize>,
    /// Size of the transposition table in memory, which all workers share
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `solve campaign merge`.
#[derive(Debug, Args)]
#[command(
    after_help = "The re-checks of merged ledgers are dropped, and their answers count as an ordinary worker's:\n\
                        run, serve and next check a share of them again."
)]
pub(crate) struct CampaignMergeArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Folders or ledgers of the same board, root and scoring, which are only read
    #[arg(value_name = "OTHER", required = true)]
    pub(crate) others: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign job`.
#[derive(Debug, Args)]
pub(crate) struct CampaignJobArgs {
    /// The board; without it, jobs are read from standard input as `next` prints them, one JSON object per line
    #[arg(long, value_name = "RxC", requires = "position", requires = "at_least")]
    pub(crate) board: Option<Board>,
    /// The position, canonical, X to move
    #[arg(long, value_name = "BOARD SIDE", allow_hyphen_values = true, requires = "board")]
    pub(crate) position: Option<String>,
    /// Is the position worth at least this for the side to move?
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, requires = "board")]
    pub(crate) at_least: Option<i32>,
    /// Nodes after which the job gives up
    #[arg(long, value_name = "NODES", value_parser = nodes("budget"), default_value_t = DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Number of jobs at a time, all sharing one transposition table; with one, answers come in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads, conflicts_with = "board")]
    pub(crate) threads: usize,
    /// Size of the transposition table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Directory of a table of proven values for this worker alone [default: none]
    #[arg(long, value_name = "DIR")]
    pub(crate) table: Option<PathBuf>,
    /// Name of this worker in its answers, for drivers that do not name it [default: none]
    #[arg(long, value_name = "NAME", value_parser = parse_worker)]
    pub(crate) worker: Option<WorkerName>,
}

/// Options of `solve campaign next`.
#[derive(Debug, Args)]
pub(crate) struct CampaignNextArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The most jobs to print
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Which answers are proven again.
    #[command(flatten)]
    pub(crate) recheck: RecheckArgs,
}

/// Options of `solve campaign record`.
#[derive(Debug, Args)]
pub(crate) struct CampaignRecordArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Files with what `job` has printed; without any, standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Which answers are proven again.
    #[command(flatten)]
    pub(crate) recheck: RecheckArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign withdraw`.
#[derive(Debug, Args)]
#[command(
    after_help = "A worker whose answers were all withdrawn gets no more jobs; if it is a machine that was repaired,\n\
                        give it another name."
)]
pub(crate) struct CampaignWithdrawArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The answer to this job, 16 hexadecimal digits; with --worker only that worker's
    #[arg(long, value_name = "JOB", value_parser = parse_job, required_unless_present = "worker")]
    pub(crate) answer: Option<JobId>,
    /// The answers of this worker
    #[arg(long, value_name = "NAME", value_parser = parse_worker)]
    pub(crate) worker: Option<WorkerName>,
    /// Why, for readers of the ledger
    #[arg(long, value_name = "TEXT", default_value = "it was withdrawn by hand", value_parser = parse_reason)]
    pub(crate) because: String,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve campaign serve`.
#[derive(Debug, Args)]
pub(crate) struct CampaignServeArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Which answers are proven again.
    #[command(flatten)]
    pub(crate) recheck: RecheckArgs,
}

/// Which answers are proven again.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RecheckArgs {
    /// Share of the answers that are proven again, 0 for none; if one turns out false, the campaign stops
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = parse_share)]
    pub(crate) recheck: Share,
}

/// Reads a share of answers.
fn parse_share(text: &str) -> Result<Share, String> {
    text.parse().map_err(|error: JobError| format!("recheck {error}"))
}

/// Reads a reason, which stands on a line of the ledger.
fn parse_reason(text: &str) -> Result<String, String> {
    match text.is_empty() || text.contains(char::is_control) {
        true => Err("because: give a reason on one line".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// Reads the name of a job.
fn parse_job(text: &str) -> Result<JobId, String> {
    text.parse().map_err(|error: JobError| error.to_string())
}

/// Reads the name of a worker.
fn parse_worker(text: &str) -> Result<WorkerName, String> {
    text.parse().map_err(|error: JobError| error.to_string())
}

/// Reads a number of nodes, `5M`, `200k`, `1G` or plain, for the option of this name. 0 is none.
fn nodes(option: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let read = sizes::parse_amount(text).filter(|&nodes| nodes > 0);
        read.ok_or_else(|| format!("{option} '{text}' is not a number of nodes: give one such as 5M, 200k, 1G or 1000"))
    }
}

/// Reads a number of ticks.
///
/// # Errors
/// The text is no number, or one beyond [`MOST_LATENCY`].
fn parse_latency(text: &str) -> Result<u64, String> {
    let wrong = || format!("latency '{text}' is not a number of ticks from 0 to {MOST_LATENCY}");
    text.parse().ok().filter(|&ticks| ticks <= MOST_LATENCY).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_latency_is_so_long_that_time_overflows() {
        assert_eq!([parse_latency("0"), parse_latency("1000000000000")], [Ok(0), Ok(MOST_LATENCY)]);
        for text in ["", "-1", "1s", "1000000000001", "18446744073709551615", "18446744073709551616"] {
            let message = format!("latency '{text}' is not a number of ticks from 0 to 1000000000000");
            assert_eq!(parse_latency(text), Err(message));
        }
    }

    #[test]
    fn reads_numbers_of_nodes() {
        let numbers = [("5M", 5_000_000), ("200k", 200_000), ("1g", 1_000_000_000), ("17", 17)];
        for (text, count) in numbers {
            assert_eq!(nodes("budget")(text), Ok(count));
        }
        for text in ["", "0", "M", "-1", "1.5M", "5MB", "99999999999999999999", "é"] {
            assert!(nodes("budget")(text).is_err(), "{text}");
        }
        assert!(nodes("plain")("0").unwrap_err().starts_with("plain '0' is not a number of nodes: "));
    }
}
