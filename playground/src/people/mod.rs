//! The people interface: what people do, as JSON over HTTP, for the page, scripts and tests.
//!
//! `request` finds who acts and where; the other files each hold a group of routes. May use `state`, `enforce`, `http` and
//! everything below them; no file here knows the gateway or the REST API.

mod control;
mod feed;
mod gateway;
mod interactions;
mod messages;
mod places;
mod request;

use axum::Router;

use crate::error::ApiError;
use crate::http::respond_when_saved;
use crate::state::Shared;

pub(crate) fn routes(app: &Shared) -> Router<Shared> {
    Router::new()
        .merge(places::routes())
        .merge(interactions::routes())
        .merge(messages::routes())
        .merge(control::routes())
        .merge(gateway::routes())
        .fallback(|| async { ApiError::no_route() })
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(axum::middleware::from_fn_with_state(app.clone(), respond_when_saved))
}
