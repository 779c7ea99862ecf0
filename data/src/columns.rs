//! Reads and writes single columns that several tables have.

use clock::Control;
use jiff::Timestamp;
use rules::{Kind, Options, Ranking, Seat};
use rusqlite::types::ValueRef;

use crate::{
    error::StoreError,
    ids::Millis,
    options::options_from_json,
    sql::{self, Row},
};

/// Returns a ranking as lists of seat numbers, best first.
pub(crate) fn ranking_groups(ranking: &Ranking) -> Vec<Vec<u8>> {
    ranking.groups().iter().map(|group| group.iter().map(Seat::number).collect()).collect()
}

pub(crate) fn seat_from(number: u8) -> sql::Result<Seat> {
    Seat::new(number).ok_or_else(|| rusqlite::Error::IntegralValueOutOfRange(0, i64::from(number)).into())
}

pub(crate) fn time_at(row: &Row<'_>, column: usize) -> sql::Result<Timestamp> {
    row.get::<Millis>(column).map(Timestamp::from)
}

pub(crate) fn time_or_null(row: &Row<'_>, column: usize) -> sql::Result<Option<Timestamp>> {
    Ok(row.get::<Option<Millis>>(column)?.map(Timestamp::from))
}

pub(crate) fn kind_from(value: ValueRef<'_>) -> Result<Kind, StoreError> {
    value.as_str().ok().and_then(Kind::from_slug).ok_or(StoreError::Unreadable("game name"))
}

pub(crate) fn options_from(value: ValueRef<'_>) -> Result<Options, StoreError> {
    value
        .as_str()
        .ok()
        .and_then(|text| serde_json::from_str(text).ok())
        .map(|object| options_from_json(&object))
        .ok_or(StoreError::Unreadable("set of options"))
}

pub(crate) fn control_from(value: ValueRef<'_>) -> Result<Control, StoreError> {
    let control = value.as_str().ok().and_then(|text| text.parse().ok());
    control.ok_or(StoreError::Unreadable("time control"))
}
