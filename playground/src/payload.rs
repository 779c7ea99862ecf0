//! Request bodies: JSON, or a form with files.

use std::collections::BTreeMap;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde_json::{Value, json};

use crate::error::ApiError;

/// The largest file that a request may carry, in bytes.
pub(crate) const LARGEST_FILE: usize = 10 * 1024 * 1024;
/// The most that a request may carry, in bytes.
pub(crate) const LARGEST_REQUEST: usize = 25 * 1024 * 1024;
/// Room for what surrounds the files in a form, in bytes.
pub(crate) const ENVELOPE: usize = 256 * 1024;

/// A parsed body: its JSON, and its files by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payload {
    pub(crate) json: Value,
    pub(crate) files: BTreeMap<u64, Upload>,
}

/// A file as it was uploaded.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) filename: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

impl Payload {
    /// Parses the body of a request with these headers. The parts of a form may come in any order.
    pub(crate) async fn read(parts: &Parts, bytes: Bytes) -> Result<Self, ApiError> {
        if bytes.is_empty() {
            return Ok(Self { json: json!({}), files: BTreeMap::new() });
        }
        let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            return Self::read_form(parts, bytes).await;
        }
        let json = serde_json::from_slice(&bytes).map_err(|_| invalid_json())?;
        Ok(Self { json, files: BTreeMap::new() })
    }

    async fn read_form(parts: &Parts, bytes: Bytes) -> Result<Self, ApiError> {
        let broken = |_| ApiError::bad(50035, "Invalid Form Body");
        let mut request = Request::new(Body::from(bytes));
        *request.headers_mut() = parts.headers.clone();
        *request.extensions_mut() = parts.extensions.clone();
        let mut form = Multipart::from_request(request, &())
            .await
            .map_err(|_| ApiError::bad(50035, "Invalid Form Body"))?;
        let mut payload = Self { json: json!({}), files: BTreeMap::new() };
        let mut plain = serde_json::Map::new();
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "payload_json" {
                payload.json = serde_json::from_slice(&field.bytes().await.map_err(broken)?)
                    .map_err(|_| invalid_json())?;
            } else if let Some(filename) = field.file_name().map(str::to_owned) {
                let number = name
                    .strip_prefix("files[")
                    .and_then(|rest| rest.strip_suffix(']'))
                    .or_else(|| name.strip_prefix("file"))
                    .and_then(|number| number.parse().ok())
                    .unwrap_or(payload.files.len() as u64);
                let given = field.content_type().map(str::to_owned);
                let bytes = field.bytes().await.map_err(broken)?;
                let content_type = kind_of(&filename, given);
                payload.files.insert(number, Upload { filename, content_type, bytes });
            } else {
                let text = field.text().await.map_err(broken)?;
                plain.insert(name, Value::String(text));
            }
        }
        if let Value::Object(fields) = &mut payload.json {
            for (name, text) in plain {
                fields.entry(name).or_insert(text);
            }
        }
        Ok(payload)
    }

    /// Returns the same files with one field of the JSON, such as the `data` of a callback.
    pub(crate) fn part(&self, name: &str) -> Self {
        let json = self.json.get(name).cloned().filter(|part| !part.is_null()).unwrap_or_else(|| json!({}));
        Self { json, files: self.files.clone() }
    }

    /// Returns whether a field is present and not null.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.json.get(name).is_some_and(|value| !value.is_null())
    }
}

/// Returns the content type that the upload states, or else guesses it from the name.
fn kind_of(filename: &str, given: Option<String>) -> String {
    if let Some(given) = given.filter(|kind| kind != "application/octet-stream" && !kind.is_empty()) {
        return given;
    }
    let ending = filename.rsplit('.').next().unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "txt" | "log" | "md" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
    .to_owned()
}

fn invalid_json() -> ApiError {
    ApiError::bad(50109, "The request body contains invalid JSON.")
}

impl<S: Sync> FromRequestParts<S> for Payload {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.remove::<Payload>().ok_or_else(invalid_json)
    }
}
