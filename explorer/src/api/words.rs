//! Texts of campaigns limited to a few words, for the API description.

pub(super) use answers::words::{kind, outcome, scoring, start};

use answers::words::one_of;
use campaign::view::State;
use utoipa::openapi::schema::Object;

pub(super) fn mode() -> Object {
    one_of(&["wld", "exact"], false, "What the campaign proves: `wld` (who wins) or `exact` (by how much).")
}

pub(super) fn standing() -> Object {
    let about = "What became of the position: the game is `over`, the question is `decided`, it was `split`, its job has `exceeded` the \
                 budget and a larger one follows, or it is `open`.";
    one_of(&State::ALL.map(State::name), false, about)
}
