//! Writes an error and its causes in one line.

/// Returns an error and its causes in one line. Many libraries repeat the text of a cause in the error above it. A cause whose
/// text is already there is left out.
#[must_use]
pub fn in_words(error: &(dyn std::error::Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut last = words.clone();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !last.contains(&next) {
            words.push_str(": ");
            words.push_str(&next);
            last = next;
        }
        cause = error.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn each_cause_is_named_once() {
        let refused = std::io::Error::other("401: Unauthorized");
        let wrapped = serenity::Error::Io(refused);
        let error = Err::<(), _>(wrapped).context("connecting").unwrap_err();
        assert_eq!(format!("{error:#}"), "connecting: 401: Unauthorized: 401: Unauthorized");
        assert_eq!(in_words(error.as_ref()), "connecting: 401: Unauthorized");
    }
}
