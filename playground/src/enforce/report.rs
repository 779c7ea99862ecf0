//! The tree of errors that comes with code 50035.

use serde_json::{Map, Value, json};

use crate::error::ApiError;

/// The errors of a body, by the path of the field. Each failed check adds one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    errors: Vec<(String, Value)>,
}

impl Report {
    /// Adds an error at a path such as `embeds.0.title`. Only the first error at a path counts.
    pub(crate) fn add(&mut self, path: &str, code: &str, message: &str) {
        if self.errors.iter().all(|(known, _)| known != path) {
            self.errors.push((path.to_owned(), json!({"code": code, "message": message})));
        }
    }

    /// Adds the error for a missing field.
    pub(crate) fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Checks for a text of `least` to `most` characters. It may be missing if `least` is 0.
    pub(crate) fn text(&mut self, path: &str, value: &Value, least: usize, most: usize) {
        if value.is_null() {
            if least > 0 {
                self.required(path);
            }
            return;
        }
        let Some(text) = value.as_str() else {
            return self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
        };
        let length = text.trim().chars().count();
        if length == 0 && least > 0 {
            self.required(path);
        } else if length < least || length > most {
            if least > 0 {
                let message = format!("Must be between {least} and {most} in length.");
                self.add(path, "BASE_TYPE_BAD_LENGTH", &message);
            } else {
                let message = format!("Must be {most} or fewer in length.");
                self.add(path, "BASE_TYPE_MAX_LENGTH", &message);
            }
        }
    }

    /// Checks for one of some numbers.
    pub(crate) fn choice(&mut self, path: &str, value: &Value, choices: &[u64]) {
        if !value.as_u64().is_some_and(|number| choices.contains(&number)) {
            let names: Vec<String> = choices.iter().map(u64::to_string).collect();
            let message = format!("Value must be one of {{{}}}.", names.join(", "));
            self.add(path, "BASE_TYPE_CHOICES", &message);
        }
    }

    /// Checks for a whole number of `least` to `most`, or nothing.
    pub(crate) fn number(&mut self, path: &str, value: &Value, least: i64, most: i64) {
        if !value.is_null() && !value.as_i64().is_some_and(|number| (least..=most).contains(&number)) {
            let message = format!("int value should be between {least} and {most}.");
            self.add(path, "NUMBER_TYPE_MINMAX", &message);
        }
    }

    /// Checks for true, false, or nothing.
    pub(crate) fn flag(&mut self, path: &str, value: &Value) {
        if !value.is_null() && !value.is_boolean() {
            self.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
    }

    /// Checks for an object, or nothing. Returns whether there is one.
    pub(crate) fn object(&mut self, path: &str, value: &Value) -> bool {
        if !value.is_null() && !value.is_object() {
            self.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        }
        value.is_object()
    }

    /// Checks for a list of `least` to `most` entries, or nothing. Returns the entries.
    pub(crate) fn list<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
        least: usize,
        most: usize,
    ) -> &'a [Value] {
        let list = match value {
            Value::Null => &[][..],
            Value::Array(list) => list,
            _ => {
                self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                return &[];
            }
        };
        if list.len() > most || list.len() < least {
            if least > 0 {
                let message = format!("Must be between {least} and {most} in length.");
                self.add(path, "BASE_TYPE_BAD_LENGTH", &message);
            } else {
                let message = format!("Must be {most} or fewer in length.");
                self.add(path, "BASE_TYPE_MAX_LENGTH", &message);
            }
        }
        list
    }

    /// Checks for an http address, or `attachment://` where uploads are possible.
    pub(crate) fn url(&mut self, path: &str, value: &Value, uploads: bool) {
        let Some(text) = value.as_str() else {
            if !value.is_null() {
                self.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
            }
            return;
        };
        let (scheme, rest) = text.split_once("://").unwrap_or((text, ""));
        let known = matches!(scheme, "http" | "https") || (uploads && scheme == "attachment");
        if !known {
            let schemes = if uploads { "('http', 'https', 'attachment')" } else { "('http', 'https')" };
            let message = format!("Scheme \"{scheme}\" is not supported. Scheme must be one of {schemes}.");
            self.add(path, "URL_TYPE_INVALID_SCHEME", &message);
        } else if rest.is_empty() || rest.contains(char::is_whitespace) {
            self.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
        } else if text.len() > 2_048 {
            self.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 2048 or fewer in length.");
        }
    }

    /// Returns an error if any check failed.
    pub(crate) fn done(self) -> Result<(), ApiError> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    /// Returns Discord's error body with the tree.
    pub(crate) fn into_error(self) -> ApiError {
        let mut tree = Map::new();
        'errors: for (path, error) in self.errors {
            let mut node = &mut tree;
            for step in path.split('.').filter(|step| !step.is_empty()) {
                // Part of a path can be a key of the caller's choice, even `_errors`, where a list already is.
                match node.entry(step).or_insert_with(|| json!({})) {
                    Value::Object(next) => node = next,
                    _ => continue 'errors,
                }
            }
            node.insert("_errors".to_owned(), json!([error]));
        }
        ApiError { errors: Some(Value::Object(tree)), ..ApiError::bad(50035, "Invalid Form Body") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_through_a_list_of_errors_are_dropped() {
        let mut report = Report::default();
        report.required("names.x");
        report.required("names.x._errors.y");
        let tree = report.into_error().errors.unwrap();
        assert_eq!(tree["names"]["x"]["_errors"][0]["code"], "BASE_TYPE_REQUIRED");
    }

    #[test]
    fn errors_form_a_tree() {
        let mut report = Report::default();
        report.text("embeds.0.title", &json!("x".repeat(257)), 0, 256);
        report.text("embeds.1.fields.2.name", &json!(""), 1, 256);
        let tree = report.into_error().errors.unwrap();
        assert_eq!(
            tree,
            json!({"embeds": {
                "0": {"title": {"_errors": [
                    {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}]}},
                "1": {"fields": {"2": {"name": {"_errors": [
                    {"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}}}},
            }})
        );
    }
}
