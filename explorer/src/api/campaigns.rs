//! Watched campaigns: the list, the progress of one, and its tree, a node at a time.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use campaign::view::Branch;
use serde::{Deserialize, Serialize};
use solver::notation::read_moves;
use utoipa::{IntoParams, ToSchema};

use super::asked::{Asked, Named};
use super::campaign_records::{CampaignRecord, CommonRecord};
use crate::campaigns::Watched;
use crate::error::{ApiError, ErrorRecord};
use crate::etag::{has, tagged};
use crate::state::Explorer;

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
pub(super) async fn campaigns(State(explorer): State<Arc<Explorer>>) -> Json<CampaignsRecord> {
    explorer.campaigns.visit().await;
    let listed = explorer.campaigns.all.iter().map(|watched| {
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
    State(explorer): State<Arc<Explorer>>,
    name: Named,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let watched = find(&explorer, name).await?;
    let shown = watched.shown();
    let make = || Bytes::from(serde_json::to_vec(&CampaignRecord::of(&watched.name, &shown)).unwrap_or_default());
    // All who ask share it.
    let tag = explorer.campaigns.tag(shown.number);
    Ok(tagged(&headers, &tag, "application/json", || shown.body.get_or_init(make).clone()))
}

/// A node of a campaign's tree with its successors
///
/// Limits, proof and disproof numbers are for the side to move at the root, at any depth. The root itself is asked for
/// without moves. The `ETag` is that of the campaign.
#[utoipa::path(get, path = "/api/campaigns/{name}/tree", params(("name" = String, Path, description = "As in /api/campaigns"), TreeQuery), responses(
    (status = 200, body = Branch),
    (status = 304, description = "Nothing new"),
    (status = 400, body = ErrorRecord, description = "What is wrong with the moves"),
    (status = 404, body = ErrorRecord),
    (status = 503, body = ErrorRecord, description = "The ledger is being read; try again after Retry-After seconds"),
))]
pub(super) async fn tree(
    State(explorer): State<Arc<Explorer>>,
    name: Named,
    headers: HeaderMap,
    query: Asked<TreeQuery>,
) -> Result<Response, ApiError> {
    let watched = find(&explorer, name).await?;
    let Query(TreeQuery { moves }) = query?;
    let shown = watched.shown();
    let root = shown.summary.as_ref().map(|summary| summary.plan.root).ok_or(ApiError::Reading)?;
    let moves = read_moves(root, &moves.unwrap_or_default()).map_err(|error| ApiError::Bad(error.to_string()))?;
    let tag = explorer.campaigns.tag(shown.number);
    if has(&headers, &tag) {
        return Ok(tagged(&headers, &tag, "application/json", Body::empty));
    }
    let (gate, number) = watched.tree().await.ok_or(ApiError::Reading)?;
    let branch = explorer.look(move |_| gate.0.branch(&moves)).await?;
    let branch = branch.map_err(|error| ApiError::Bad(error.to_string()))?.ok_or(ApiError::Reading)?;
    let text = serde_json::to_vec(&branch).unwrap_or_default();
    Ok(tagged(&headers, &explorer.campaigns.tag(number), "application/json", || text))
}

/// The campaign with this name, after a look at it if one is due.
async fn find(explorer: &Explorer, name: Named) -> Result<&Arc<Watched>, ApiError> {
    let Path(name) = name?;
    let watched = explorer.campaigns.find(&name).ok_or(ApiError::NotFound)?;
    Arc::clone(watched).visit().await;
    Ok(watched)
}
