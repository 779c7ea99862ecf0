//! The pauses between attempts to connect.

use std::time::Duration;

/// The longest first pause. The limit doubles with each attempt.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);
/// The shortest pause of all.
const SHORTEST: Duration = Duration::from_millis(250);

/// Pauses that grow. Each is drawn at random below its limit, so that bots that failed together do not reconnect together.
#[derive(Default)]
pub(super) struct Pauses(u32);

impl Pauses {
    /// Returns the next pause, at most a minute.
    pub(super) fn next(&mut self) -> Duration {
        let limit = limit(self.0);
        self.0 += 1;
        rand::random_range(SHORTEST..=limit)
    }

    /// Starts again with short pauses.
    pub(super) fn reset(&mut self) {
        self.0 = 0;
    }
}

fn limit(tries: u32) -> Duration {
    2_u32.checked_pow(tries).map_or(LONGEST, |factor| FIRST.saturating_mul(factor)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_minute() {
        let limits: Vec<u64> = (0..8).map(|tries| limit(tries).as_secs()).collect();
        assert_eq!(limits, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(limit(u32::MAX), LONGEST);
        let mut pauses = Pauses::default();
        for tries in 0..100 {
            assert!((SHORTEST..=limit(tries)).contains(&pauses.next()));
        }
        pauses.reset();
        assert!(pauses.next() <= FIRST);
    }
}
