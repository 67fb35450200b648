//! A large proof from smaller ones: the moves of certificates made before.
//!
//! A proof of a large position takes longer than a program may run, and more memory than there is for what it has to
//! remember. So it is made in pieces: certificates of positions further down, for the same side and the same goal. From
//! their moves, and those of the positions above, the certificate of the whole is put together without a search.

use std::collections::HashMap;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use solver::{Board, Discs, Position, Score, Scoring, Side, Square, Squares};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::bytes::{FIRST_MARKED, FIRST_RANKED, HEAD, MAGIC, VERSIONS};
use crate::claim::Limit;
use crate::walk::{Choice, Guide, Level, MARK, Setting, Walk, Way};
use crate::{MOST_CUT, Request, Silent};

/// What the side that proves a limit does, by canonical position.
#[derive(Clone, Debug, Default)]
pub struct Moves(HashMap<Discs, Choice>);

/// Why a piece is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PieceError {
    /// It is no certificate, or a damaged one.
    #[error("not an intact certificate")]
    Damaged,
    /// It holds no proof of the wanted limit.
    #[error("a certificate of something else")]
    Other,
    /// Its moves are not those of a proof.
    #[error("a move in it is not legal, or there are too few or too many")]
    Moves,
}

impl Moves {
    /// Adds the move of a position with the prover to move, in canonical form ([`solver::Symmetries::canonical`]).
    pub fn add(&mut self, discs: Discs, square: Square) {
        self.0.insert(discs, Choice::Play(square));
    }

    /// Adds the moves of a certificate that was made for this request, which has a claim with one limit. They are
    /// checked by the rules, not by a search.
    ///
    /// # Errors
    /// It is damaged, or about something else; then nothing is added.
    pub fn add_piece(&mut self, bytes: &[u8], request: &Request) -> Result<(), PieceError> {
        let Request { position, scoring, claim, .. } = *request;
        let piece = Piece::read(bytes)?;
        let is_wanted = (piece.way.position, piece.way.scoring) == (position, scoring);
        if !is_wanted || claim.limits() != [piece.way.limit] {
            return Err(PieceError::Other);
        }
        let found = Vec::with_capacity(piece.moves.len());
        let mut reader = Reader { moves: piece.moves.iter(), version: piece.version, found };
        Walk::follow(&mut reader, piece.way, &Silent)?;
        if reader.moves.next().is_some() {
            return Err(PieceError::Moves);
        }
        for (discs, choice) in reader.found {
            // Where one piece has a move and another leaves the position to the search, the latter is enough.
            let known = self.0.entry(discs).or_insert(choice);
            if choice == Choice::Leave {
                *known = choice;
            }
        }
        Ok(())
    }

    /// What to do in a canonical position.
    pub(crate) fn of(&self, discs: Discs) -> Option<Choice> {
        self.0.get(&discs).copied()
    }
}

/// A certificate of one limit, with the moves in it.
struct Piece {
    way: Way,
    version: u8,
    moves: Vec<u8>,
}

impl Piece {
    fn read(bytes: &[u8]) -> Result<Self, PieceError> {
        let (body, seal) = bytes.split_last_chunk::<8>().ok_or(PieceError::Damaged)?;
        if xxh3_64(body) != u64::from_le_bytes(*seal) {
            return Err(PieceError::Damaged);
        }
        Self::of_body(body).ok_or(PieceError::Damaged)
    }

    /// `None` if the bytes are not a certificate of one limit as [`crate::bytes`] writes it.
    fn of_body(body: &[u8]) -> Option<Self> {
        let (head, proof) = body.split_first_chunk::<HEAD>()?;
        let [version, rows, cols, scoring, side, cut, proofs, 0] = *head[MAGIC.len()..].first_chunk::<8>()? else {
            return None;
        };
        let is_known =
            head.starts_with(&MAGIC) && VERSIONS.contains(&version) && proofs == 1 && u32::from(cut) <= MOST_CUT;
        let scoring = *[Scoring::Discs, Scoring::Wof].get(usize::from(scoring))?;
        let side = *[Side::Black, Side::White].get(usize::from(side))?;
        let board = Board::new(rows.into(), cols.into()).ok().filter(|_| is_known)?;
        let word = |from: usize| Some(u64::from_le_bytes(*head[from..].first_chunk()?));
        let [black, white] = [word(16)?, word(24)?].map(Squares::from_bits);
        let (own, other) = if side == Side::Black { (black, white) } else { (white, black) };
        let position = Position::new(board, Discs::new(own, other)?, side)?;
        let ([kind, score], rest) = proof.split_first_chunk::<2>()?;
        let score = Score::new((*score as i8).into());
        let limit = match kind {
            0 => Limit::AtLeast(score),
            1 => Limit::AtMost(score),
            _ => return None,
        };
        let (count, rest) = rest.split_first_chunk::<8>()?;
        let (packed, rest) = rest.split_first_chunk::<8>()?;
        let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
        let is_whole = u64::from_le_bytes(*packed) == rest.len() as u64;
        let moves = decompress_to_vec_zlib_with_limit(rest, count).ok().filter(|_| is_whole)?;
        let way = Way { position, scoring, limit, cut: cut.into() };
        (moves.len() == count).then_some(Self { way, version, moves })
    }
}

/// Follows the moves of a piece.
struct Reader<'a> {
    moves: std::slice::Iter<'a, u8>,
    /// What the bytes mean.
    version: u8,
    found: Vec<(Discs, Choice)>,
}

impl Guide for Reader<'_> {
    type Error = PieceError;

    fn look(&self, _: usize) -> Result<(), PieceError> {
        Ok(())
    }

    fn choose(&mut self, setting: &Setting, discs: Discs, _: &Level) -> Result<Choice, PieceError> {
        let choice = match *self.moves.next().ok_or(PieceError::Moves)? {
            MARK if self.version >= FIRST_MARKED => Choice::Leave,
            rank if self.version >= FIRST_RANKED => {
                let square = setting.by_rank(discs).get(usize::from(rank)).copied();
                Choice::Play(square.ok_or(PieceError::Moves)?)
            }
            number => {
                let square = Square::new(number).filter(|&square| setting.is_legal(discs, square));
                Choice::Play(square.ok_or(PieceError::Moves)?)
            }
        };
        self.found.push((discs, choice));
        Ok(choice)
    }
}
