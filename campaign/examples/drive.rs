//! Measures how fast a driver is: `drive FOLDER JOBS FLYING`. Opens the campaign of a folder, keeps FLYING jobs in
//! flight, hands out JOBS more, and prints as JSON how long both took. It adds made-up answers to the ledger, so use a
//! copy.

use std::collections::VecDeque;
use std::env;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use campaign::{Finding, Job, Record, Session, ledger};
use solver::random::Random;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, folder, jobs, flying] = &arguments[..] else { return Err("usage: drive FOLDER JOBS FLYING".into()) };
    let (jobs, flying): (usize, usize) = (jobs.parse()?, flying.parse()?);
    let begin = Instant::now();
    let mut session = Session::open(&ledger::ledger_path(Path::new(folder)))?;
    let start = begin.elapsed().as_secs_f64();
    let mut random = Random::new(1, 2);
    let mut in_flight = VecDeque::new();
    while in_flight.len() < flying {
        let Some(job) = session.next_job()? else { break };
        in_flight.push_back(job);
    }
    let (begin, ahead) = (Instant::now(), in_flight.len());
    let mut handed_out = 0;
    while handed_out < jobs {
        let Some(done) = in_flight.pop_front() else { break };
        session.record(&answer(done, &mut random))?;
        while in_flight.len() < ahead
            && let Some(job) = session.next_job()?
        {
            in_flight.push_back(job);
            handed_out += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let rate = handed_out as f64 / seconds;
    println!(
        r#"{{"start":{start:.3},"flying":{ahead},"jobs":{handed_out},"seconds":{seconds:.3},"jobs_per_second":{rate:.1}}}"#
    );
    Ok(())
}

/// What a worker might have found.
fn answer(job: Job, random: &mut Random) -> Record {
    let is_reached = random.below(100) < 30;
    let finding = if is_reached { Finding::AtLeast(job.at_least) } else { Finding::AtMost(job.at_least - 1) };
    let nodes = u64::from(1 + random.below(1 << 31)) << 6;
    Record::new(job, finding, nodes, nodes / 20, "guess")
}
