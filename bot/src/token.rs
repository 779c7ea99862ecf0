//! The bot's token. It comes from the environment or a file, never from the command line, and never appears in a log.

use std::env;

use anyhow::{Context as _, bail};

const VARIABLE: &str = "DISCORD_TOKEN";
const FILE_VARIABLE: &str = "DISCORD_TOKEN_FILE";

/// Returns whether the environment contains a token or names a file with one.
#[must_use]
pub fn is_given() -> bool {
    [VARIABLE, FILE_VARIABLE].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Reads the token from the environment or the file.
///
/// # Errors
/// If the environment names no token, or the file cannot be read.
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
        bail!("the token is empty or has spaces in it");
    }
    Ok(token.to_owned())
}
