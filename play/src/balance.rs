//! How even games are between equal players, as machines found that played against themselves (`petri balance`).

use rules::{Kind, Options, PLAYERS, PRESET, Seat};

/// The ways in which games for two with some options are uneven. There is at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uneven {
    /// The seat that gets more than 55 of 100 points, and how many it gets.
    pub ahead: Option<(Seat, u8)>,
    /// How many of 100 games are tied, if more than 30 are.
    pub tied: Option<u8>,
}

/// Returns how games with these options are uneven, or `None` if they are even or have not been measured.
///
/// ```
/// use play::balance::{Uneven, uneven};
/// use rules::{Kind, Options, PLAYERS};
///
/// let of_two = Options::new().with(PLAYERS, 2);
/// let plain = of_two.clone().with("preset", "correspondence");
/// assert!(matches!(uneven(Kind::PlanktonSynapse, &plain), Some(Uneven { ahead: Some(_), tied: None })));
/// assert_eq!(uneven(Kind::Protozoa, &of_two), None);
/// assert_eq!(uneven(Kind::PlanktonSynapse, &plain.with("size", 7)), None);
/// ```
#[must_use]
pub fn uneven(kind: Kind, options: &Options) -> Option<Uneven> {
    let is_plain = options.iter().all(|(name, _)| [PLAYERS, PRESET].contains(&name));
    if options.int(PLAYERS, 0) != 2 || !is_plain {
        return None;
    }
    let second = |of_100| Some((Seat::FIRST.next(2), of_100));
    // `docs/opponents.md` has the figures of all games, with the commands.
    match (kind, kind.about().preset(options).map(|preset| preset.name)) {
        (Kind::PlanktonSynapse, Some("correspondence")) => Some(Uneven { ahead: second(58), tied: None }),
        (Kind::PlanktonSynapse, Some("standard")) => Some(Uneven { ahead: None, tied: Some(74) }),
        (Kind::Semiosphere, Some("standard")) => Some(Uneven { ahead: second(67), tied: Some(55) }),
        _ => None,
    }
}
