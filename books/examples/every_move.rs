//! Measures how long it takes to find the exact value of every legal move of a position, by number of discs, with the
//! books that come with the program and no table: `every_move [DISCS [DISCS [POSITIONS [SECONDS]]]]`.
//!
//! The positions are of 6x6, from the `othello` start: up to 12 discs any reachable ones, all equally likely; with
//! more, successors of those kept with one disc less, of which only a limited number is followed. Each number of discs
//! gets at most SECONDS seconds.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use books::{BookTable, Layers, shipped_for};
use solver::random::Random;
use solver::{Board, CanonicalGame, Discs, Position, Question, Resources, Scoring, Side, Solver, Start, rules};

/// Up to this many discs, every position is enumerated.
const ENUMERATED: u32 = 12;
/// Positions that are followed from there on.
const FOLLOWED: usize = 50_000;
const MEMORY_BYTES: usize = 1 << 29;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1).map(|text| text.parse::<u32>());
    let mut next = |default: u32| given.next().unwrap_or(Ok(default));
    let (first, last) = (next(4)?, next(36)?);
    let (wanted, seconds) = (next(1000)? as usize, next(60)?);
    let board: Board = "6x6".parse()?;
    let game = CanonicalGame::new(board, Scoring::Discs);
    let root = Position::start(board, Start::Othello).discs();
    let layers = Layers::new(&game, game.canonical(root), ENUMERATED.min(last)).ok_or("a layer is too large")?;
    let books = BookTable::new(shipped_for(board), Scoring::Discs).ok_or("there are no books of 6x6")?;
    let mut solver = Solver::new(Resources { threads: 2, memory_bytes: MEMORY_BYTES, ..Resources::default() });
    let mut random = Random::new(36, 0);
    println!("discs positions median p99 max (seconds)");
    let mut pool: Vec<Discs> = Vec::new();
    for discs in root.occupied().len()..=last {
        pool = match layers.layers().get((discs - root.occupied().len()) as usize) {
            Some(layer) => layer.clone(),
            None => below(&game, &pool),
        };
        shuffle(&mut pool, &mut random);
        pool.truncate(FOLLOWED.max(layers.last().len()));
        if discs < first {
            continue;
        }
        let mut times = Vec::new();
        let end = Instant::now() + Duration::from_secs(seconds.into());
        for &position in pool.iter().take(wanted).take_while(|_| Instant::now() < end) {
            let position = Position::new(board, position, Side::Black).ok_or("discs beside the board")?;
            solver.forget();
            let begin = Instant::now();
            solver.with_table(&books).move_values(&Question::exact(position))?;
            times.push(begin.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((share * times.len() as f64) as usize).or(times.last()).copied().unwrap_or(0.0);
        println!("{discs} {} {:.4} {:.4} {:.4}", times.len(), at(0.5), at(0.99), at(1.0));
    }
    Ok(())
}

/// The successors of positions, canonical and without duplicates; only those in which the side to move can place a
/// disc.
fn below(game: &CanonicalGame, pool: &[Discs]) -> Vec<Discs> {
    let can_move = |&discs: &Discs| rules::mobility(game.geometry(), discs) != 0;
    let next: HashSet<Discs> = pool.iter().flat_map(|&discs| game.successors(discs)).filter(can_move).collect();
    let mut next: Vec<Discs> = next.into_iter().collect();
    next.sort_unstable();
    next
}

fn shuffle(positions: &mut [Discs], random: &mut Random) {
    for last in (1..positions.len()).rev() {
        positions.swap(last, random.index(last + 1));
    }
}
