//! The advantage of a seat in points, measured over many games and shipped with a release.

/// The largest advantage or disadvantage of a seat that [`rate`](crate::rate) accepts, in points.
pub const MOST_OFFSET: i32 = 400;

/// The advantages of the seats in games of one class with one number of seats. A change of the table raises
/// [`MODEL`](crate::MODEL).
struct Offsets {
    game: &'static str,
    class: &'static str,
    /// The points of each seat. Their sum is 0.
    seats: &'static [i32],
}

/// No seat has an advantage until enough games have been measured.
const OFFSETS: &[Offsets] = &[];

/// Returns by how many points a seat is stronger than the average seat of the game: 0 if no advantage is known.
///
/// `class` is the rated class of the game's options, and `seat` counts from 0.
///
/// ```
/// assert_eq!(ratings::seat_offset("stract", "standard", 2, 0), 0);
/// ```
pub fn seat_offset(game: &str, class: &str, seats: usize, seat: usize) -> i32 {
    let row = OFFSETS.iter().find(|row| row.game == game && row.class == class && row.seats.len() == seats);
    row.and_then(|row| row.seats.get(seat)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_add_to_zero_and_are_in_range() {
        for row in OFFSETS {
            assert_eq!(row.seats.iter().sum::<i32>(), 0, "{} {}", row.game, row.class);
            assert!(row.seats.iter().all(|points| points.abs() <= MOST_OFFSET), "{} {}", row.game, row.class);
        }
    }
}
