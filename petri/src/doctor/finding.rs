//! The finding of one check, and what to do about it.

use std::fmt;

/// The result of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The thing that was checked, in one word.
    pub what: &'static str,
    /// Its state, in one sentence.
    pub is: String,
    /// How bad that is, and the advice.
    pub verdict: Verdict,
}

/// How bad a finding is, with the advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing needs to be done.
    Well,
    /// Games can be played, but with some limits.
    Limited(String),
    /// Something needs to be fixed.
    Wrong(String),
}

impl Finding {
    pub(super) fn well(what: &'static str, is: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Well }
    }

    pub(super) fn limited(what: &'static str, is: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Limited(remedy.into()) }
    }

    pub(super) fn wrong(what: &'static str, is: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, is: is.into(), verdict: Verdict::Wrong(remedy.into()) }
    }

    /// Returns whether nothing needs to be done.
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
