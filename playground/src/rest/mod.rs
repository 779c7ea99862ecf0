//! The REST API, v10: the requests of bots. There is one file for each group of routes.
//!
//! `requests` wraps all routes: it records and counts a request and injects faults. `access` says what a bot may do. May use
//! `state`, `enforce`, `http` and everything below them; no file here knows the gateway or the people interface.

mod access;
mod callback;
mod channels;
mod commands;
mod files;
mod guilds;
mod limits;
mod messages;
mod query;
mod reactions;
mod references;
mod requests;
mod threads;
mod users;
mod webhooks;

use axum::Router;
use axum::http::{Method, Uri};

use crate::error::ApiError;
use crate::http::respond_when_saved;
use crate::state::Shared;

/// Returns the routes of every version of the API, and those of the files that its responses point to.
pub(crate) fn routes(app: &Shared) -> Router<Shared> {
    let api = Router::new()
        .merge(users::routes())
        .merge(commands::routes())
        .merge(callback::routes())
        .merge(webhooks::routes())
        .merge(channels::routes())
        .merge(messages::routes())
        .merge(reactions::routes())
        .merge(threads::routes())
        .merge(guilds::routes())
        .fallback(unhandled)
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(axum::middleware::from_fn_with_state(app.clone(), respond_when_saved))
        .layer(axum::middleware::from_fn_with_state(app.clone(), requests::handle));
    Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .merge(files::routes())
}

async fn unhandled(method: Method, uri: Uri) -> ApiError {
    tracing::warn!(%method, path = uri.path(), "unhandled request of a bot: {method} {}", uri.path());
    ApiError::no_route()
}
