//! The errors with which requests are answered.

use answers::question::shortened;
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use solver::Position;
use thiserror::Error;
use utoipa::ToSchema;

/// Seconds after which a refused client may try again.
const RETRY_SECONDS: u16 = 2;

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ApiError {
    /// The request makes no sense; the sentence is that of the command line.
    #[error("{0}")]
    Bad(String),
    /// The body is larger than it may be.
    #[error("the body is too large")]
    TooLarge,
    /// There is no `Host`, or more than one, or it cannot be read.
    #[error("the request does not say by one readable Host whom it asks")]
    NoHost,
    /// It asks for another server.
    #[error("'{0}' is not this server")]
    OtherHost(String),
    /// A page from elsewhere asks.
    #[error("a page from elsewhere may not ask here")]
    Elsewhere,
    /// The body does not claim to be JSON.
    #[error("the body's content type is not application/json")]
    NoJson,
    /// Nothing is there.
    #[error("there is nothing here; /api/openapi.json describes what there is")]
    NotFound,
    /// Something is there, but not for this method.
    #[error("method not allowed here; see /api/openapi.json")]
    Method,
    /// The queue is full.
    #[error("all searches are taken and the queue before them is full; try again later")]
    Busy,
    /// The ledger of a campaign has not been read yet.
    #[error("the campaign's ledger is being read, or cannot be; try again in a moment")]
    Reading,
    /// What a table says about this position, or one after it, is false.
    #[error(
        "what a table of this server says of {} ({}), or of a position behind it, is false",
        .0.without_board(), .0.board()
    )]
    Table(Position),
    /// A fault of the program.
    #[error("the server has failed to answer this")]
    Internal,
}

/// An error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorRecord {
    /// What is wrong, in a sentence.
    error: String,
}

impl From<String> for ApiError {
    fn from(sentence: String) -> Self {
        Self::Bad(sentence)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Bad(_) | Self::NoHost => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::OtherHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Self::Elsewhere => StatusCode::FORBIDDEN,
            Self::NoJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Busy | Self::Reading => StatusCode::SERVICE_UNAVAILABLE,
            Self::Table(_) | Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let is_busy = status == StatusCode::SERVICE_UNAVAILABLE;
        let mut response = (status, Json(ErrorRecord { error: shortened(self.to_string()) })).into_response();
        if is_busy {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(RETRY_SECONDS));
        }
        response
    }
}
