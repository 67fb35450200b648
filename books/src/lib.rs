//! Opening books: the exact value of every position reachable from a start, up to a number of discs.
//!
//! A book stores one byte for each position with the most discs, in the order in which the rules enumerate them, but
//! not the positions themselves. These, and the values of all positions above them, follow within some tenths of a
//! second. So the whole opening of 6x6 takes less space than a photograph.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`plan`] | which positions, under which scoring |
//! | [`layers`] | all positions up to a number of discs, symmetric ones once |
//! | [`book`] | a book, what it knows, and a book in front of a table |
//! | [`mod@build`] | solving all positions of the last layer |
//! | [`mod@shipped`] | the books that come with the program |
//! | [`mod@known`] | starts of boards that take a long search |
//! | `format` | a book as bytes |
//! | [`error`] | what can be wrong with one |
//!
//! ```
//! use books::{Book, Plan, build};
//! use solver::{Bounds, Position, Progress, Resources, Scoring, Solver, Start};
//!
//! let plan = Plan { board: "4x4".parse()?, start: Start::Othello, scoring: Scoring::Discs, discs: 7 };
//! let mut book = Book::new(plan)?;
//! let solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
//! build(&mut book, vec![solver], None, &Progress::default(), std::time::Duration::MAX, Box::new(|_, _| Ok(())))?;
//! let (bounds, best) = book.look_up(&Position::start(plan.board, plan.start))?.expect("the start is in the book");
//! assert_eq!(bounds, Bounds::at(-8));
//! assert!(best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
pub mod build;
pub mod error;
mod format;
pub mod known;
pub mod layers;
pub mod plan;
pub mod shipped;

pub use book::{Book, BookTable, known};
pub use build::{BuildError, Stand, build};
pub use error::BookError;
pub use format::MOST_BYTES;
pub use known::{KnownStart, KnownTable, known_starts};
pub use layers::Layers;
pub use plan::Plan;
pub use shipped::{shipped, shipped_for};
