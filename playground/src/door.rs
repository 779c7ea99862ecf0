//! The first stop of every request. It rejects pages of other sites, decodes escaped addresses, takes off the name of a node,
//! and forbids browsers to guess content types.

use std::net::IpAddr;

use axum::extract::{OriginalUri, Request};
use axum::http::header::{HOST, HeaderName, ORIGIN, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The longest name of a node.
const LONGEST_NAME: usize = 32;

/// Passes a request on, unless a page of another site sends it through the user's browser.
pub(crate) async fn pass(mut request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) {
        return ApiError::no_access().into_response();
    }
    if let Some(uri) = with_ats(request.uri()) {
        readdress(&mut request, uri);
    }
    if let Some((node, uri)) = without_node(request.uri()) {
        readdress(&mut request, uri);
        request.extensions_mut().insert(node);
    }
    let mut answer = next.run(request).await;
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}

/// The node that an address names: one of several processes that run the same bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node(pub(crate) String);

fn readdress(request: &mut Request, uri: Uri) {
    request.extensions_mut().insert(OriginalUri(uri.clone()));
    *request.uri_mut() = uri;
}

/// Takes `/node/NAME` off the front of an address.
fn without_node(uri: &Uri) -> Option<(Node, Uri)> {
    let (name, _) = uri.path().strip_prefix("/node/")?.split_once('/')?;
    let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(valid) {
        return None;
    }
    let rest = &uri.path_and_query()?.as_str()["/node/".len() + name.len()..];
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.parse().ok()?);
    Some((Node(name.to_owned()), Uri::from_parts(parts).ok()?))
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

    #[test]
    fn the_name_of_a_node_is_taken_off() {
        let read =
            |uri: &str| without_node(&uri.parse().unwrap()).map(|(node, uri)| format!("{} {uri}", node.0));
        assert_eq!(read("/node/one/api/v10/gateway?a=/b/"), Some("one /api/v10/gateway?a=/b/".to_owned()));
        assert_eq!(read("/node/a-1_B/"), Some("a-1_B /".to_owned()));
        for uri in ["/node/one", "/node//gateway", "/node/a.b/gateway", "/api/node/one/gateway"] {
            assert_eq!(read(uri), None, "{uri}");
        }
    }
}
