//! Watched campaigns: the list, the progress of one, and its tree, a node at a time.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use solver::notation::read_moves;
use utoipa::{IntoParams, ToSchema};

use super::asked::{Asked, Named};
use super::campaign_records::{BranchRecord, CampaignRecord, CommonRecord};
use super::error::{ApiError, ErrorRecord};
use crate::campaigns::Watched;
use crate::client::Client;
use crate::state::Explorer;
use crate::unchanging::has;

/// The campaigns this server watches.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignsRecord {
    /// The campaigns, in the order of the command line.
    campaigns: Vec<ListedRecord>,
}

/// A campaign in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ListedRecord {
    /// Its name in /api/campaigns/.
    name: String,
    /// Whether the server is still reading its ledger for the first time.
    reading: bool,
    /// Why there is no news, in a sentence; null if all is well.
    trouble: Option<String>,
    /// Its progress; null until the ledger has been read.
    status: Option<CommonRecord>,
}

/// Where in the tree.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct TreeQuery {
    /// The moves that lead from the campaign's root to the node, for example c1b3pass; none for the root. Passes may be left out.
    moves: Option<String>,
}

/// The campaigns this server watches, with the progress of each
#[utoipa::path(get, path = "/api/campaigns", responses((status = 200, body = CampaignsRecord)))]
pub(super) async fn campaigns(State(explorer): State<Explorer>) -> Json<CampaignsRecord> {
    let all = explorer.campaigns.all();
    explorer.campaigns.visit(all).await;
    let listed = all.iter().map(|watched| {
        let shown = watched.shown();
        ListedRecord {
            name: watched.name.clone(),
            reading: shown.number == 0,
            trouble: shown.trouble.as_ref().map(ToString::to_string),
            status: shown.summary.as_ref().map(CommonRecord::of),
        }
    });
    Json(CampaignsRecord { campaigns: listed.collect() })
}

/// A campaign's progress, its workers and its history
///
/// The ledger is read again if the last time was some seconds ago. The answer has an `ETag`; with the same one in
/// `If-None-Match` the body is left out unless something is new.
#[utoipa::path(get, path = "/api/campaigns/{name}", params(("name" = String, Path, description = "As in /api/campaigns")), responses(
    (status = 200, body = CampaignRecord),
    (status = 304, description = "Nothing new"),
    (status = 404, body = ErrorRecord),
))]
pub(super) async fn campaign(
    State(explorer): State<Explorer>,
    Named(name): Named,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let watched = find(&explorer, &name).await?;
    let shown = watched.shown();
    let make = || Bytes::from(serde_json::to_vec(&CampaignRecord::of(&watched.name, &shown)).unwrap_or_default());
    // All who ask share it.
    Ok(tagged(&explorer, shown.number, &headers, || shown.body.get_or_init(make).clone()))
}

/// A node of a campaign's tree with its successors
///
/// Limits, proof and disproof numbers are for the side to move at the root, at any depth. The root itself is asked for
/// without moves. The `ETag` is that of the campaign.
#[utoipa::path(get, path = "/api/campaigns/{name}/tree", params(("name" = String, Path, description = "As in /api/campaigns"), TreeQuery), responses(
    (status = 200, body = BranchRecord),
    (status = 304, description = "Nothing new"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the moves"),
    (status = 404, body = ErrorRecord),
    (status = 503, body = ErrorRecord, description = "The ledger is being read; try again after Retry-After seconds"),
))]
pub(super) async fn tree(
    State(explorer): State<Explorer>,
    client: Client,
    Named(name): Named,
    headers: HeaderMap,
    Asked(TreeQuery { moves }): Asked<TreeQuery>,
) -> Result<Response, ApiError> {
    let watched = find(&explorer, &name).await?;
    let shown = watched.shown();
    let root = shown.summary.as_ref().map(|summary| summary.plan.root).ok_or(ApiError::Reading)?;
    let moves = read_moves(root, &moves.unwrap_or_default()).map_err(|error| ApiError::Bad(error.to_string()))?;
    if is_known(&explorer, shown.number, &headers) {
        return Ok(unchanged(&explorer, shown.number));
    }
    let (watch, number) = watched.tree().await.ok_or(ApiError::Reading)?;
    let branch = explorer.shared.look(client, move |_| watch.branch(&moves)).await.ok_or(ApiError::Internal)?;
    let branch = branch.map_err(|error| ApiError::Bad(error.to_string()))?.ok_or(ApiError::Reading)?;
    let text = serde_json::to_vec(&BranchRecord::of(&branch)).unwrap_or_default();
    Ok(tagged(&explorer, number, &headers, || text.into()))
}

/// The campaign with this name, after a look at it if one is due.
async fn find<'a>(explorer: &'a Explorer, name: &str) -> Result<&'a Watched, ApiError> {
    let watched = explorer.campaigns.find(name).ok_or(ApiError::NotFound)?;
    explorer.campaigns.visit(std::slice::from_ref(watched)).await;
    Ok(watched)
}

/// Whether the client already has this state of the campaign.
fn is_known(explorer: &Explorer, number: u64, headers: &HeaderMap) -> bool {
    has(headers, &explorer.campaigns.tag(number))
}

fn unchanged(explorer: &Explorer, number: u64) -> Response {
    (StatusCode::NOT_MODIFIED, [(ETAG, explorer.campaigns.tag(number))]).into_response()
}

/// An answer with a state of the campaign, unless the client already has it.
fn tagged(explorer: &Explorer, number: u64, headers: &HeaderMap, body: impl FnOnce() -> Bytes) -> Response {
    if is_known(explorer, number, headers) {
        return unchanged(explorer, number);
    }
    let tag = explorer.campaigns.tag(number);
    ([(CONTENT_TYPE, "application/json".to_owned()), (ETAG, tag)], body()).into_response()
}
