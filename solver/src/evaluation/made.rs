//! The evaluations made so far, which all searches share.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::{Evaluation, OUTLINE_PLACES, Weights, is_same, shipped};
use rules::board::Board;

static MADE: Mutex<Made> = Mutex::new(Made::new(usize::MAX));

struct Made {
    /// The evaluations of each board that was wanted, the latest last; `None` if they were dropped since.
    boards: Vec<(Board, Option<Evaluations>)>,
    /// The most bytes of evaluations that nobody uses.
    most_bytes: usize,
}

/// The evaluations that come with the program for one board, or were loaded for it.
#[derive(Clone, Debug)]
pub(crate) struct Evaluations {
    /// From all patterns.
    pub(crate) whole: Arc<Evaluation>,
    /// From the few patterns of the outline, if they were learned.
    pub(crate) outline: Option<Arc<Evaluation<OUTLINE_PLACES>>>,
    /// The search multiplies scores of `whole` by this many 64ths.
    pub(crate) stretch: i32,
}

impl Evaluations {
    /// Those for `board` or its transpose, built once and then shared.
    ///
    /// # Panics
    /// If a thread panicked in this function before.
    pub(crate) fn for_board(board: Board) -> Self {
        let found = made().wanted(board);
        // It is made without the lock: a process that is forked while another thread holds it would wait for ever.
        found.unwrap_or_else(|| {
            let new = Self::make(board);
            made().keep(board, new)
        })
    }

    fn make(board: Board) -> Self {
        static COMMON: OnceLock<Evaluation> = OnceLock::new();
        let stretch = shipped::stretch(board);
        if !shipped::has(board) {
            let common = COMMON.get_or_init(|| Evaluation::common(board));
            return Self { whole: Arc::new(common.common_on(board)), outline: None, stretch };
        }
        let weights = shipped::weights(board);
        let outline = Evaluation::with_outline(board, &weights).map(Arc::new);
        Self { whole: Arc::new(Evaluation::new(board, &weights)), outline, stretch }
    }

    /// Bytes that dropping it would free.
    fn unused_bytes(&self) -> usize {
        let is_used = Arc::strong_count(&self.whole) > 1
            || self.outline.as_ref().is_some_and(|outline| Arc::strong_count(outline) > 1);
        match is_used || !self.whole.is_learned() {
            true => 0,
            false => self.whole.bytes() + self.outline.as_ref().map_or(0, |outline| outline.bytes()),
        }
    }
}

impl Made {
    const fn new(most_bytes: usize) -> Self {
        Self { boards: Vec::new(), most_bytes }
    }

    /// What was made for a board and not dropped since. It is now the latest that was wanted.
    fn wanted(&mut self, board: Board) -> Option<Evaluations> {
        let at = self.boards.iter().position(|&(found, _)| found == board)?;
        self.boards[at..].rotate_left(1);
        let found = self.boards.last()?.1.clone();
        self.drop_unused();
        found
    }

    /// Keeps what was made for a board, unless another thread was faster: then that is what all share.
    fn keep(&mut self, board: Board, new: Evaluations) -> Evaluations {
        let kept = self.wanted(board).unwrap_or(new);
        self.boards.retain(|&(found, _)| found != board);
        self.boards.push((board, Some(kept.clone())));
        self.drop_unused();
        kept
    }

    /// Drops the least recently wanted that nobody uses, until there are few enough bytes of them.
    fn drop_unused(&mut self) {
        let unused = |made: &Option<Evaluations>| made.as_ref().map_or(0, Evaluations::unused_bytes);
        let mut bytes: usize = self.boards.iter().map(|(_, made)| unused(made)).sum();
        for (_, made) in &mut self.boards {
            if bytes <= self.most_bytes {
                break;
            }
            let freed = unused(made);
            if freed > 0 {
                (*made, bytes) = (None, bytes - freed);
            }
        }
    }
}

/// See [`Evaluation::keep_at_most`].
pub(super) fn keep_at_most(bytes: usize) {
    let mut made = made();
    made.most_bytes = bytes;
    made.drop_unused();
}

/// Puts weights of a board in the place of those that come with the program. Returns whether they are the first, and
/// nothing was made for the board before.
pub(super) fn load(board: Board, weights: Weights) -> bool {
    let made = made();
    !made.boards.iter().any(|&(found, _)| is_same(found, board)) && shipped::load(board, weights)
}

fn made() -> MutexGuard<'static, Made> {
    MADE.lock().expect("making an evaluation does not panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_nobody_uses_take_no_more_than_they_may() {
        let board = |text: &str| -> Board { text.parse().unwrap() };
        let wanted = |made: &mut Made, text: &str| {
            let found = made.wanted(board(text));
            found.unwrap_or_else(|| made.keep(board(text), Evaluations::make(board(text))))
        };
        let mut made = Made::new(0);
        let used = wanted(&mut made, "4x8");
        made.most_bytes = wanted(&mut made, "5x6").whole.bytes() + (4 << 20);
        for text in ["4x10", "6x6", "8x4", "5x7", "3x3", "5x5", "5x6", "6x5"] {
            wanted(&mut made, text);
            // All but the latest, which was in use until now.
            let kept = made.boards.iter().rev().skip(1).filter_map(|(_, made)| made.as_ref());
            let kept: usize = kept.map(Evaluations::unused_bytes).sum();
            assert!(kept <= made.most_bytes, "{text}: {kept}");
        }
        let is_kept = |text| made.boards.iter().any(|(found, made)| *found == board(text) && made.is_some());
        assert!(is_kept("6x5") && !is_kept("4x10"));
        assert!(Arc::ptr_eq(&wanted(&mut made, "4x8").whole, &used.whole), "what is used is shared");
        let [small, large] = ["3x3", "5x5"].map(|text| wanted(&mut made, text).whole);
        assert!(Arc::ptr_eq(&small.tables, &large.tables), "the boards of a common one share its tables");
    }
}
