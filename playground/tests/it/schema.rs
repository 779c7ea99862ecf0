//! Discord's own description of its API. If it is at hand, every response of the playground must match it.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The document, or `None` with a warning if the file is missing.
static DOCUMENT: LazyLock<Option<Value>> = LazyLock::new(|| {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/discord-openapi.json");
    let path = std::env::var_os("PETRI_DISCORD_OPENAPI").map_or(beside, PathBuf::from);
    match std::fs::read(&path) {
        Ok(bytes) => {
            let mut document: Value = serde_json::from_slice(&bytes).unwrap();
            loosen(&mut document);
            // The document defines references that reply, but not those that forward.
            document["components"]["schemas"]["MessageReferenceType"] = json!({"enum": [0, 1]});
            Some(document)
        }
        Err(error) => {
            // Writing to stderr directly gets past the capture of test output.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: responses are not checked, since PETRI_DISCORD_OPENAPI names no readable OpenAPI document ({error})"
            );
            None
        }
    }
});

static VALIDATORS: LazyLock<Mutex<HashMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);

/// The document says `oneOf` where several alternatives can match.
fn loosen(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            if let Some(list) = fields.remove("oneOf") {
                fields.insert("anyOf".to_owned(), list);
            }
            fields.values_mut().for_each(loosen);
        }
        Value::Array(parts) => parts.iter_mut().for_each(loosen),
        _ => {}
    }
}

#[track_caller]
fn check(pointer: &str, what: &str, value: &Value) {
    let Some(document) = &*DOCUMENT else { return };
    let validator = *VALIDATORS.lock().unwrap().entry(pointer.to_owned()).or_insert_with(|| {
        let schema =
            json!({"$ref": pointer, "components": document["components"], "paths": document["paths"]});
        Box::leak(Box::new(jsonschema::validator_for(&schema).unwrap()))
    });
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    assert!(errors.is_empty(), "{what} does not match {pointer}:\n{}\n{value:#}", errors.join("\n"));
}

/// Checks a value against one of the document's named schemas.
#[track_caller]
pub(crate) fn component(name: &str, value: &Value) {
    check(&format!("#/components/schemas/{name}"), name, value);
}

/// Checks a response against the document's description of its route, which must exist.
#[track_caller]
pub(crate) fn answer(method: &str, path: &str, status: u16, body: &Value) {
    let Some(document) = &*DOCUMENT else { return };
    let path = path.split('?').next().unwrap().trim_start_matches("/api/v10");
    let words: Vec<&str> = path.split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        parts.len() == words.len()
            && parts.iter().zip(&words).all(|(part, word)| part == word || part.starts_with('{'))
    };
    let method = method.to_lowercase();
    let mut templates: Vec<&String> =
        document["paths"].as_object().unwrap().keys().filter(|key| fits(key)).collect();
    templates.retain(|template| document["paths"][*template].get(&method).is_some());
    // Templates with words match before those with variables.
    templates.sort_by_key(|template| template.matches('{').count());
    let template = templates.first().unwrap_or_else(|| panic!("Discord has no {method} {path}"));
    let known = &document["paths"][*template][&method]["responses"];
    let response = known.get(status.to_string());
    let response =
        response.unwrap_or_else(|| panic!("Discord does not answer {method} {template} with {status}"));
    if response.get("content").is_none() {
        assert!(body.is_null(), "{method} {template} has a body");
        return;
    }
    let escaped = template.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D");
    let pointer = format!("#/paths/{escaped}/{method}/responses/{status}/content/application~1json/schema");
    check(&pointer, &format!("{method} {template}"), body);
}
