//! The door that every request passes: it keeps pages of other sites out, reads escaped addresses, and keeps browsers from
//! taking an answer for another type than it has.

use std::net::IpAddr;

use axum::extract::{OriginalUri, Request};
use axum::http::header::{HOST, HeaderName, ORIGIN, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Lets a request in, unless a page of another site makes it through the browser of whoever looks at that.
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

/// Whether a page from elsewhere asks, or one that has a name of its own made to lead here.
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

/// The address with the `@` of `@me` and `@original` as such, where a library has escaped it.
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
    fn only_loopback_is_at_home() {
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
    fn escaped_ats_are_read() {
        let read = |uri: &str| with_ats(&uri.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(read("/users/%40me?a=%40"), Some("/users/@me?a=%40".to_owned()));
        assert_eq!(read("/users/@me?a=%40"), None);
    }
}
