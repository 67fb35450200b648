//! A campaign spread over machines by nothing but a folder that all of them see.
//!
//! Each worker has a desk in it, a folder of its own, with two files: `report`, which only the worker writes, and `orders`, which only
//! the driver writes. Each says all there is to say at that moment, so a reader that misses one misses nothing, and each appears
//! whole, by renaming. FORMAT.md has the bytes. Nothing is locked, no clock of another machine is read: a worker is there as long as the
//! driver sees its reports change, and its lease ends when it has seen none for a while.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `letter` | what reports, orders and the driver's note say |
//! | `folder` | where they lie; reading and writing |
//! | `lease` | how long a worker counts as there |
//! | `pace` | how often somebody looks |
//! | `desk` | one worker as the driver sees it |
//! | `lead` | the driver |
//! | `note` | the driver's note: that nobody else leads, and when all is done |
//! | `bench` | the jobs that a worker has in hand, and its threads |
//! | `work` | a worker |
//! | `visit` | the desks as somebody sees them who only looks |

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
