//! Reads the bot's token from the environment or from a file. The token never appears on the command line or in a log.

use std::env;

use anyhow::{Context as _, bail};

const VARIABLE: &str = "DISCORD_TOKEN";
const FILE_VARIABLE: &str = "DISCORD_TOKEN_FILE";

/// Returns whether the environment names a token, or a file with one.
#[must_use]
pub fn is_given() -> bool {
    [VARIABLE, FILE_VARIABLE].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Reads the token.
///
/// # Errors
/// When no token is set, or its file cannot be read.
pub fn read() -> anyhow::Result<String> {
    let token = match env::var(VARIABLE) {
        Ok(token) if !token.is_empty() => token,
        _ => {
            let Some(path) = env::var_os(FILE_VARIABLE).filter(|path| !path.is_empty()) else {
                bail!("no token: set {VARIABLE}, or {FILE_VARIABLE} to the file that holds it")
            };
            std::fs::read_to_string(&path)
                .with_context(|| format!("reading the token from {}", path.display()))?
        }
    };
    let token = token.trim();
    if token.is_empty() || token.contains(char::is_whitespace) {
        bail!("the token is empty or contains spaces");
    }
    Ok(token.to_owned())
}
