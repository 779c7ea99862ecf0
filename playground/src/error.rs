//! Errors in Discord's words.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A rejected request: HTTP status, Discord's error code, and the tree of wrong fields if there is one.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: u32, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), errors: None }
    }

    pub(crate) fn bad(code: u32, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized")
    }

    pub(crate) fn no_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, 0, "404: Not Found")
    }

    pub(crate) fn wrong_method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, 0, "405: Method Not Allowed")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, 40005, "Request entity too large")
    }

    pub(crate) fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10002, "Application"),
            Unknown::Channel => (10003, "Channel"),
            Unknown::Guild => (10004, "Guild"),
            Unknown::Member => (10007, "Member"),
            Unknown::Message => (10008, "Message"),
            Unknown::Role => (10011, "Role"),
            Unknown::User => (10013, "User"),
            Unknown::Webhook => (10015, "Webhook"),
            Unknown::Interaction => (10062, "interaction"),
            Unknown::Command => (10063, "application command"),
            Unknown::CommandPermissions => (10066, "application command permissions"),
        };
        Self::new(StatusCode::NOT_FOUND, code, format!("Unknown {name}"))
    }

    pub(crate) fn no_access() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50001, "Missing Access")
    }

    pub(crate) fn no_permission() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50013, "Missing Permissions")
    }

    pub(crate) fn empty_message() -> Self {
        Self::bad(50006, "Cannot send an empty message")
    }
}

/// The kinds of things that a request can name without their existing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unknown {
    Application,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
    Webhook,
    Interaction,
    Command,
    CommandPermissions,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = self.errors {
            body["errors"] = errors;
        }
        (self.status, Json(body)).into_response()
    }
}
