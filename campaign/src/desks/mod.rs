//! A campaign spread over machines by nothing but a folder that all of them can see.
//!
//! In it each worker has a desk, a folder with two files: only the worker writes `report`, and only the driver writes
//! `orders`. Each file says everything there is to say at that moment, so a reader who misses one misses nothing. Each
//! appears whole, by renaming. FORMAT.md has the bytes. Nothing is locked, and nobody reads the clock of another
//! machine: a worker counts as present as long as the driver sees its reports change, and its lease ends when the
//! driver has seen no change for a while.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `letter` | what reports, orders and the driver's note say |
//! | `folder` | where these files are; reading and writing them |
//! | `lease` | how long a worker counts as present |
//! | `pace` | how often to look |
//! | `desk` | one worker as the driver sees it |
//! | `lead` | the driver |
//! | `note` | the driver's note: it keeps other drivers away, and says when all is done |
//! | `bench` | the jobs a worker has in hand, and its threads |
//! | `work` | a worker |
//! | `visit` | the desks as seen by someone who only looks |

mod bench;
mod desk;
mod error;
mod folder;
mod lead;
mod lease;
mod letter;
mod note;
mod pace;
mod visit;
mod work;

pub use error::DeskError;
pub use lead::{Crowd, Lead, Observer};
pub use visit::{Leader, Seat, Visit, visit};
pub use work::{Ending, Worker};
