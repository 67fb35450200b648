//! A large proof from smaller ones: the moves of certificates made before.
//!
//! A proof of a large position takes longer than a program may run, and more memory than there is for what it has to
//! remember. So it is made in pieces: certificates of positions further down, for the same side and the same goal. From
//! their moves, and those of the positions above, the certificate of the whole is put together without a search.

use std::collections::HashMap;

use kernel::{Certificate, MARK};
use solver::{Board, Discs, Position, Score, Scoring, Side, Square, Squares};
use thiserror::Error;

use crate::claim::Limit;
use crate::walk::{Choice, Guide, Level, Setting, Walk};
use crate::{Cut, Request, SILENT};

/// What the side that proves a limit does, by canonical position.
#[derive(Clone, Debug, Default)]
pub struct Moves(HashMap<Discs, Choice>);

/// Why a certificate is of no use as a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PieceError {
    /// It holds no proof of the wanted limit, or one with another cut.
    #[error("a certificate of something else")]
    Other,
    /// Its moves are not those of a proof.
    #[error("a move in it is not legal, or there are too few or too many")]
    Moves,
    /// Its moves lead to more positions than a file of its size may have.
    #[error("its moves lead to too many positions for a file of its size")]
    TooLarge,
}

/// Whether a certificate says what was requested: the position, the scoring, the one limit of the claim, and the cut.
#[must_use]
pub fn fits(certificate: &Certificate, request: &Request) -> bool {
    setting(certificate, request).is_some()
}

/// The setting of a certificate's only proof, if it is the one requested.
fn setting(certificate: &Certificate, request: &Request) -> Option<Setting> {
    let Request { position, scoring, claim, cut } = *request;
    let limits: Vec<Limit> = certificate.proofs.iter().map(|proof| limit(proof.limit)).collect();
    let cut = cut.unwrap_or_else(|| crate::default_cut(&position)).empties();
    let is_wanted = self::position(certificate)? == position
        && self::scoring(certificate) == scoring
        && limits == claim.limits()
        && certificate.cut == cut;
    let [limit] = limits[..] else { return None };
    is_wanted.then(|| Setting::new(position, scoring, limit, cut))
}

/// The position that a certificate is about, as the solver has it.
fn position(certificate: &Certificate) -> Option<Position> {
    let root = &certificate.root;
    let board = Board::new(root.rows() as u32, root.cols() as u32).ok()?;
    let (own, other) = root.pair();
    let side = if root.side() == kernel::BLACK { Side::Black } else { Side::White };
    Position::new(board, Discs::new(Squares::from_bits(own), Squares::from_bits(other))?, side)
}

fn scoring(certificate: &Certificate) -> Scoring {
    certificate.scoring.name().parse().expect("both know the same scorings")
}

fn limit(limit: kernel::Limit) -> Limit {
    match limit {
        kernel::Limit::AtLeast(score) => Limit::AtLeast(Score::new(score)),
        kernel::Limit::AtMost(score) => Limit::AtMost(Score::new(score)),
    }
}

impl Moves {
    /// Adds the move of a position with the prover to move, in canonical form ([`solver::Symmetries::canonical`]).
    pub fn add(&mut self, discs: Discs, square: Square) {
        self.0.insert(discs, Some(square));
    }

    /// Adds the moves of a certificate that was made for this request, which has a claim with one limit. They are
    /// checked by the rules, not by a search.
    ///
    /// # Errors
    /// It is about something else, or its moves are not those of a proof; then nothing is added.
    pub fn add_piece(&mut self, certificate: &Certificate, request: &Request) -> Result<(), PieceError> {
        let setting = setting(certificate, request).ok_or(PieceError::Other)?;
        let is_cut_by_work = matches!(request.cut, Some(Cut::Work(_)));
        let moves = certificate.proofs.iter().flat_map(|proof| &proof.moves);
        let mut reader = Reader { certificate, is_cut_by_work, moves: moves.copied(), found: Vec::new() };
        Walk::follow(&mut reader, &setting, SILENT)?;
        if reader.moves.next().is_some() {
            return Err(PieceError::Moves);
        }
        for (discs, choice) in reader.found {
            // Where one piece has a move and another leaves the position to the search, the latter is enough.
            let known = self.0.entry(discs).or_insert(choice);
            if choice.is_none() {
                *known = None;
            }
        }
        Ok(())
    }

    /// What to do in a canonical position.
    pub(crate) fn of(&self, discs: Discs) -> Option<Choice> {
        self.0.get(&discs).copied()
    }
}

/// Follows the moves of a piece.
struct Reader<'a, M> {
    certificate: &'a Certificate,
    /// Whether a position may be left to the search although it has many empty squares.
    is_cut_by_work: bool,
    moves: M,
    found: Vec<(Discs, Choice)>,
}

impl<M: Iterator<Item = u8>> Guide for Reader<'_, M> {
    type Error = PieceError;

    fn look(&self, _: usize) -> Result<(), PieceError> {
        Ok(())
    }

    fn choose(&mut self, setting: &Setting, discs: Discs, next: &Level) -> Result<Choice, PieceError> {
        let Certificate { version, walk_bytes, .. } = *self.certificate;
        let positions = self.found.len() + next.len();
        if (positions * size_of::<Discs>()) as u64 > walk_bytes {
            return Err(PieceError::TooLarge);
        }
        let choice = match self.moves.next().ok_or(PieceError::Moves)? {
            MARK if version >= 2 && self.is_cut_by_work => None,
            MARK if version >= 2 => return Err(PieceError::Other),
            rank if version >= 3 => {
                let square = setting.by_rank(discs).get(usize::from(rank)).copied();
                Some(square.ok_or(PieceError::Moves)?)
            }
            number => {
                let square = Square::new(number).filter(|&square| setting.is_legal(discs, square));
                Some(square.ok_or(PieceError::Moves)?)
            }
        };
        self.found.push((discs, choice));
        Ok(choice)
    }
}
