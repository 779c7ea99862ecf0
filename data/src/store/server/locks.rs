//! The advisory locks by which stores share a database. They belong to the connection that writes.

use std::time::Duration;

use super::Place;
use crate::{
    slices::Slices,
    sql::{self, session::Session},
};

/// The key of the lock that a store in use holds: "Ptri". Stores that share a database share the lock. Together with a second number
/// it is the key of the lock of each slice, and of [`REACHABLE`].
pub(super) const PLACE: i64 = 0x5074_7269;
/// The number of the lock that all stores share whose bot people can reach.
pub(super) const REACHABLE: u32 = 16;
/// Together with the number of its writer, it is the key of the lock that every store holds.
const WRITERS: i64 = PLACE + 1;
/// Together with the number of a bucket, it is the key of the lock of a store whose bot begins a session there.
const STARTS: i64 = PLACE + 2;
/// The number in the receipt of a writer whose slices another store may have held since.
pub(super) const VOID: i64 = -1;
/// How long after its last statement a store counts as able to take slices, in milliseconds. A store at work sends one far more often. One
/// that is stopped keeps its slices for longer, but must not be left others.
const AT_WORK: u32 = 2_000;

/// Takes a place at the database, if there is one for it. The place belongs to the connection.
pub(super) fn takes_place(session: &mut Session, place: &Place) -> sql::Result<bool> {
    let how = if place.is_shared() { "_shared" } else { "" };
    takes(session, &format!("pg_try_advisory_lock{how}({PLACE})"))
}

/// Takes a lock, if nobody else has it.
pub(super) fn takes(session: &mut Session, lock: &str) -> sql::Result<bool> {
    Ok(session.number(&format!("SELECT CAST(CAST({lock} AS INTEGER) AS BIGINT)"))? == 1)
}

/// Takes the lock of a writer, which no other store wants.
pub(super) fn show_writer(session: &mut Session, writer: i64) -> sql::Result<()> {
    takes(session, &format!("pg_try_advisory_lock({WRITERS}, CAST({writer} AS INTEGER))")).map(drop)
}

/// Voids the receipts of writers that are not connected.
pub(super) fn void_absent(session: &mut Session) -> sql::Result<()> {
    session.batch(&format!(
        "UPDATE receipt SET number = {VOID}
         WHERE number <> {VOID} AND NOT EXISTS
             (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = {WRITERS} AND objid = writer AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
    ))
}

/// Takes those of these slices that are free, and returns them.
pub(super) fn take_slices(session: &mut Session, slices: Slices) -> sql::Result<Slices> {
    let mut taken = Slices::NONE;
    for number in slices.numbers() {
        if takes(session, &format!("pg_try_advisory_lock({PLACE}, {number})"))? {
            taken = taken.with(Slices::from_bits(1 << number));
        }
    }
    Ok(taken)
}

/// Gives slices back.
pub(super) fn give_slices(session: &mut Session, slices: Slices) -> sql::Result<()> {
    for number in slices.numbers() {
        takes(session, &format!("pg_advisory_unlock({PLACE}, {number})"))?;
    }
    Ok(())
}

/// Takes the session starts that a bot wants and nobody has, and gives back those that it has used. Returns those that it has then.
pub(super) fn divide_starts(session: &mut Session, wanted: u64, held: u64) -> sql::Result<u64> {
    let mut now = held;
    for bucket in (0..u64::BITS).filter(|bucket| (wanted ^ held) >> bucket & 1 == 1) {
        let how = if wanted >> bucket & 1 == 1 { "pg_try_advisory_lock" } else { "pg_advisory_unlock" };
        if takes(session, &format!("{how}({STARTS}, {bucket})"))? {
            now ^= 1 << bucket;
        }
    }
    Ok(now)
}

/// The stores at a database, as one of them sees them.
pub(super) struct Look {
    /// The number of stores that have a place.
    pub(super) places: i64,
    /// The number of stores at work whose bot people can reach.
    pub(super) reachable: u32,
    /// The slices that stores hold.
    pub(super) taken: Slices,
}

pub(super) fn look_around(session: &mut Session) -> sql::Result<Look> {
    let [places, reachable, taken] = session.numbers(&format!(
        "SELECT count(*) FILTER (WHERE classid = 0),
                count(*) FILTER (WHERE classid = {PLACE} AND objid = {REACHABLE}
                    AND (state = 'active' OR state_change > clock_timestamp() - INTERVAL '{AT_WORK} milliseconds')),
                coalesce(sum(1 << CAST(CAST(objid AS BIGINT) AS INTEGER))
                         FILTER (WHERE classid = {PLACE} AND objid < {REACHABLE}), 0)
         FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND granted
           AND (classid = 0 AND objid = {PLACE} AND objsubid = 1 OR classid = {PLACE} AND objsubid = 2)
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    ))?;
    Ok(Look {
        places,
        reachable: u32::try_from(reachable).unwrap_or(u32::MAX),
        taken: Slices::from_bits(taken as u16),
    })
}

/// Returns how many slices a store should hold, among so many that can be reached. If none can be, any store may hold all.
pub(super) fn fair_share(is_reachable: bool, reachable: u32) -> u32 {
    match (is_reachable, reachable) {
        (false, 1..) => 0,
        (_, reachable) => Slices::ALL.len().div_ceil(reachable.max(1)),
    }
}

/// Returns a condition on `pg_locks` that finds the lock of the store in use.
pub(super) fn place_is_held() -> String {
    format!(
        "locktype = 'advisory' AND classid = 0 AND objid = {PLACE} AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
}

/// Returns a condition on `pg_stat_activity` that finds the server's process for this connection.
pub(super) fn process(session: &mut Session) -> sql::Result<String> {
    session.text(
        "SELECT format('pid = %s AND backend_start = %L', pid, backend_start) FROM pg_stat_activity WHERE pid = pg_backend_pid()",
    )
}

/// Ends the connections of stores that have been silent for so long. A store that is stopped or cut off keeps its connection. It loses
/// its place, and finds out when it runs again. While the server works for it, it is not silent.
pub(super) fn end_silent(session: &mut Session, silence: Duration) -> sql::Result<()> {
    let end = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE {} AND (state <> 'active' OR wait_event = 'ClientWrite')
           AND state_change < clock_timestamp() - INTERVAL '{} milliseconds'",
        place_is_held(),
        silence.as_millis()
    );
    session.number(&end).map(drop)
}
