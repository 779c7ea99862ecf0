//! Statements of the store as PostgreSQL writes them.

/// A statement for PostgreSQL.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Translated {
    /// The statement with `$1`, `$2` and so on.
    pub(super) text: String,
    /// The names of the parameters in their order, if they have names.
    pub(super) names: Vec<String>,
}

/// Writes the parameters `?`, `?1` and `:name` as PostgreSQL does, and joins as it does. SQLite keeps the order of tables in a
/// `CROSS JOIN … ON`; PostgreSQL chooses the order itself and has no such form.
pub(super) fn translate(text: &str) -> Translated {
    let mut translated = Translated { text: String::with_capacity(text.len() + 16), names: Vec::new() };
    let mut count = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['?', ':', '\'', 'C']) {
        translated.text.push_str(&rest[..at]);
        let (sign, behind) = rest[at..].split_at(1);
        rest = match sign {
            "'" => {
                let end = behind.find('\'').map_or(behind.len(), |end| end + 1);
                translated.text.push('\'');
                translated.text.push_str(&behind[..end]);
                &behind[end..]
            }
            "?" => {
                let (number, rest) = split_word(behind);
                count += 1;
                let number = if number.is_empty() { count.to_string() } else { number.to_owned() };
                translated.text.push('$');
                translated.text.push_str(&number);
                rest
            }
            ":" => {
                let (name, rest) = split_word(behind);
                let known = translated.names.iter().position(|known| known == name);
                let number = known.unwrap_or_else(|| {
                    translated.names.push(name.to_owned());
                    translated.names.len() - 1
                });
                translated.text.push('$');
                translated.text.push_str(&(number + 1).to_string());
                rest
            }
            _ => match behind.strip_prefix("ROSS JOIN ") {
                Some(rest) => {
                    translated.text.push_str("JOIN ");
                    rest
                }
                None => {
                    translated.text.push('C');
                    behind
                }
            },
        };
    }
    translated.text.push_str(rest);
    translated
}

/// Splits a text behind the letters, digits and underscores at its beginning.
fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_get_numbers() {
        for (text, expected, names) in [
            ("SELECT a FROM t WHERE b = ? AND c < ?", "SELECT a FROM t WHERE b = $1 AND c < $2", vec![]),
            ("VALUES (?2, ?1, ?2)", "VALUES ($2, $1, $2)", vec![]),
            ("SET a = :a, b = :b_2 WHERE a < :a", "SET a = $1, b = $2 WHERE a < $1", vec!["a", "b_2"]),
            ("WHERE a = 'what? ' AND b = ?", "WHERE a = 'what? ' AND b = $1", vec![]),
            ("SELECT 'it''s' || ?", "SELECT 'it''s' || $1", vec![]),
            ("FROM a CROSS JOIN b ON a.id = b.id", "FROM a JOIN b ON a.id = b.id", vec![]),
        ] {
            let translated = translate(text);
            assert_eq!(translated.text, expected);
            assert_eq!(translated.names, names);
        }
    }
}
