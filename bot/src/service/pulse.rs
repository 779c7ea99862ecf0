//! Notices that the bot was away: not running, without connection, or on a machine that slept.

use data::{Outage, StoreError, Time};

use super::Service;

/// How often it is noted that the bot is alive.
const BEAT_MS: i64 = 60_000;
/// How long the bot may be away before no clock runs for it.
const AWAY_MS: i64 = 10 * 60_000;

impl Service {
    /// Notes that the bot is alive, once a minute, and connected. If it was not for more than ten minutes, no clock ran then.
    ///
    /// Whoever acts on clocks calls this before: what nobody has noted yet would be counted.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn beat(&self) -> Result<(), StoreError> {
        let mut last = self.pulse.lock().await;
        let (machine, now) = (self.clock.machine(), self.clock.now());
        let gone = last.map(|(last, _)| machine.0 - last.0);
        let told = last.map(|(_, last)| now.0 - last.0);
        if [gone, told].iter().all(|ms| ms.is_some_and(|ms| (0..BEAT_MS).contains(&ms))) {
            return Ok(());
        }
        self.store
            .write(move |tx| {
                // This process knows for how long it was away, whatever was done to its clock; the one before left a note.
                let since = match gone {
                    Some(ms) => Some(now.plus_ms(-ms)),
                    None => tx.pulse()?,
                };
                if let Some(outage) = since.and_then(|since| outage(since, now)) {
                    let gone = clock::Ms(outage.until.0 - outage.since.0);
                    tracing::warn!("the bot was away for {gone}; no clock ran");
                    tx.add_outage(outage)?;
                }
                tx.set_pulse(now)
            })
            .await?;
        *last = Some((machine, now));
        Ok(())
    }
}

/// The time in which no clock ran, if the bot was last seen alive so long ago.
fn outage(since: Time, now: Time) -> Option<Outage> {
    (now.0 - since.0 > AWAY_MS).then_some(Outage { since, until: now })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_ten_minutes_are_given_back() {
        const TEN_MINUTES: i64 = 600_000;
        let since = Time(1_788_600_000_000);
        let given = |ms| outage(since, since.plus_ms(ms)).map(|outage| outage.until.0 - outage.since.0);
        assert_eq!(given(TEN_MINUTES), None);
        assert_eq!(given(TEN_MINUTES + 1), Some(TEN_MINUTES + 1));
        // The clock of the machine was set back.
        assert_eq!(given(-2 * TEN_MINUTES), None);
    }
}
