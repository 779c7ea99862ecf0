//! What a parasite can be, and its numbers (section 2 of the rules).

/// What a parasite is: the word of the original game for it is its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Caste {
    /// One per seat; whoever loses her is out. Using her takes a whole turn.
    Queen,
    /// Strong in attack.
    Attacker,
    /// Strong in defence.
    Defender,
    /// Creates much, and is easily eaten.
    Builder,
    /// Won in fights; falls only with its whole group, when that is surrounded.
    Colony,
}

/// The cheapest parasite costs so many creation points: who has less creates nothing.
pub(super) const CHEAPEST: u8 = 2;

/// How far a scope goes in any direction.
pub(super) const FARTHEST: u8 = 3;

/// The most squares of a scope.
const MOST_STEPS: usize = 24;

impl Caste {
    /// All castes, in the order of the rules.
    pub const ALL: [Caste; 5] =
        [Caste::Queen, Caste::Attacker, Caste::Defender, Caste::Builder, Caste::Colony];

    /// Those that can be created, the dearest first.
    pub const CREATABLE: [Caste; 3] = [Caste::Attacker, Caste::Defender, Caste::Builder];

    /// The letter in moves; capital in position texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Caste::Queen => 'q',
            Caste::Attacker => 'a',
            Caste::Defender => 'd',
            Caste::Builder => 'b',
            Caste::Colony => 'c',
        }
    }

    /// The name in words, such as `attacker`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Caste::Queen => "queen",
            Caste::Attacker => "attacker",
            Caste::Defender => "defender",
            Caste::Builder => "builder",
            Caste::Colony => "colony",
        }
    }

    /// The name for several of them.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Caste::Queen => "queens",
            Caste::Attacker => "attackers",
            Caste::Defender => "defenders",
            Caste::Builder => "builders",
            Caste::Colony => "colonies",
        }
    }

    /// What it adds to the attack on every enemy beside it.
    #[must_use]
    pub const fn attack(self) -> u8 {
        match self {
            Caste::Queen => 3,
            Caste::Attacker => 4,
            Caste::Defender | Caste::Colony => 2,
            Caste::Builder => 1,
        }
    }

    /// The attack that beats it; `None` for a colony, which no attack beats.
    #[must_use]
    pub const fn defence(self) -> Option<u8> {
        match self {
            Caste::Queen | Caste::Defender => Some(8),
            Caste::Attacker => Some(5),
            Caste::Builder => Some(3),
            Caste::Colony => None,
        }
    }

    /// Creation points in every turn.
    #[must_use]
    pub const fn points(self) -> u8 {
        match self {
            Caste::Queen => 10,
            Caste::Attacker => 2,
            Caste::Defender => 4,
            Caste::Builder | Caste::Colony => 6,
        }
    }

    /// What it costs in creation points; `None` for those that cannot be created.
    #[must_use]
    pub const fn cost(self) -> Option<u8> {
        match self {
            Caste::Attacker => Some(3),
            Caste::Defender | Caste::Builder => Some(CHEAPEST),
            Caste::Queen | Caste::Colony => None,
        }
    }

    /// What its first use in a turn costs in development points.
    #[must_use]
    pub const fn use_cost(self) -> u8 {
        match self {
            Caste::Queen => 2,
            _ => 1,
        }
    }

    /// Whether it creates on squares so many columns and rows away (section 2.2, R7).
    #[must_use]
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

    /// The steps in columns and rows that it reaches.
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
    #[must_use]
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

/// [`Caste::reaches`] as a list.
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
