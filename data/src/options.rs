//! Options of a game as JSON, as they are stored and as the arbiter reads them.

use rules::{Options, Value};
use serde_json::{Map, Value as Json};

/// The options in a JSON object. What no option takes (a fraction, a list) becomes [`Value::Other`], so that the rules refuse it.
#[must_use]
pub fn options_from_json(object: &Map<String, Json>) -> Options {
    let value = |json: &Json| match json {
        Json::Bool(flag) => Value::Flag(*flag),
        Json::String(text) => Value::Text(text.clone()),
        Json::Number(number) => number.as_i64().map_or(Value::Other, Value::Int),
        Json::Null | Json::Array(_) | Json::Object(_) => Value::Other,
    };
    object.iter().map(|(name, json)| (name.clone(), value(json))).collect()
}

/// The options as a JSON object.
#[must_use]
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
    fn fractions_are_no_whole_numbers() {
        let json: Map<String, Json> =
            serde_json::from_str(r#"{"size": 8.0, "goal": [1], "big": 1e300}"#).unwrap();
        let options = options_from_json(&json);
        for name in ["size", "goal", "big"] {
            assert_eq!(options.get(name), Some(&Value::Other), "{name}");
        }
    }
}
