//! Which move a descent follows. One file for each formula; all take the same few numbers.

mod formula;
mod puct;
mod rave;
mod ucb1;
mod ucb1_tuned;
mod uct_plus;

pub use formula::{Arm, Parent, Select};
pub use puct::Puct;
pub use rave::Rave;
pub use ucb1::Ucb1;
pub use ucb1_tuned::Ucb1Tuned;
pub use uct_plus::{Decay, UctPlus, Unvisited};

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(visits: u32, mean: f64) -> Arm {
        Arm { visits, mean, variance: 0.25, ..Arm::default() }
    }

    #[test]
    fn ucb1_is_the_mean_and_c_times_the_width() {
        let parent = Parent::new(100, 0.5);
        let expected = 0.6 + 2.0 * (2.0 * 100f64.ln() / 10.0).sqrt();
        assert!((Ucb1 { c: 2.0 }.urgency(&parent, &arm(10, 0.6)) - expected).abs() < 1e-12);
        assert_eq!(Ucb1 { c: 0.0 }.urgency(&parent, &arm(0, 0.5)), f64::INFINITY);
    }

    #[test]
    fn ucb1_tuned_explores_moves_that_always_gave_the_same_less() {
        let parent = Parent::new(10_000, 0.5);
        let (steady, varied) = (Arm { variance: 0.0, ..arm(1000, 0.5) }, arm(1000, 0.5));
        let tuned = Ucb1Tuned { c: 1.0 };
        assert!(tuned.urgency(&parent, &steady) < tuned.urgency(&parent, &varied));
        // Auer et al. 2002: min(1/4, variance + sqrt(2 ln n / n_i)) ln n / n_i under the root.
        let log = 10_000f64.ln();
        let expected = 0.5 + (log / 1000.0 * (2.0 * log / 1000.0).sqrt().min(0.25)).sqrt();
        assert!((tuned.urgency(&parent, &steady) - expected).abs() < 1e-12);
    }

    #[test]
    fn the_weight_of_all_moves_as_first_fades_with_the_visits() {
        let rave = Rave { c: 0.0, k: 300.0 };
        let seen = |visits| {
            let arm = Arm { amaf_visits: 50, amaf_mean: 1.0, ..arm(10, 0.0) };
            rave.urgency(&Parent::new(visits, 0.5), &arm)
        };
        assert!((seen(100) - (300.0f64 / 600.0).sqrt()).abs() < 1e-12);
        assert!(seen(10) > seen(100) && seen(100) > seen(10_000) && seen(100_000_000) < 0.01);
        assert_eq!(rave.urgency(&Parent::new(100, 0.5), &arm(0, 0.5)), f64::INFINITY);
    }

    #[test]
    fn uct_plus_takes_unvisited_moves_in_the_order_of_their_evaluation_and_forgets_it_later() {
        let plus = UctPlus { c: 1.0, scale: 30.0, unvisited: Unvisited::First, decay: Decay::Root };
        let parent = Parent::new(50, 0.5);
        let with = |visits, points| plus.urgency(&parent, &Arm { points, ..arm(visits, 0.5) });
        assert!(with(0, 3.0) > with(0, 2.0) && with(0, -60.0) > with(1, 60.0));
        let gain = |visits| with(visits, 15.0) - with(visits, 0.0);
        assert!((gain(1) - 0.5).abs() < 1e-12 && (gain(100) - 0.05).abs() < 1e-12);
        // With `Average`, such a move counts as one made once and as good as the position.
        let plus = UctPlus { unvisited: Unvisited::Average, ..plus };
        let with = |visits, points| plus.urgency(&parent, &Arm { points, ..arm(visits, 0.5) });
        assert_eq!(with(0, 3.0), with(1, 3.0));
        assert!(with(0, -60.0) < with(10, 0.0) && with(0, 0.0) > with(10, 0.0));
    }

    #[test]
    fn the_evaluation_of_uct_plus_fades_as_it_is_told() {
        let weights = |decay: Decay| [1, 4, 100].map(|visits| decay.weight(visits));
        let near = |found: [f64; 3], wanted: [f64; 3]| {
            assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-12), "{found:?} {wanted:?}");
        };
        near(weights(Decay::Root), [1.0, 0.5, 0.1]);
        near(weights(Decay::Power(0.5)), weights(Decay::Root));
        near(weights(Decay::Power(1.0)), [1.0, 0.25, 0.01]);
        near(weights(Decay::Power(0.0)), [1.0; 3]);
        near(weights(Decay::Equivalence(300.0)), [(300.0f64 / 303.0).sqrt(), (300.0f64 / 312.0).sqrt(), 0.5f64.sqrt()]);
        near(weights(Decay::Prior(100.0)), [100.0 / 101.0, 100.0 / 104.0, 0.5]);
        let parent = Parent::new(50, 0.5);
        for decay in [Decay::Root, Decay::Power(0.25), Decay::Equivalence(50.0), Decay::Prior(5.0)] {
            let plus = UctPlus { c: 1.0, scale: 30.0, unvisited: Unvisited::First, decay };
            let with = |visits, points| plus.urgency(&parent, &Arm { points, ..arm(visits, 0.5) });
            for visits in [1, 7, 1000] {
                assert!(
                    (with(visits, 15.0) - with(visits, 0.0) - 0.5 * decay.weight(visits)).abs() < 1e-12,
                    "{decay:?}"
                );
            }
        }
    }

    #[test]
    fn priors_of_puct_are_probabilities_in_the_order_of_the_evaluation() {
        let puct = Puct { c: 1.0, temperature: 4.0 };
        let priors = puct.priors(&[0.0, 4.0, -4.0]);
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((priors[1] / priors[0] - 1f64.exp()).abs() < 1e-9 && priors[0] > priors[2]);
        let parent = Parent::new(16, 0.7);
        let arm = Arm { prior: 0.5, ..arm(3, 0.6) };
        assert!((puct.urgency(&parent, &arm) - (0.6 + 0.5 * 4.0 / 4.0)).abs() < 1e-12);
        assert!((puct.urgency(&parent, &Arm { prior: 0.5, ..Arm::default() }) - (0.7 + 2.0)).abs() < 1e-12);
    }
}
