//! Options of a game as JSON, for the store and the arbiter.

use rules::{Options, Value};
use serde_json::{Map, Value as Json};

/// Reads options from a JSON object. A value that no option can have (a fraction, a list) becomes [`Value::Other`], and the
/// rules refuse it.
///
/// ```
/// use data::{options_from_json, options_to_json};
/// use rules::Options;
///
/// let options = Options::new().with("players", 3).with("rotate", true);
/// let json = options_to_json(&options);
/// assert_eq!(serde_json::to_string(&json)?, r#"{"players":3,"rotate":true}"#);
/// assert_eq!(options_from_json(&json), options);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn options_from_json(object: &Map<String, Json>) -> Options {
    let value = |json: &Json| match json {
        Json::Bool(flag) => Value::Flag(*flag),
        Json::String(text) => Value::Text(text.clone()),
        Json::Number(number) => number.as_i64().map_or(Value::Other, Value::Int),
        Json::Null | Json::Array(_) | Json::Object(_) => Value::Other,
    };
    object.iter().map(|(name, json)| (name.clone(), value(json))).collect()
}

/// Writes options as a JSON object.
pub fn options_to_json(options: &Options) -> Map<String, Json> {
    let json = |value: &Value| match value {
        Value::Int(int) => Json::from(*int),
        Value::Flag(flag) => Json::from(*flag),
        Value::Text(text) => Json::from(text.as_str()),
        Value::Other => Json::Null,
    };
    options.iter().map(|(name, value)| (name.to_owned(), json(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_round_trip() {
        let options = Options::new().with("players", 3).with("teams", "own").with("rotate", true);
        assert_eq!(options_from_json(&options_to_json(&options)), options);
    }

    #[test]
    fn fractions_are_not_whole_numbers() {
        let json: Map<String, Json> =
            serde_json::from_str(r#"{"size": 8.0, "goal": [1], "big": 1e300}"#).unwrap();
        let options = options_from_json(&json);
        for name in ["size", "goal", "big"] {
            assert_eq!(options.get(name), Some(&Value::Other), "{name}");
        }
    }
}
