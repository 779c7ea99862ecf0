//! Notices that the bot was away: not running, without connection, or on a machine that slept.

use clock::{Ms, SHORTEST_OUTAGE};
use data::{Outage, StoreError, Time};

use super::Service;

/// How often the heartbeat is written. It is on disk for the next process alone, which takes the time since the last one for an
/// outage if this one ends without its farewell: so a crash gives players at most so much too much. Three small writes a minute
/// are next to nothing for a disk.
const WRITE_MS: i64 = 20_000;

/// When the bot was last alive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heartbeat {
    /// The last heartbeat, by the machine's clock.
    machine: Time,
    /// The last heartbeat on disk, by the service's clock.
    written: Time,
}

impl Service {
    /// Notes that the bot is alive, and connected. If it was not for longer than [`SHORTEST_OUTAGE`], that was an outage. The
    /// scheduler calls this every second; most calls write nothing.
    ///
    /// Code that acts on clocks calls this before: players would pay for an outage that is not noted yet.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn heartbeat(&self) -> Result<(), StoreError> {
        self.heartbeat_unless_written(WRITE_MS).await
    }

    /// The last heartbeat of a process that ends: it is always written, so a restart is known for as short as it was.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn last_heartbeat(&self) -> Result<(), StoreError> {
        self.heartbeat_unless_written(0).await
    }

    /// Writes the heartbeat, unless that was done less than so long ago and there was no outage.
    async fn heartbeat_unless_written(&self, ms: i64) -> Result<(), StoreError> {
        let mut last = self.heartbeat.lock().await;
        let (machine, now) = (self.clock.machine(), self.clock.now());
        let gone = last.map(|last| machine.0 - last.machine.0);
        if let (Some(last), Some(gone)) = (last.as_mut(), gone)
            && (0..=SHORTEST_OUTAGE.0).contains(&gone)
            && (0..ms).contains(&(now.0 - last.written.0))
        {
            last.machine = machine;
            return Ok(());
        }
        let too_short = self
            .store
            .write(move |tx| {
                // This process knows for how long it was away, whatever was done to its clock; the one before left a note.
                let since = match gone {
                    Some(ms) => now.plus_ms(-ms),
                    None => tx.heartbeat()?.unwrap_or(now),
                };
                let outage = outage(since, now);
                if let Some(outage) = outage {
                    tracing::warn!("the bot was away for {}", Ms(outage.until.0 - outage.since.0));
                    tx.add_outage(outage)?;
                }
                tx.set_heartbeat(now)?;
                Ok::<_, StoreError>(outage.map_or((now.0 - since.0).max(0), |_| 0))
            })
            .await?;
        // A process that has just started is not connected yet. A restart that was too short for an outage counts together with
        // the time until it is.
        let restarting = if gone.is_none() { too_short } else { 0 };
        *last = Some(Heartbeat { machine: machine.plus_ms(-restarting), written: now });
        Ok(())
    }
}

/// The outage, if the bot was last seen alive so long ago.
fn outage(since: Time, now: Time) -> Option<Outage> {
    (now.0 - since.0 > SHORTEST_OUTAGE.0).then_some(Outage { since, until: now })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_five_seconds_are_an_outage() {
        const FIVE_SECONDS: i64 = 5000;
        let since = Time(1_788_600_000_000);
        let length = |ms| outage(since, since.plus_ms(ms)).map(|outage| outage.until.0 - outage.since.0);
        assert_eq!(length(FIVE_SECONDS), None);
        assert_eq!(length(FIVE_SECONDS + 1), Some(FIVE_SECONDS + 1));
        // The clock of the machine was set back.
        assert_eq!(length(-2 * FIVE_SECONDS), None);
    }
}
