//! Texts of campaigns limited to a few words, for the API description.

pub(super) use answers::words::{kind, outcome, scoring, start};

use answers::words::one_of;
use campaign::view::Standing;
use utoipa::openapi::schema::Object;

pub(super) fn mode() -> Object {
    one_of(&["wld", "exact"], false, "What the campaign proves: `wld` (who wins) or `exact` (by how much).")
}

pub(super) fn lead() -> Object {
    one_of(&["leads", "stopped", "done"], false, "What the driver says it is doing.")
}

pub(super) fn standing() -> Object {
    let about = "What became of the position: the game is `over`, the question is `decided`, it was `split`, its job has `exceeded` the \
                 budget and a larger one follows, or it is `open`.";
    one_of(&Standing::ALL.map(Standing::name), false, about)
}
