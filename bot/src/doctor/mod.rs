//! Examining everything that the bot needs, and saying what to do about what is wrong.

mod here;
mod there;

use std::{fmt, path::Path};

use crate::{text, time::Clock};

/// What an examination has found about one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was examined, in a word.
    pub what: &'static str,
    /// How it is, in a sentence.
    pub is: String,
    /// What to do about it, if it is not well.
    pub remedy: Option<String>,
}

impl Finding {
    fn well(what: &'static str, is: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), remedy: None }
    }

    fn wrong(what: &'static str, is: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), remedy: Some(remedy.into()) }
    }

    /// Whether nothing has to be done.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.remedy.is_none()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { what, is, remedy } = self;
        match remedy {
            None => write!(f, "ok     {what:<12} {is}"),
            Some(remedy) => write!(f, "WRONG  {what:<12} {is}\n                    {remedy}"),
        }
    }
}

/// Examines the folder, the database, and what the bot's token opens on Discord (or the server at `base_url`), in this
/// order. The token is in no finding.
pub async fn examine(
    folder: &Path,
    token: anyhow::Result<String>,
    base_url: Option<&str>,
    clock: &Clock,
) -> Vec<Finding> {
    let mut findings = vec![here::disk(folder)];
    let (database, places) = here::database(folder);
    findings.push(database);
    match token {
        Ok(token) => findings.extend(there::examine(&token, base_url, clock, &places).await),
        Err(error) => findings.push(Finding::wrong("token", format!("{error:#}"), text::GET_A_TOKEN)),
    }
    findings
}
