//! Options of a game as JSON, the form in which the store keeps them and the arbiter gets them.

use rules::{Options, Value};
use serde_json::{Map, Value as Json};

/// The options an object gives. Whatever no option takes (a fraction, also `2.0`; a list; `null`) becomes [`Value::Other`],
/// which every game refuses.
#[must_use]
pub fn options_from_json(given: &Map<String, Json>) -> Options {
    given.iter().map(|(name, value)| (name.clone(), value_from_json(value))).collect()
}

/// The object for some options; [`options_from_json`] gives them back.
#[must_use]
pub fn options_to_json(options: &Options) -> Map<String, Json> {
    options.iter().map(|(name, value)| (name.to_owned(), value_to_json(value))).collect()
}

fn value_from_json(value: &Json) -> Value {
    match value {
        Json::Number(number) => number.as_i64().map_or(Value::Other, Value::Int),
        Json::Bool(flag) => Value::Flag(*flag),
        Json::String(text) => Value::Text(text.clone()),
        Json::Null | Json::Array(_) | Json::Object(_) => Value::Other,
    }
}

fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Int(number) => Json::from(*number),
        Value::Flag(flag) => Json::from(*flag),
        Value::Text(text) => Json::from(text.as_str()),
        Value::Other => Json::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, value: Value) {
        let given: Map<String, Json> = serde_json::from_str(&format!(r#"{{"a":{json}}}"#)).unwrap();
        let options = options_from_json(&given);
        assert_eq!(options.get("a"), Some(&value));
        assert_eq!(options_from_json(&options_to_json(&options)), options);
    }

    #[test]
    fn values_keep_their_kind() {
        check("2", Value::Int(2));
        check("-1", Value::Int(-1));
        check("true", Value::Flag(true));
        check(r#""own""#, Value::Text("own".to_owned()));
        for other in ["2.0", "2.5", "1e2", "18446744073709551615", "null", "[2]", r#"{"b":2}"#] {
            check(other, Value::Other);
        }
    }
}
