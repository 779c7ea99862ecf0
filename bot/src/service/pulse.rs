//! Notices that the bot was away: not running, without connection, or on a machine that slept.

use data::{Outage, StoreError};

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
                if let Some(since) = since.filter(|since| now.0 - since.0 > AWAY_MS) {
                    tracing::warn!("the bot was away for {}; no clock ran", clock::Ms(now.0 - since.0));
                    tx.add_outage(Outage { since, until: now })?;
                }
                tx.set_pulse(now)
            })
            .await?;
        *last = Some((machine, now));
        Ok(())
    }
}
