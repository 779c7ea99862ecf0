//! Lots that nobody can foresee.
//!
//! They come from the secret of the installation, so the same lot always falls the same way: after a crash, and in a test with a known
//! secret.

use rand::{SeedableRng as _, rngs::StdRng};

/// The decision that a lot makes. Lots for different purposes have nothing to do with each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// A machine chooses between orders that are equally good.
    Thought = 0,
    /// The players of a new game get their seats.
    Seats = 1,
}

/// Returns the generator of the lots about `of`, at most 31 bytes, from a secret of 64 hexadecimal digits.
pub(crate) fn lots(secret: &str, purpose: Purpose, of: &[u8]) -> StdRng {
    let mut key = [0; 32];
    for (byte, digits) in key.iter_mut().zip(secret.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    for (byte, of) in key.iter_mut().zip(of) {
        *byte ^= of;
    }
    key[31] ^= purpose as u8;
    // The generator is a cipher, so its numbers say nothing about the key. It may change with a release, since lots are drawn once.
    StdRng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use rand::RngCore as _;

    use super::{Purpose, lots};

    #[test]
    fn lots_depend_on_secret_purpose_and_subject() {
        let (one, other) = ("ab".repeat(32), "ac".repeat(32));
        let first = |secret: &str, purpose, of: &[u8]| lots(secret, purpose, of).next_u64();
        let draws = [
            first(&one, Purpose::Thought, &[1]),
            first(&other, Purpose::Thought, &[1]),
            first(&one, Purpose::Seats, &[1]),
            first(&one, Purpose::Thought, &[2]),
        ];
        assert_eq!(draws[0], first(&one, Purpose::Thought, &[1]));
        for (at, draw) in draws.iter().enumerate() {
            assert!(!draws[at + 1..].contains(draw), "{draws:?}");
        }
    }
}
