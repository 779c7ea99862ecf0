//! How even games are between equal players, as machines found that played against themselves (`petri balance`).

use rules::{Kind, Options, PLAYERS, PRESET, Seat};

/// A way in which games for two with some options are uneven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uneven {
    /// More than 30 of 100 games are tied.
    Tied {
        /// How many of 100 games are.
        of_100: u8,
    },
    /// One seat gets more than 55 of 100 points.
    Ahead {
        /// That seat.
        seat: Seat,
        /// How many of 100 points it gets.
        of_100: u8,
    },
}

/// Returns how games with these options are uneven, or `None` if they are even or have not been measured.
///
/// ```
/// use play::balance::{Uneven, uneven};
/// use rules::{Kind, Options, PLAYERS};
///
/// let of_two = Options::new().with(PLAYERS, 2);
/// let plain = of_two.clone().with("preset", "correspondence");
/// assert!(matches!(uneven(Kind::PlanktonSynapse, &plain), Some(Uneven::Ahead { .. })));
/// assert_eq!(uneven(Kind::Protozoa, &of_two), None);
/// assert_eq!(uneven(Kind::PlanktonSynapse, &plain.with("size", 7)), None);
/// ```
#[must_use]
pub fn uneven(kind: Kind, options: &Options) -> Option<Uneven> {
    let is_plain = options.iter().all(|(name, _)| [PLAYERS, PRESET].contains(&name));
    if options.int(PLAYERS, 0) != 2 || !is_plain {
        return None;
    }
    let tied = |of_100| Some(Uneven::Tied { of_100 });
    let ahead = |seat, of_100| Seat::new(seat).map(|seat| Uneven::Ahead { seat, of_100 });
    // `docs/opponents.md` has the figures of all games, with the commands.
    match (kind, kind.about().preset(options).map(|preset| preset.name)) {
        (Kind::PlanktonSynapse, Some("correspondence")) => ahead(2, 58),
        (Kind::PlanktonSynapse, Some("standard")) => tied(74),
        (Kind::Semiosphere, Some("standard")) => ahead(2, 67),
        _ => None,
    }
}
