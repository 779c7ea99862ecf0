//! The first stop of every request. It rejects pages of other sites, decodes escaped addresses, and forbids browsers to guess
//! content types.

use std::net::IpAddr;

use axum::extract::{OriginalUri, Request};
use axum::http::header::{HOST, HeaderName, ORIGIN, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Passes a request on, unless a page of another site sends it through the user's browser.
pub(crate) async fn pass(mut request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) {
        return ApiError::no_access().into_response();
    }
    if let Some(uri) = with_ats(request.uri()) {
        request.extensions_mut().insert(OriginalUri(uri.clone()));
        *request.uri_mut() = uri;
    }
    let mut answer = next.run(request).await;
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}

/// Returns whether a page of another origin sends this request.
///
/// The check of `Host` also stops sites that point a name of their own at the loopback address.
fn is_foreign(headers: &HeaderMap) -> bool {
    let header = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = header(HOST).map(|host| host.parse::<Authority>().ok());
    let at_home = host.as_ref().is_none_or(|host| host.as_ref().is_some_and(|host| is_loopback(host.host())));
    let own_page = header(ORIGIN).is_none_or(|origin| {
        let origin = origin.parse::<Uri>().ok().and_then(|uri| uri.authority().cloned());
        origin.is_some() && Some(origin) == host
    });
    !(at_home && own_page)
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Returns the address with `%40` decoded in its path, since some libraries escape the `@` of `@me` and `@original`. `None` if
/// nothing changes.
fn with_ats(uri: &Uri) -> Option<Uri> {
    if !uri.path().contains("%40") {
        return None;
    }
    let path = uri.path().replace("%40", "@");
    let whole = uri.query().map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(whole.parse::<PathAndQuery>().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(host: Option<&str>, origin: Option<&str>, foreign: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            if let Some(value) = value {
                headers.insert(name, value.parse().unwrap());
            }
        }
        assert_eq!(is_foreign(&headers), foreign, "{host:?} {origin:?}");
    }

    #[test]
    fn only_loopback_hosts_may_enter() {
        check(None, None, false);
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "127.0.0.2"] {
            check(Some(host), None, false);
            check(Some(host), Some(&format!("http://{host}")), false);
        }
        for host in ["example.com:8080", "127.0.0.1.example.com", "192.168.0.1", "localhost.example.com", ""]
        {
            check(Some(host), None, true);
            check(Some("127.0.0.1:8080"), Some(&format!("http://{host}")), true);
        }
        check(Some("127.0.0.1:8080"), Some("null"), true);
        check(Some("127.0.0.1:8080"), Some("http://127.0.0.1:3000"), true);
        check(Some("localhost:8080"), Some("http://127.0.0.1:8080"), true);
    }

    #[test]
    fn escaped_at_signs_are_decoded() {
        let read = |uri: &str| with_ats(&uri.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(read("/users/%40me?a=%40"), Some("/users/@me?a=%40".to_owned()));
        assert_eq!(read("/users/@me?a=%40"), None);
    }
}
