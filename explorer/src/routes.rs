//! All routes together.

use axum::Router;

use crate::state::Explorer;
use crate::{api, page, security};

impl Explorer {
    /// Everything that can be asked for by HTTP: the API, the page, and the headers that all answers carry.
    pub fn router(&self) -> Router {
        security::protected(api::router().merge(page::router()), self)
    }
}
