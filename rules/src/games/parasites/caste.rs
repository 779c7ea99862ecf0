//! The castes of parasites with their numbers (section 2 of the rules).

/// The type of a parasite. The original game calls it the kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Caste {
    /// Each seat has one, and a seat that loses her is eliminated. Using her takes a whole turn.
    Queen,
    /// Strong in attack, but reaches only the squares beside it.
    Attacker,
    /// Strong in defence, and reaches two squares straight ahead.
    Defender,
    /// Creates the most, but is easily eaten.
    Builder,
    /// Won in fights. It falls only with its whole group, when the group is surrounded.
    Colony,
}

/// The creation points of the cheapest parasite. A seat with fewer points can create nothing.
pub(super) const CHEAPEST: u8 = 2;

/// The longest step of any scope, in squares along a row or column.
pub(super) const FARTHEST: u8 = 3;

/// The largest number of squares in a scope.
const MOST_STEPS: usize = 24;

impl Caste {
    /// All castes, in the order of the rules.
    pub const ALL: [Caste; 5] =
        [Caste::Queen, Caste::Attacker, Caste::Defender, Caste::Builder, Caste::Colony];

    /// The castes that can be created, the most expensive first.
    pub const CREATABLE: [Caste; 3] = [Caste::Attacker, Caste::Defender, Caste::Builder];

    /// Returns the letter in notations: `Caste::Queen.letter()` is `q`. Position texts use the capital.
    pub const fn letter(self) -> char {
        match self {
            Caste::Queen => 'q',
            Caste::Attacker => 'a',
            Caste::Defender => 'd',
            Caste::Builder => 'b',
            Caste::Colony => 'c',
        }
    }

    /// Returns the name in words, such as `attacker`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the name of several: `Caste::Colony.plural()` is `colonies`.
    pub const fn plural(self) -> &'static str {
        match self {
            Caste::Queen => "queens",
            Caste::Attacker => "attackers",
            Caste::Defender => "defenders",
            Caste::Builder => "builders",
            Caste::Colony => "colonies",
        }
    }

    /// Returns its attack, which counts against every enemy beside it: `Caste::Attacker.attack()` is 4.
    pub const fn attack(self) -> u8 {
        match self {
            Caste::Queen => 3,
            Caste::Attacker => 4,
            Caste::Defender | Caste::Colony => 2,
            Caste::Builder => 1,
        }
    }

    /// Returns the attack that beats it, or `None` for a colony, which no attack beats.
    pub const fn defence(self) -> Option<u8> {
        match self {
            Caste::Queen | Caste::Defender => Some(8),
            Caste::Attacker => Some(5),
            Caste::Builder => Some(3),
            Caste::Colony => None,
        }
    }

    /// Returns the creation points that it can spend in every turn.
    pub const fn points(self) -> u8 {
        match self {
            Caste::Queen => 10,
            Caste::Attacker => 2,
            Caste::Defender => 4,
            Caste::Builder | Caste::Colony => 6,
        }
    }

    /// Returns its price in creation points, or `None` if it cannot be created: `Caste::Attacker.cost()` is `Some(3)`.
    pub const fn cost(self) -> Option<u8> {
        match self {
            Caste::Attacker => Some(3),
            Caste::Defender | Caste::Builder => Some(CHEAPEST),
            Caste::Queen | Caste::Colony => None,
        }
    }

    /// Returns the development points that its first use in a turn costs.
    pub const fn use_cost(self) -> u8 {
        match self {
            Caste::Queen => 2,
            _ => 1,
        }
    }

    /// Whether it can create on a square so many columns and rows away (section 2.2, R7): `Caste::Defender.reaches(0, 2)` is
    /// true.
    pub const fn reaches(self, cols: i8, rows: i8) -> bool {
        let (x, y) = (cols.unsigned_abs(), rows.unsigned_abs());
        let straight = x == 0 || y == 0;
        let farthest = if x > y { x } else { y };
        match self {
            Caste::Queen => matches!(x as u16 + y as u16, 1..=3),
            Caste::Attacker => straight && farthest == 1,
            Caste::Defender => straight && (farthest == 1 || farthest == 2),
            Caste::Builder => farthest == 1 || (farthest == 2 && (straight || x == y)),
            Caste::Colony => farthest == 1,
        }
    }

    /// Returns the steps in columns and rows that it reaches.
    pub(super) const fn scope(self) -> &'static [(i8, i8)] {
        const SCOPES: [Scope; 5] = [
            Scope::of(Caste::Queen),
            Scope::of(Caste::Attacker),
            Scope::of(Caste::Defender),
            Scope::of(Caste::Builder),
            Scope::of(Caste::Colony),
        ];
        let scope = &SCOPES[self as usize];
        scope.steps.split_at(scope.len).0
    }

    /// Whether it can become a colony (R21).
    pub const fn is_transformable(self) -> bool {
        matches!(self, Caste::Attacker | Caste::Defender | Caste::Builder)
    }

    pub(super) fn from_letter(letter: &str) -> Option<Caste> {
        match letter {
            "q" => Some(Caste::Queen),
            "a" => Some(Caste::Attacker),
            "d" => Some(Caste::Defender),
            "b" => Some(Caste::Builder),
            "c" => Some(Caste::Colony),
            _ => None,
        }
    }
}

/// The squares of [`Caste::reaches`] as a list.
struct Scope {
    steps: [(i8, i8); MOST_STEPS],
    len: usize,
}

impl Scope {
    const fn of(caste: Caste) -> Scope {
        let mut scope = Scope { steps: [(0, 0); MOST_STEPS], len: 0 };
        let mut rows = -(FARTHEST as i8);
        while rows <= FARTHEST as i8 {
            let mut cols = -(FARTHEST as i8);
            while cols <= FARTHEST as i8 {
                if caste.reaches(cols, rows) {
                    scope.steps[scope.len] = (cols, rows);
                    scope.len += 1;
                }
                cols += 1;
            }
            rows += 1;
        }
        scope
    }
}
