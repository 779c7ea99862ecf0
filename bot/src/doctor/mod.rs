//! Examining everything that the bot needs, and saying what to do about what is wrong.

mod discord;
mod local;

use std::{fmt, path::Path};

use crate::{text, time::Clock};

/// What an examination has found about one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was examined, in a word.
    pub what: &'static str,
    /// How it is, in a sentence.
    pub is: String,
    /// How bad that is, and what to do about it.
    pub verdict: Verdict,
}

/// How bad something is, with what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing has to be done.
    Well,
    /// Games can be played, but not all that people may want is possible.
    Limited(String),
    /// Something has to be done.
    Wrong(String),
}

impl Finding {
    fn well(what: &'static str, is: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Well }
    }

    fn limited(what: &'static str, is: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Limited(remedy.into()) }
    }

    fn wrong(what: &'static str, is: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Wrong(remedy.into()) }
    }

    /// Whether nothing has to be done.
    #[must_use]
    pub fn is_well(&self) -> bool {
        !matches!(self.verdict, Verdict::Wrong(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { what, is, verdict } = self;
        let (mark, remedy) = match verdict {
            Verdict::Well => ("ok", None),
            Verdict::Limited(remedy) => ("note", Some(remedy)),
            Verdict::Wrong(remedy) => ("WRONG", Some(remedy)),
        };
        write!(f, "{mark:<6} {what:<12} {is}")?;
        remedy.map_or(Ok(()), |remedy| write!(f, "\n                    {remedy}"))
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
    let mut findings = vec![local::disk(folder)];
    let (database, places) = local::database(folder);
    findings.push(database);
    findings.extend(local::outbox(folder, clock.now()));
    match token {
        Ok(token) => findings.extend(discord::examine(&token, base_url, clock, &places).await),
        Err(error) => findings.push(Finding::wrong("token", format!("{error:#}"), text::GET_A_TOKEN)),
    }
    findings
}
