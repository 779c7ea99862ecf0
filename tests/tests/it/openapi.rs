//! Checks the bot's requests against Discord's own description of its API, if the file is there. Every story checks its requests
//! at its end.

use std::{
    collections::HashMap,
    io::Write as _,
    path::PathBuf,
    sync::{LazyLock, Mutex},
};

use jsonschema::Validator;
use serde_json::{Value, json};

/// Returns the document; `None`, with a loud message, if it is missing.
static DOCUMENT: LazyLock<Option<Value>> = LazyLock::new(|| {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/discord-openapi.json");
    let path = std::env::var_os("PETRI_DISCORD_OPENAPI").map_or(beside, PathBuf::from);
    match std::fs::read(&path) {
        Ok(bytes) => {
            let mut document: Value = serde_json::from_slice(&bytes).expect("the document is JSON");
            loosen(&mut document);
            // The document knows replies only; a forward is a reference of type 1.
            document["components"]["schemas"]["MessageReferenceType"] = json!({ "enum": [0, 1] });
            Some(document)
        }
        Err(error) => {
            // This gets past the capture of what tests print.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: requests are not checked against Discord's OpenAPI document, whose file PETRI_DISCORD_OPENAPI names ({error})"
            );
            None
        }
    }
});

/// One validator per JSON pointer into the document; making one takes a while.
static VALIDATORS: LazyLock<Mutex<HashMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);

/// Corrects the document: it says `oneOf` where several may fit; it wants ids as text, while Discord takes numbers as well; and
/// permissions as numbers, while Discord's prose has them as text.
fn loosen(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            if fields.get("format").is_some_and(|format| format == "snowflake") {
                fields.insert("type".to_owned(), json!(["string", "integer"]));
            }
            if let Some(Value::Object(bits)) = fields.get_mut("default_member_permissions") {
                bits.insert("type".to_owned(), json!(["string", "integer", "null"]));
            }
            if let Some(list) = fields.remove("oneOf") {
                fields.insert("anyOf".to_owned(), list);
            }
            fields.values_mut().for_each(loosen);
        }
        Value::Array(parts) => parts.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// Returns the document's path that fits a request's path. Fixed parts win over variables.
fn template<'d>(document: &'d Value, method: &str, path: &str) -> Option<&'d str> {
    let words: Vec<&str> = path.split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        parts.len() == words.len()
            && parts.iter().zip(&words).all(|(part, word)| part == word || part.starts_with('{'))
    };
    let paths = document["paths"].as_object().expect("paths");
    let fitting = paths.iter().filter(|(path, methods)| fits(path) && methods.get(method).is_some());
    fitting.map(|(path, _)| path.as_str()).min_by_key(|path| path.matches('{').count())
}

/// Returns why a recorded request does not fit the document; `None` if it does, or if there is no document.
fn misfit(request: &Value) -> Option<String> {
    let document = DOCUMENT.as_ref()?;
    let method = request["method"].as_str()?.to_lowercase();
    let path = request["path"].as_str()?.trim_start_matches("/api/v10");
    let Some(template) = template(document, &method, path) else {
        return Some(format!("Discord has no {method} {path}"));
    };
    let body = request.get("body")?;
    let pointer = format!(
        "#/paths/{}/{method}/requestBody/content/application~1json/schema",
        template.replace('~', "~0").replace('/', "~1")
    );
    // A JSON pointer in a URL's fragment.
    let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
    let validator = *VALIDATORS
        .lock()
        .expect("no check fails while it holds this")
        .entry(pointer.clone())
        .or_insert_with(|| {
            let schema =
                json!({ "$ref": pointer, "components": document["components"], "paths": document["paths"] });
            Box::leak(Box::new(jsonschema::validator_for(&schema).expect("the document holds schemas")))
        });
    let errors: Vec<String> =
        validator.iter_errors(body).map(|error| format!("{error} at {}", error.instance_path())).collect();
    (!errors.is_empty()).then(|| format!("{method} {path} does not fit:\n{}\n{body:#}", errors.join("\n")))
}

/// Returns whether a request shows people something without saying whom it may notify; Discord then notifies everybody it
/// mentions.
fn leaves_mentions_open(request: &Value) -> bool {
    let body = &request["body"];
    // A response to an interaction holds its message inside.
    let message = if body["data"].is_object() { &body["data"] } else { body };
    let says = |part: &Value| part.as_str().is_some_and(|text| !text.is_empty());
    let shows = |part: &Value| part.as_array().is_some_and(|list| !list.is_empty());
    let speaks = request["method"] == "POST" || request["method"] == "PATCH";
    speaks
        && (says(&message["content"]) || shows(&message["embeds"]))
        && !message["allowed_mentions"].is_object()
}

/// Checks a bot's requests: each fits the document, and every message says whom it may notify.
#[track_caller]
pub(crate) fn check(requests: &[Value]) {
    let misfits: Vec<String> = requests.iter().filter_map(misfit).collect();
    assert!(misfits.is_empty(), "{}", misfits.join("\n\n"));
    let open = requests.iter().find(|request| leaves_mentions_open(request));
    assert!(open.is_none(), "allowed_mentions is missing: {open:?}");
}

#[test]
fn message_without_allowed_mentions_is_found() {
    let nobody = json!({ "parse": [] });
    let request = |method: &str, body: Value| json!({ "method": method, "path": "/", "body": body });
    for (request, open) in [
        (request("POST", json!({ "content": "hello" })), true),
        (request("PATCH", json!({ "content": "hello" })), true),
        (request("PATCH", json!({ "content": "", "embeds": [{}] })), true),
        (request("POST", json!({ "type": 4, "data": { "content": "hello" } })), true),
        (request("POST", json!({ "content": "hello", "allowed_mentions": nobody })), false),
        (
            request("POST", json!({ "type": 4, "data": { "content": "hello", "allowed_mentions": nobody } })),
            false,
        ),
        (request("POST", json!({ "type": 8, "data": { "choices": [] } })), false),
        (request("POST", json!({ "name": "a thread" })), false),
        (request("PUT", json!([{ "name": "play" }])), false),
    ] {
        assert_eq!(leaves_mentions_open(&request), open, "{request}");
    }
}

#[test]
fn request_against_the_document_is_found() {
    if DOCUMENT.is_none() {
        return;
    }
    let request = |path: &str, body: Value| json!({ "method": "POST", "path": path, "body": body });
    let messages = "/api/v10/channels/1/messages";
    for (request, fits) in [
        (request(messages, json!({ "content": "hello" })), true),
        (request(messages, json!({ "content": "x".repeat(5000) })), false),
        (request(messages, json!({ "content": 1 })), false),
        (request("/api/v10/channels/1/dances", json!({})), false),
        (
            request(
                "/api/v10/interactions/1/TOKEN/callback",
                json!({ "type": 4, "data": { "content": "hello" } }),
            ),
            true,
        ),
        (request("/api/v10/interactions/1/TOKEN/callback", json!({ "type": 99 })), false),
    ] {
        assert_eq!(misfit(&request).is_none(), fits, "{request}: {:?}", misfit(&request));
    }
}
