//! The page, whose files are embedded in the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// The folder of the page. Debug builds read it from disk.
#[derive(rust_embed::RustEmbed)]
#[folder = "web/"]
struct Page;

/// The page loads scripts, styles and data from the playground only. Pictures may come from anywhere, since embeds can name any
/// address; the playground's own have the address 127.0.0.1, even if the page was opened at localhost.
const POLICY: &str = "default-src 'self'; \
    img-src 'self' data: blob: https: http://127.0.0.1:* http://localhost:*; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves a file of the page, and `index.html` at `/`.
pub(crate) async fn page(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if method != Method::GET && method != Method::HEAD {
        return crate::error::ApiError::wrong_method().into_response();
    }
    match Page::get(path) {
        Some(file) => {
            let headers =
                [(CONTENT_TYPE, kind(path)), (CACHE_CONTROL, "no-cache"), (CONTENT_SECURITY_POLICY, POLICY)];
            (headers, file.data.into_owned()).into_response()
        }
        None => {
            tracing::debug!(path = uri.path(), "no such file of the page");
            (StatusCode::NOT_FOUND, crate::error::ApiError::no_route()).into_response()
        }
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
