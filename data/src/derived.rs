//! The columns of a game that follow from its record.

use jiff::Timestamp;
use rules::{ABORTED, Outcome, Table};
use serde_json::Value as Json;

use crate::columns::ranking_groups;

/// The values of the columns that follow from a record.
pub(crate) struct Derived {
    pub(crate) ply: u32,
    pub(crate) state: String,
    pub(crate) ended: Option<Timestamp>,
    pub(crate) ranking: Option<String>,
    pub(crate) reason: Option<String>,
    /// The seats to act: one bit each, the lowest for seat 1.
    pub(crate) waiting: u32,
}

impl Derived {
    /// Computes the values from the table after the last entry, which was made at `last`.
    pub(crate) fn of(table: &Table, last: Option<Timestamp>) -> Derived {
        let outcome = table.outcome();
        let ranking = |outcome: &Outcome| Json::from(ranking_groups(&outcome.ranking)).to_string();
        let state = match &outcome {
            None => "running",
            Some(outcome) if outcome.reason == ABORTED => "cancelled",
            Some(_) => "ended",
        };
        Derived {
            ply: table.ply(),
            state: state.to_owned(),
            ended: last.filter(|_| outcome.is_some()),
            ranking: outcome.as_ref().map(ranking),
            reason: outcome.map(|outcome| outcome.reason.to_owned()),
            waiting: table.to_act().iter().fold(0, |bits, seat| bits | 1 << seat.index()),
        }
    }
}
