//! Detects outages: times when the bot was not running, had no connection, or its machine was suspended.

use clock::{MINUTE, SHORTEST_OUTAGE, earlier, in_words};
use data::{Outage, StoreError};
use jiff::{SignedDuration, Timestamp};

use super::core::{Heartbeat, Service};

/// How often the heartbeat is written to disk, where only the next process reads it. If this process dies without a last
/// heartbeat, the next one takes the time since then for an outage. A crash thus gives players at most this much extra time.
/// Three small writes a minute cost a disk next to nothing.
const WRITE: SignedDuration = SignedDuration::from_secs(20);

/// The same if other bots share the database. A bot that starts must not take the time since their last heartbeat for an outage, so this
/// is shorter than [`SHORTEST_OUTAGE`].
const WRITE_SHARED: SignedDuration = SignedDuration::from_secs(3);

impl Service {
    /// Records that the bot is alive and connected. A gap of more than [`SHORTEST_OUTAGE`] is recorded as an outage. The
    /// scheduler calls this every second, and most calls write nothing.
    ///
    /// Code that acts on clocks calls this first. Players would otherwise pay for an outage that is not recorded yet.
    pub async fn heartbeat(&self) -> Result<(), StoreError> {
        self.heartbeat_unless_written(if self.store.is_shared() { WRITE_SHARED } else { WRITE }).await
    }

    /// Records the last heartbeat of a process that ends. It is always written, so the next process knows exactly how long the
    /// restart took.
    pub async fn last_heartbeat(&self) -> Result<(), StoreError> {
        self.heartbeat_unless_written(SignedDuration::ZERO).await
    }

    /// Writes the heartbeat unless the last one is younger than `age` and there was no outage.
    async fn heartbeat_unless_written(&self, age: SignedDuration) -> Result<(), StoreError> {
        let mut last = self.heartbeat.lock().await;
        let (machine, now) = (self.clock.machine(), self.clock.now());
        let gone = last.map(|last| machine.duration_since(last.machine));
        if let (Some(last), Some(gone)) = (last.as_mut(), gone)
            && (SignedDuration::ZERO..=SHORTEST_OUTAGE).contains(&gone)
            && (SignedDuration::ZERO..age).contains(&now.duration_since(last.written))
        {
            last.machine = machine;
            return Ok(());
        }
        let is_shared = self.store.is_shared();
        let too_short = self
            .store
            .write(move |tx| {
                // This process knows how long the gap was, even if the clock was changed. After a start, the last heartbeat on
                // disk counts.
                let since = match gone {
                    // Other bots on the database have served people meanwhile.
                    Some(gone) if is_shared => tx.heartbeat()?.unwrap_or(now).max(earlier(now, gone)),
                    Some(gone) => earlier(now, gone),
                    None => tx.heartbeat()?.unwrap_or(now),
                };
                let outage = outage(since, now);
                if let Some(outage) = outage {
                    log(outage.until.duration_since(outage.since));
                    tx.add_outage(outage)?;
                }
                tx.set_heartbeat(now)?;
                Ok::<_, StoreError>(
                    outage.map_or(now.duration_since(since).max(SignedDuration::ZERO), |_| {
                        SignedDuration::ZERO
                    }),
                )
            })
            .await?;
        // A process that has just started is not connected yet. If its restart was too short for an outage, that time counts
        // together with the time until it is connected.
        let restarting = if gone.is_none() { too_short } else { SignedDuration::ZERO };
        *last = Some(Heartbeat { machine: earlier(machine, restarting), written: now });
        Ok(())
    }
}

/// Logs an outage as the time without a heartbeat. After a crash, the last heartbeat on disk is up to [`WRITE`] older than the
/// crash, so the outage itself can be shorter. A short one needs no warning.
fn log(silence: SignedDuration) {
    let silence_s = silence.as_secs();
    if silence < MINUTE {
        tracing::info!(silence_s, "no heartbeat for {}; no clock ran in that time", in_words(silence));
    } else {
        tracing::warn!(silence_s, "no heartbeat for {}; no clock ran in that time", in_words(silence));
    }
}

/// Returns the outage between these times, if it is long enough to count.
fn outage(since: Timestamp, now: Timestamp) -> Option<Outage> {
    (now.duration_since(since) > SHORTEST_OUTAGE).then_some(Outage { since, until: now })
}

#[cfg(test)]
mod tests {
    use clock::{from_millis, later};

    use super::*;

    #[test]
    fn gap_of_over_five_seconds_is_an_outage() {
        const FIVE_SECONDS: i64 = 5000;
        let since = from_millis(1_788_600_000_000);
        let length = |ms| {
            let outage = outage(since, later(since, SignedDuration::from_millis(ms)));
            outage.map(|outage| outage.until.as_millisecond() - outage.since.as_millisecond())
        };
        assert_eq!(length(FIVE_SECONDS), None);
        assert_eq!(length(FIVE_SECONDS + 1), Some(FIVE_SECONDS + 1));
        // The machine's clock was set back.
        assert_eq!(length(-2 * FIVE_SECONDS), None);
    }
}
