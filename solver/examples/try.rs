//! scratch
use solver::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let board: Board = a[1].parse().unwrap();
    let start: Start = a[2].parse().unwrap();
    let mode = if a[3] == "wld" { Mode::Wld } else { Mode::Exact };
    let threads: usize = a.get(4).map_or(1, |t| t.parse().unwrap());
    let mut s = Solver::new(Resources { threads, ..Default::default() });
    let p = Progress::default();
    let moves = a.get(5).map_or(vec![], |t| notation::parse_moves(board, t).unwrap());
    let pos = notation::play_moves(Position::start(board, start), &moves).unwrap();
    let q = Question::new(pos, mode, Scoring::Discs);
    let t = std::time::Instant::now();
    let mut ans = None;
    std::thread::scope(|sc| {
        let h = sc.spawn(|| s.solve(&q, None, &p));
        let mut last = None;
        while !h.is_finished() {
            let now = (p.phase(), p.bounds());
            if last != Some(now) {
                eprintln!(
                    "{:.3}s {:?} {:?} nodes {:.1}M",
                    t.elapsed().as_secs_f64(),
                    now.0,
                    now.1.map(|b| b.to_string()),
                    p.nodes() as f64 / 1e6
                );
                last = Some(now);
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        ans = Some(h.join().unwrap());
    });
    let ans = ans.unwrap();
    let e = t.elapsed().as_secs_f64();
    println!(
        "{board} {start} {} nodes {:.3}M {:.3}s {:.1}M/s best {:?} line {}",
        ans.bounds,
        ans.nodes as f64 / 1e6,
        e,
        ans.nodes as f64 / 1e6 / e,
        ans.best.map(|m| notation::move_text(board, m)),
        notation::line_text(board, &ans.line)
    );
}
