//! temp
use campaign::*;
use solver::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let board: Board = a[1].parse().unwrap();
    let start: Start = a[2].parse().unwrap();
    let mode = if a[3] == "wld" { Mode::Wld } else { Mode::Exact };
    let budget: u64 = a[4].parse().unwrap();
    let workers: usize = a[5].parse().unwrap();
    let root = Position::start(board, start);
    let res = Resources::default();
    if budget == 0 {
        let t = Instant::now();
        let mut s = Solver::new(res);
        let ans = s.value(&Question::new(root, mode, Scoring::Discs), None, &Progress::default());
        println!("plain {} nodes {} {:?}", ans.bounds, ans.nodes, t.elapsed());
        return;
    }
    let first = a.get(6).and_then(|t| t.parse().ok());
    let plan = Plan { budget, first, ..Plan::new(root, Scoring::Discs, mode) };
    let dir = std::env::temp_dir().join(format!("w-scratch-campaign-{}", std::process::id()));
    let _ = std::fs::remove_file(&dir);
    LedgerFile::create(&dir, &plan).unwrap();
    let t = Instant::now();
    let mut session = Session::open(&dir).unwrap();
    let mut solvers = vec![Solver::new(res)];
    for _ in 1..workers {
        let c = solvers[0].companion(board, Scoring::Discs);
        solvers.push(c);
    }
    let p = Progress::default();
    local::run(&mut session, solvers, &p, "x", &local::Unwatched).unwrap();
    let c = session.campaign();
    let total: u64 = c.records().iter().map(|r| r.nodes).sum();
    let secs: f64 = c.records().iter().map(|r| r.seconds()).sum();
    let open: u64 = c.records().iter().filter(|r| r.finding == Finding::Open).map(|r| r.nodes).sum();
    println!(
        "campaign {} nodes {} of them open {} jobs {} ({} splits unasked) job-seconds {:.2} wall {:?}",
        c.bounds(),
        total,
        open,
        c.records().iter().filter(|r| r.job.budget > 0).count(),
        c.records().iter().filter(|r| r.job.budget == 0).count(),
        secs,
        t.elapsed()
    );
    for e in (0..64).rev() {
        let r: Vec<_> = c.records().iter().filter(|r| r.job.budget > 0 && r.job.empties() == e).collect();
        if r.is_empty() {
            continue;
        }
        let o = r.iter().filter(|r| r.finding == Finding::Open).count();
        let s = c.records().iter().filter(|r| r.job.budget == 0 && r.job.empties() == e).count();
        println!("  e {e}: jobs {} open {} nodes {} unasked {s}", r.len(), o, r.iter().map(|r| r.nodes).sum::<u64>());
    }
    let replay = replay::Replay::new(&Ledger::read(&dir).unwrap()).unwrap();
    println!("replay {}", replay.bounds());
    let _ = std::fs::copy(&dir, "/tmp/w-scratch-campaign/last.ledger");
    let _ = std::fs::remove_file(&dir);
}
