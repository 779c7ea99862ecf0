//! Turns that beat a queen: a few creations beside her, perhaps by a builder that was created for this.

use crate::{Seat, grid::Square};

use super::{
    board::Spot,
    caste::{CHEAPEST, Caste, FARTHEST},
    moves::Move,
    position::{DEVELOPMENT, Parasites},
};

/// The creations that beat a queen, in order. The first one is always there.
pub(super) type Blow = [Option<Move>; 3];

/// The squares beside a queen as bits, in the order of [`BESIDE`].
type Sides = u8;

/// The steps to the squares beside a queen, in the order of [`super::board::Board::beside`].
const BESIDE: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// How far from a queen a parasite can reach a square beside her.
const NEAR: i8 = FARTHEST as i8 + 1;

/// How far from a queen a parasite can create a builder that reaches a square beside her. Only queens reach farther than two squares, and
/// a turn of a queen leaves nothing for her builder.
const FAR: i8 = 5;

/// For each caste, and each column and row from [`NEAR`] before the queen on, the sides of the queen that a parasite there reaches.
const SIDES: [[[Sides; 2 * NEAR as usize + 1]; 2 * NEAR as usize + 1]; Caste::ALL.len()] = {
    let mut sides = [[[0; 2 * NEAR as usize + 1]; 2 * NEAR as usize + 1]; Caste::ALL.len()];
    let mut caste = 0;
    while caste < Caste::ALL.len() {
        let mut at = 0;
        while at < sides[caste].len() * sides[caste].len() {
            let (col, row) = (at % sides[caste].len(), at / sides[caste].len());
            let mut side = 0;
            while side < BESIDE.len() {
                let cols = BESIDE[side].0 - (col as i8 - NEAR);
                let rows = BESIDE[side].1 - (row as i8 - NEAR);
                if Caste::ALL[caste].reaches(cols, rows) {
                    sides[caste][row][col] |= 1 << side;
                }
                side += 1;
            }
            at += 1;
        }
        caste += 1;
    }
    sides
};

/// Returns the sides of a queen that a parasite so many columns and rows from her reaches.
fn sides(caste: Caste, (cols, rows): (i8, i8)) -> Sides {
    let index = |steps: i8| usize::try_from(steps + NEAR).unwrap_or(usize::MAX);
    SIDES[caste as usize].get(index(rows)).and_then(|row| row.get(index(cols))).copied().unwrap_or_default()
}

/// A parasite that can create something in the turn.
#[derive(Clone, Copy)]
struct Creator {
    at: Square,
    caste: Caste,
    /// The development points that it takes to use it.
    cost: u8,
    points: u8,
    /// The empty squares beside the queen that it reaches.
    sides: Sides,
    /// The steps to it from the queen.
    steps: (i8, i8),
}

/// An attack on one queen.
struct Attack<'a> {
    game: &'a Parasites,
    army: Seat,
    queen: Square,
    spot: Spot,
    /// The empty squares beside her.
    open: Sides,
    /// The development points of the army.
    development: u8,
    /// Whether the army is to act.
    is_acting: bool,
}

impl Parasites {
    /// Returns creations by which `army` beats the queen of `victim`: in what is left of its turn if it is to act, and otherwise in a turn
    /// of its own. It does not look for those that first win parasites beside her.
    pub(super) fn blow(&self, army: Seat, victim: Seat) -> Option<Blow> {
        let queen = self.queens[victim.index()]?;
        let spot = self.board.spot(queen);
        let open = (0..).zip(self.board.beside(spot)).filter(|&(_, at)| self.board.get(at).is_empty());
        let open: Sides = open.fold(0, |open, (side, _)| open | 1 << side);
        let missing = Caste::Queen.defence()?.saturating_sub(self.board.attack_on(spot, army));
        let is_one_enough = missing <= Caste::Attacker.attack();
        if open == 0 || !is_one_enough && open.count_ones() == 1 {
            return None;
        }
        let is_acting = self.to_act == Some(army);
        let development = if is_acting { self.development } else { DEVELOPMENT };
        let attack = Attack { game: self, army, queen, spot, open, development, is_acting };
        if is_one_enough { attack.by_one(missing) } else { attack.by_two() }
    }
}

impl Attack<'_> {
    /// Finds a way to create one parasite beside the queen whose attack is not below `missing`.
    fn by_one(&self, missing: u8) -> Option<Blow> {
        let caste = if missing <= Caste::Defender.attack() { Caste::Defender } else { Caste::Attacker };
        let cost = caste.cost()?;
        self.creators().find_map(|creator| {
            if creator.sides != 0 && creator.points >= cost {
                return Some([Some(self.creates(creator.at, creator.sides, caste)), None, None]);
            }
            let (builder, sides) = self.builders(creator).next()?;
            Some([Some(build(creator.at, builder)), Some(self.creates(builder, sides, caste)), None])
        })
    }

    /// Finds a way to create two attackers beside the queen.
    fn by_two(&self) -> Option<Blow> {
        let cost = Caste::Attacker.cost()?;
        self.creators().find_map(|creator| {
            let Creator { at, points, .. } = creator;
            if creator.sides.count_ones() > 1 && points >= 2 * cost {
                let [one, two] = [creator.sides, rest(creator.sides)]
                    .map(|sides| Some(self.creates(at, sides, Caste::Attacker)));
                return Some([one, two, None]);
            }
            if creator.sides != 0 && points >= cost {
                let left = self.development - creator.cost;
                let second = self.creators().find_map(|other| {
                    let can = other.at != at && other.cost <= left && other.points >= cost;
                    // One of the two may leave the other a square that only it reaches.
                    let (mine, theirs) = apart(creator.sides, other.sides).filter(|_| can)?;
                    Some([(at, mine), (other.at, theirs)])
                });
                if let Some(both) = second {
                    let [one, two] = both.map(|(at, sides)| Some(self.creates(at, sides, Caste::Attacker)));
                    return Some([one, two, None]);
                }
            }
            self.builders(creator).find_map(|(builder, sides)| {
                let built = Some(build(at, builder));
                if sides.count_ones() > 1 {
                    let [one, two] =
                        [sides, rest(sides)].map(|sides| Some(self.creates(builder, sides, Caste::Attacker)));
                    return Some([built, one, two]);
                }
                if points < CHEAPEST + cost {
                    return None;
                }
                let free = creator.sides & !self.side(builder);
                let (mine, theirs) = apart(free, sides)?;
                let [one, two] = [(at, mine), (builder, theirs)]
                    .map(|(at, sides)| Some(self.creates(at, sides, Caste::Attacker)));
                Some([built, one, two])
            })
        })
    }

    /// Returns the parasites of the army near the queen that it can still use.
    fn creators(&self) -> impl Iterator<Item = Creator> {
        let board = &self.game.board;
        let range = |at: u8| at.saturating_sub(FAR as u8)..=(at + FAR as u8).min(board.size() - 1);
        let Square { col, row } = self.queen;
        let squares = range(row).flat_map(move |row| range(col).map(move |col| Square::new(col, row)));
        squares.filter_map(move |at| {
            let spot = board.spot(at);
            let parasite = board.get(spot).belongs_to(self.army).then(|| board.parasite(spot)).flatten()?;
            let used = self.game.uses(spot).filter(|_| self.is_acting);
            let (cost, points) = match used {
                Some(used) => (0, used.points),
                None => (parasite.caste.use_cost(), parasite.caste.points()),
            };
            let steps = (at.col as i8 - col as i8, at.row as i8 - row as i8);
            let sides = sides(parasite.caste, steps) & self.open;
            let creator = Creator { at, caste: parasite.caste, cost, points, sides, steps };
            (cost <= self.development && points >= CHEAPEST).then_some(creator)
        })
    }

    /// Returns the empty squares where a parasite can create a builder that reaches empty squares beside the queen, and these.
    fn builders(&self, creator: Creator) -> impl Iterator<Item = (Square, Sides)> {
        let can = creator.cost + Caste::Builder.use_cost() <= self.development;
        let scope = if can { creator.caste.scope() } else { &[] };
        scope.iter().filter_map(move |&(cols, rows)| {
            let steps = (creator.steps.0 + cols, creator.steps.1 + rows);
            let sides = sides(Caste::Builder, steps) & self.open;
            if sides == 0 {
                return None;
            }
            let at = Square::new(
                self.queen.col.checked_add_signed(steps.0)?,
                self.queen.row.checked_add_signed(steps.1)?,
            );
            let board = &self.game.board;
            (board.has(at) && board.get(board.spot(at)).is_empty()).then_some((at, sides))
        })
    }

    /// Returns the bit of a square beside the queen, and 0 for others.
    fn side(&self, at: Square) -> Sides {
        let spot = self.game.board.spot(at);
        let side = self.game.board.beside(self.spot).into_iter().position(|beside| beside == spot);
        side.map_or(0, |side| 1 << side)
    }

    /// Returns the creation on the first of some squares beside the queen.
    fn creates(&self, from: Square, sides: Sides, caste: Caste) -> Move {
        let (cols, rows) = BESIDE[sides.trailing_zeros() as usize % BESIDE.len()];
        let to =
            Square::new(self.queen.col.wrapping_add_signed(cols), self.queen.row.wrapping_add_signed(rows));
        Move::Create { from, to, caste }
    }
}

fn build(from: Square, to: Square) -> Move {
    Move::Create { from, to, caste: Caste::Builder }
}

/// Returns all but the first of some sides.
fn rest(sides: Sides) -> Sides {
    sides & sides.wrapping_sub(1)
}

/// Returns one side of the first and another one of the second, if there are two.
fn apart(first: Sides, second: Sides) -> Option<(Sides, Sides)> {
    let one = |sides: Sides| sides & sides.wrapping_neg();
    if first == 0 || second == 0 || (first | second).count_ones() < 2 {
        return None;
    }
    let mine = match first & !second {
        0 => one(first),
        free => one(free),
    };
    Some((mine, one(second & !mine)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Game, Options,
        games::parasites::{Event, play::steps_apart},
        search::Mixer,
    };

    /// Calls `visit` with the positions of some games with random moves, which often create beside enemies.
    fn walk(players: i64, visit: &mut dyn FnMut(&Parasites, Seat)) {
        for seed in 0..120 {
            let mut game = Parasites::new(&Options::new().with("players", players)).unwrap();
            let mut legal = Vec::new();
            for ply in 0..80 {
                let Some(seat) = game.to_act else { break };
                visit(&game, seat);
                legal.clear();
                game.legal(seat, &mut legal);
                let draw = Mixer::new().with(seed).with(ply).finish();
                let mv = legal[(draw % legal.len() as u64) as usize];
                game.play(seat, &mv, &mut |_| {}).unwrap();
            }
        }
    }

    /// Whether creations of attackers beside a queen, perhaps after that of a builder, beat her before they beat anything else.
    fn can_beat(game: &Parasites, army: Seat, victim: Seat, may_build: bool) -> bool {
        let Some(queen) = game.queens[victim.index()] else { return false };
        let mut legal = Vec::new();
        game.legal(army, &mut legal);
        legal.into_iter().any(|mv| {
            let Move::Create { to, caste, .. } = mv else { return false };
            let is_beside = steps_apart(to, queen) == 1;
            let builds = caste == Caste::Builder && may_build && !is_beside;
            let attacks = caste == Caste::Attacker && is_beside;
            if !builds && !attacks {
                return false;
            }
            let (mut after, mut has_won, mut has_eaten) = (game.clone(), false, false);
            let _ = after.play(army, &mv, &mut |event| {
                if let Event::Eaten { wave, parasites, .. } = event {
                    has_won |= wave == 1 && parasites.contains(&(queen, Caste::Queen));
                    has_eaten = true;
                }
            });
            has_won
                || !has_eaten
                    && after.to_act == Some(army)
                    && can_beat(&after, army, victim, may_build && !builds)
        })
    }

    #[test]
    fn blows_beat_queens() {
        let mut found = [0; 4];
        for players in [2, 3] {
            walk(players, &mut |game, army| {
                for victim in game.living().iter().filter(|&victim| victim != army) {
                    let Some(blow) = game.blow(army, victim) else { continue };
                    let mut after = game.clone();
                    for mv in blow.iter().flatten() {
                        after.play(army, mv, &mut |_| {}).unwrap();
                    }
                    assert!(after.queens[victim.index()].is_none(), "{blow:?} in {game}");
                    found[blow.iter().flatten().count()] += 1;
                }
            });
        }
        assert!(found[1..].iter().all(|&found| found > 10), "{found:?}");
    }

    #[test]
    fn no_simple_blow_is_missed() {
        let mut found = 0;
        walk(2, &mut |game, army| {
            let victim = army.next(2);
            if can_beat(game, army, victim, true) {
                assert!(game.blow(army, victim).is_some(), "{game}");
                found += 1;
            }
        });
        assert!(found > 50, "{found}");
    }
}
