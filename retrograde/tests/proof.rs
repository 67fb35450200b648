//! Positions and values from anywhere are proven, or their fault is found.

mod support;

use retrograde::{ClaimedLayer, ExhaustError, Exhausted, LayerCensus, Place, Plan, Prover};
use solver::random::Random;
use solver::{Position, Scoring, Start, Unobserved};
use support::{exhausted, plan};
use tempfile::TempDir;

/// The positions of a layer with their values.
type Entries = Vec<(Place, i8)>;

/// All layers of a finished run.
fn layers(exhausted: &Exhausted) -> Vec<Entries> {
    let of_layer = |number| {
        let layer = exhausted.layer(number).unwrap();
        let of_group = |(group, &mask): (usize, &u32)| {
            let values = layer.values(group).unwrap();
            let places = layer.layer.codes(group).unwrap().into_iter().map(move |code| Place { mask, code });
            places.zip(values).collect::<Entries>()
        };
        layer.layer.masks().iter().enumerate().flat_map(of_group).collect()
    };
    (0..exhausted.census().layers.len()).map(of_layer).collect()
}

/// The value of the start, and the counts.
fn proven(plan: &Plan, layers: &[Entries]) -> Result<(Option<i8>, Vec<LayerCensus>), ExhaustError> {
    let claimed = |entries: &Entries| {
        let mut layer = ClaimedLayer::default();
        entries.iter().for_each(|&(place, value)| layer.add(place.mask, [(place.code, value)].into_iter()));
        layer
    };
    let prover = Prover::new(plan).unwrap();
    let mut claimed: Vec<ClaimedLayer> = layers.iter().map(claimed).chain([ClaimedLayer::default()]).collect();
    let start = Position::start(plan.normal().board, plan.normal().start).discs();
    let value = prover.begin(&mut claimed[0], start);
    let mut counted = Vec::new();
    for number in 0..layers.len() {
        let (before, after) = claimed.split_at_mut(number + 1);
        counted.push(prover.layer(&before[number], &mut after[0], &Unobserved)?);
    }
    Ok((value, counted))
}

#[test]
fn what_a_run_finds_is_proven_and_counted_alike() {
    for (name, start, scoring) in [
        ("3x3", Start::Reversi, Scoring::Discs),
        ("4x4", Start::Othello, Scoring::Discs),
        ("4x4", Start::Reversi, Scoring::Wof),
        ("5x3", Start::ReversiRows, Scoring::Wof),
        ("3x5", Start::Othello, Scoring::Discs),
        ("4x5", Start::Othello, Scoring::Discs),
    ] {
        let (folder, plan) = (TempDir::new().unwrap(), Plan { scoring, ..plan(name, start) });
        let made = exhausted(plan, folder.path());
        let (value, counted) = proven(&plan, &layers(&made)).unwrap_or_else(|error| panic!("{plan}: {error:?}"));
        assert_eq!(value.map(i32::from), Some(made.value_of_start().discs()), "{plan}");
        for (counted, layer) in counted.iter().zip(&made.census().layers) {
            assert_eq!(LayerCensus { discs: layer.discs, ..counted.clone() }, layer.of_values(), "{plan}");
        }
    }
}

#[test]
fn a_single_wrong_missing_or_added_position_is_found_wherever_it_is() {
    let (folder, plan) = (TempDir::new().unwrap(), plan("3x4", Start::Othello));
    let whole = layers(&exhausted(plan, folder.path()));
    let mut random = Random::new(7, 0);
    let mut added = 0;
    for (number, layer) in whole.iter().enumerate() {
        for at in 0..layer.len() {
            let spoilt = |spoil: &dyn Fn(&mut Entries)| {
                let mut layers = whole.clone();
                spoil(&mut layers[number]);
                proven(&plan, &layers)
            };
            let (place, value) = layer[at];
            for wrong in [value - 1, value + 2, -value].into_iter().filter(|&wrong| wrong != value) {
                assert!(spoilt(&|layer| layer[at].1 = wrong).is_err(), "{place:?}");
            }
            let without = spoilt(&|layer| {
                layer.remove(at);
            });
            assert!(!matches!(without, Ok((Some(_), _))), "{place:?} is missed");
            assert!(spoilt(&|layer| layer.insert(at, layer[at])).is_err(), "{place:?} twice");
            // Another colouring of the same discs, which no game leads to, with any value.
            let other = Place { code: random.below(1 << place.mask.count_ones()), ..place };
            if let Err(between) = layer.binary_search_by_key(&other, |&(place, _)| place) {
                let error = spoilt(&|layer| layer.insert(between, (other, value))).unwrap_err();
                assert!(matches!(error, ExhaustError::False { .. }), "{other:?}");
                added += 1;
            }
        }
    }
    assert!(added > 100, "{added}");
}

#[test]
fn what_is_not_on_the_board_is_an_error_and_no_panic() {
    let (folder, plan) = (TempDir::new().unwrap(), plan("3x4", Start::Othello));
    let whole = layers(&exhausted(plan, folder.path()));
    for place in [
        Place { mask: 0xF0_0000, code: 3 },
        Place { mask: u32::MAX, code: u32::MAX },
        Place { mask: whole[0][0].0.mask, code: u32::MAX },
        Place { mask: 0, code: 0 },
    ] {
        for number in 0..whole.len() {
            let mut layers = whole.clone();
            let at = layers[number].partition_point(|&(known, _)| known < place);
            layers[number].insert(at, (place, i8::MIN));
            assert!(matches!(proven(&plan, &layers), Err(ExhaustError::False { .. })), "{place:?} in layer {number}");
        }
    }
}
