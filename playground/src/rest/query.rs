//! Query parameters that several lists share.

use std::collections::HashMap;

use crate::enforce::Report;
use crate::error::ApiError;
use crate::http::not_an_id;
use crate::model::Id;

/// Reads an id from a query, if it is there.
pub(super) fn anchor(query: &HashMap<String, String>, name: &str) -> Result<Option<Id>, ApiError> {
    let read = |text: &String| text.parse().map_err(|_| not_an_id(name, text));
    query.get(name).map(read).transpose()
}

/// Reads `limit` from a query, or returns `usual` without one.
pub(super) fn limit(
    text: Option<&String>,
    least: usize,
    most: usize,
    usual: usize,
) -> Result<usize, ApiError> {
    let Some(text) = text else { return Ok(usual) };
    let found = text.parse().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| {
        let mut errors = Report::default();
        let message = format!("int value should be between {least} and {most}.");
        errors.add("limit", "NUMBER_TYPE_MINMAX", &message);
        errors.into_error()
    })
}
