//! Alpha-beta over whole turns with iterative deepening, for games of two sides.
//!
//! Finding the turns of a position takes nearly all of the nodes, so a position is expanded once in a thought and keeps its best turns.
//! Deeper searches then pay only for new positions.

use std::{cmp::Reverse, collections::HashMap};

use rules::{Searchable, Seat};

use crate::{
    deepening::narrow_first,
    evaluate::{Judge, WIN},
    party::ONE,
    stop::Budget,
    think::NEARLY,
    tree::{Choice, Stepper},
    turns::Turns,
};

/// A value above every share.
const ABOVE: i32 = ONE as i32 + 1;

/// A position that is worth less than this, a usual share of about one in nine, counts as lost. A seat with hope expects as much.
const LOST: i32 = ONE as i32 * 3 / 8;

/// The largest depth of a search, in turns.
const DEEPEST: u8 = 12;

/// The number of turns that are searched to the full depth.
const EARLY: usize = 6;

/// The number of turns after which the rest is searched two turns less deeply.
const LATE: usize = 20;

/// The most turns that are kept of all positions together, if a position costs 1.
const MOST_KEPT: usize = 80_000;

/// How widely a search looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    /// The number of positions from which [`Turns`] continues after every move.
    pub(crate) beam: usize,
    /// The number of whole turns that are kept.
    pub(crate) turns: usize,
}

/// How widely and how long a search of a game looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Breadth {
    /// The widths at the root, after one turn, and farther away.
    pub(crate) widths: [Width; 3],
    /// After one turn, [`Turns`] continues from so many positions of all turns of the root together, if that is more than `widths` says.
    pub(crate) shared: usize,
    /// The width at which the search checks the answers to a turn of the root that seems good. `None` skips the check.
    pub(crate) doubtful: Option<Width>,
    /// How many times its nodes [`Level::Apex`](crate::Level::Apex) takes. The search keeps few positions, so it has room for more than a
    /// tree.
    pub(crate) longer: u32,
}

/// A turn, and the position after it.
#[derive(Clone, Debug)]
struct Line<G: Searchable> {
    turn: Box<[G::Move]>,
    after: G,
    /// The share of the seat that makes the turn.
    value: i32,
    is_over: bool,
}

/// A position with its best turns.
struct Expanded<G: Searchable> {
    actor: Seat,
    lines: Vec<Line<G>>,
}

/// A search of a game with two sides.
pub(crate) struct Lines<'a, 'b, G: Searchable> {
    judge: &'a Judge,
    budget: &'a mut Budget<'b>,
    breadth: Breadth,
    /// One for each width. The last one is for `doubtful`.
    steppers: [Turns<G>; 4],
    /// Whether the search checks a turn of the root.
    doubts: bool,
    /// The positions below the root by hash and width.
    expanded: HashMap<(u64, usize), Expanded<G>>,
    kept: usize,
    most_kept: usize,
}

impl<'a, 'b, G: Searchable> Lines<'a, 'b, G> {
    pub(crate) fn new(judge: &'a Judge, budget: &'a mut Budget<'b>, breadth: Breadth) -> Self {
        let [first, second, farther] = breadth.widths;
        let widths = [first, second, farther, breadth.doubtful.unwrap_or(second)];
        let steppers = widths.map(|width| Turns::spread(width.beam, width.turns));
        let expanded = HashMap::new();
        Lines { judge, budget, breadth, steppers, doubts: false, expanded, kept: 0, most_kept: MOST_KEPT }
    }

    /// Returns the turns of the seat that acts, the best first.
    ///
    /// If every turn is lost against the best play that the search has found, the first one is the best of the last search that was less
    /// deep and still had hope. People often do not see as far, and a seat that has given up makes it easy for them.
    pub(crate) fn solve(&mut self, game: &G) -> Vec<Choice<Box<[G::Move]>>> {
        self.solve_to(game, DEEPEST)
    }

    fn solve_to(&mut self, game: &G, deepest: u8) -> Vec<Choice<Box<[G::Move]>>> {
        let Some(Expanded { actor, mut lines }) = self.expand(game, 0) else { return Vec::new() };
        let [first, second, _] = self.breadth.widths;
        let beam = (self.breadth.shared / lines.len()).clamp(second.beam, first.beam);
        self.steppers[1] = Turns::spread(beam, second.turns);
        // Positions of large boards take more room.
        self.most_kept = MOST_KEPT / game.cost() as usize;
        let mut searched = lines.len();
        let hopeful =
            |lines: &[Line<G>]| lines.first().filter(|best| best.value >= LOST).map(|best| best.after.key());
        let mut hope = hopeful(&lines);
        for depth in 2..=deepest {
            // Deeper searches find only longer ways to win.
            let is_clear = lines.len() <= 1 || lines[0].value >= WIN;
            if is_clear || self.is_used_up() || lines.iter().all(|line| line.is_over) {
                break;
            }
            let before = lines[0].value;
            let deeper = self.search_root(&mut lines, actor, depth);
            if deeper < 2 && lines[0].value < WIN {
                // A value alone can't be compared with those of the search before.
                lines[0].value = before;
                break;
            }
            searched = deeper;
            hope = hopeful(&lines).or(hope);
        }
        let hope = hope.filter(|_| lines.first().is_some_and(|best| best.value < LOST));
        // A certain win stays first, and so does a turn of hope. The values behind the searched ones come from a search that was less deep.
        let judged = |line: &Line<G>, number: u32| match line.value {
            _ if hope == Some(line.after.key()) => (LOST, u32::MAX),
            value @ WIN.. => (value, u32::MAX),
            value => (value, u32::from((number as usize) < searched)),
        };
        let numbered = lines.into_iter().zip(0..);
        let choice = |(line, number): (Line<G>, u32)| {
            let (value, weight) = judged(&line, number);
            Choice { step: line.turn, node: number, share: value as u16, weight }
        };
        let mut choices: Vec<_> = numbered.map(choice).collect();
        choices.sort_by_key(|choice| Reverse((choice.weight, choice.share)));
        choices
    }

    fn is_used_up(&self) -> bool {
        self.budget.is_used_up() || self.kept >= self.most_kept
    }

    /// Searches the turns of the root and puts those that were searched first, the best before the others. Returns their number.
    fn search_root(&mut self, lines: &mut [Line<G>], actor: Seat, depth: u8) -> usize {
        let mut alpha = -1;
        let mut searched = 0;
        for n in 0..lines.len() {
            // Turns that look nearly as good as the best one take turns with it, so their values must be exact.
            let floor = (alpha - i32::from(NEARLY) - 1).max(-1);
            let value = match self.value_after(&lines[n], actor, depth, n, [floor, ABOVE], 1) {
                Some(value) if value > floor && self.breadth.doubtful.is_some() => {
                    self.doubts = true;
                    let checked = self.value_after(&lines[n], actor, depth, n, [floor, ABOVE], 1);
                    self.doubts = false;
                    // A wider search may miss an answer that the narrow one has found.
                    checked.map(|checked| checked.min(value))
                }
                value => value,
            };
            let Some(value) = value else { break };
            lines[n].value = value.clamp(0, ONE.into());
            searched = n + 1;
            // The best turn so far leads, also if the budget ends before the other turns are searched.
            if value > alpha {
                alpha = value;
                lines[..=n].rotate_right(1);
            }
        }
        searched
    }

    /// Returns what the `n`-th best turn of a seat is worth to it, or a bound of it outside of the window. `None` if the budget has
    /// ended.
    fn value_after(
        &mut self,
        line: &Line<G>,
        of: Seat,
        depth: u8,
        n: usize,
        window: [i32; 2],
        distance: usize,
    ) -> Option<i32> {
        if line.is_over || depth <= 1 {
            return Some(line.value);
        }
        let less = match n {
            0..EARLY => 0,
            EARLY..LATE => 1,
            _ => 2,
        };
        let less = less.min(depth - 2);
        let mut look = |depth: u8, window: [i32; 2]| self.look(&line.after, of, depth, window, distance);
        if n == 0 { look(depth - 1, window) } else { narrow_first(depth - 1, less, window, look) }
    }

    /// Searches a position and returns its value for one seat, which need not be the seat that acts there.
    fn look(
        &mut self,
        game: &G,
        of: Seat,
        depth: u8,
        [alpha, beta]: [i32; 2],
        distance: usize,
    ) -> Option<i32> {
        let actor = self.judge.party.to_act(game).first()?;
        if self.judge.party.side_of(actor) == self.judge.party.side_of(of) {
            return self.search(game, depth, [alpha, beta], distance);
        }
        let one = i32::from(ONE);
        let value = self.search(game, depth, [one - beta, one - alpha], distance)?;
        Some(one - value)
    }

    /// Returns the value of a position for the seat that acts, or a bound of it outside of the window.
    fn search(&mut self, game: &G, depth: u8, window: [i32; 2], distance: usize) -> Option<i32> {
        if self.is_used_up() {
            return None;
        }
        let key = (game.key(), self.stepper_at(distance));
        let mut expanded = match self.expanded.remove(&key) {
            Some(expanded) => expanded,
            None => {
                let expanded = self.expand(game, distance)?;
                // Where the budget ended, the best answers may be missing.
                if self.budget.is_used_up() {
                    return None;
                }
                expanded
            }
        };
        let best = self.best(&mut expanded, depth, window, distance);
        self.expanded.insert(key, expanded);
        best
    }

    /// Searches the turns of a position until one is worth enough, and puts the best one first.
    fn best(
        &mut self,
        Expanded { actor, lines }: &mut Expanded<G>,
        depth: u8,
        [mut alpha, beta]: [i32; 2],
        distance: usize,
    ) -> Option<i32> {
        let mut best = (-1, 0);
        for (n, line) in lines.iter().enumerate() {
            let value = self.value_after(line, *actor, depth, n, [alpha, beta], distance + 1)?;
            if value > best.0 {
                best = (value, n);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        lines[..=best.1].rotate_right(1);
        Some(best.0)
    }

    /// Returns the place of the stepper that finds the turns at a distance from the root, in turns.
    fn stepper_at(&self, distance: usize) -> usize {
        if self.doubts && distance == 1 {
            self.breadth.widths.len()
        } else {
            distance.min(self.breadth.widths.len() - 1)
        }
    }

    /// Finds the best turns of a position, the best first.
    fn expand(&mut self, game: &G, distance: usize) -> Option<Expanded<G>> {
        let judge = self.judge;
        let actor = judge.party.to_act(game).first()?;
        let side = judge.party.side_of(actor);
        let mut lines = Vec::new();
        self.steppers[self.stepper_at(distance)].each(game, actor, judge, self.budget, &mut |turn, after| {
            let (value, is_over) = judge.value(after, side, distance as u8 + 1);
            lines.push(Line { turn, after: after.clone(), value, is_over });
            !(is_over && value >= WIN)
        });
        lines.sort_by_key(|line| Reverse(line.value));
        self.kept += lines.len();
        (!lines.is_empty()).then_some(Expanded { actor, lines })
    }
}

#[cfg(test)]
mod tests {
    use rules::{
        Game as _, Options, SeatSet,
        games::{parasites::Parasites, semiosphere::Semiosphere},
    };

    use super::*;
    use crate::{
        evaluate::{FLATNESS, RESULTS},
        levels::Level,
        party::Party,
        stop::Stop,
        weights::Profiled,
    };

    const BREADTH: Breadth = Semiosphere::PROFILE.lines.unwrap();

    fn judge<G: Profiled>(game: &G) -> Judge {
        let weights = G::PROFILE.weights(Level::Apex, true, true);
        Judge::new(Party::new(game, SeatSet::EMPTY), weights, 0, 1).flattened(FLATNESS)
    }

    /// Returns the value of a position by looking at every turn that the search knows.
    fn plain(lines: &mut Lines<'_, '_, Semiosphere>, game: &Semiosphere, depth: u8, distance: usize) -> i32 {
        let expanded = lines.expand(game, distance).unwrap();
        let values = expanded.lines.iter().map(|line| {
            if line.is_over || depth <= 1 {
                return line.value;
            }
            let value = plain(lines, &line.after, depth - 1, distance + 1);
            if line.after.to_act().contains(expanded.actor) { value } else { i32::from(ONE) - value }
        });
        values.max().unwrap()
    }

    #[test]
    fn pruned_search_finds_the_plain_value() {
        // Seat 2 has two turns in a row in the second position.
        for position in
            ["8x11 3/0/3/r 4 1 1 d8:d7:5,f9:h:3 c5=1,e6=2", "8x11 3/0/3/r 4 1 2 d8:d7:0,f9:h:3 c6=1,e6=2"]
        {
            let game: Semiosphere = position.parse().unwrap();
            let (judge, stop) = (judge(&game), Stop::new());
            let mut budget = Budget::new(u32::MAX, &stop);
            let mut lines = Lines::new(&judge, &mut budget, BREADTH);
            for depth in 1..=2 {
                let found = lines.search(&game, depth, [-1, ABOVE], 1).unwrap();
                assert_eq!(found, plain(&mut lines, &game, depth, 1), "at depth {depth} in {game}");
            }
        }
    }

    #[test]
    fn win_with_two_turns_in_a_row_is_played() {
        // The seat leads the next round, too. Its points do not suffice, but it can save them as marks in the row that goes next. In the
        // second position it must fetch its planet first, and has one point to spare. In the third, all of its turns look won.
        for position in [
            "8x11 3/0/3/r 6 1 2 f11:h:0,d9:h:7 c7=1,f7=2,g7=1,h7=1,c8=1,b9=2,d11=1",
            "8x11 3/0/3/r 3 2 1 d6:d5:11,f8:h:0 g4=1,e5=2,f5=2,d9=2",
            "8x11 3/0/3/r 8 1 2 e10:v:0,f11:f10:7 d9=1,e9=1,f9=1,g9=1,h9=1,e10=1,h10=1,e11=2,g11=2,h11=1",
        ] {
            let mut game: Semiosphere = position.parse().unwrap();
            let seat = game.to_act().first().unwrap();
            for _ in 0..2 {
                let (judge, stop) = (judge(&game), Stop::new());
                let mut budget = Budget::new(Semiosphere::PROFILE.apex, &stop);
                let choices = Lines::new(&judge, &mut budget, BREADTH).solve(&game);
                assert!(i32::from(choices[0].share) >= WIN, "{:?} in {game}", choices[0]);
                for mv in &choices[0].step {
                    game.play(seat, mv, &mut drop).unwrap();
                }
            }
            assert!(game.outcome().is_some_and(|outcome| outcome.ranking.place(seat) == Some(1)), "{game}");
        }
    }

    #[test]
    fn lost_seat_plays_on_as_if_the_other_saw_less() {
        // Orange can go down to fetch its planet, but Blue, with two turns in a row, walls it in there.
        let game: Semiosphere = "8x11 3/0/3/r 2 1 2 e7:e6:0,b6:b4:5 h3=1,h4=1,b5=1,d5=2".parse().unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        let mut budget = Budget::new(u32::MAX, &stop);
        let [hoping, lost] =
            [4, 5].map(|depth| Lines::new(&judge, &mut budget, BREADTH).solve_to(&game, depth).remove(0));
        assert!(i32::from(hoping.share) > LOST && hoping.weight == 1, "{hoping:?}");
        assert_eq!((i32::from(lost.share), lost.weight), (LOST, u32::MAX), "{lost:?}");
        assert_eq!(lost.step, hoping.step);
    }

    #[test]
    fn turns_that_seem_good_are_checked() {
        // Few of Orange's answers hurt Blue here, and they do not look like the best ones.
        let game: Parasites = "10/3,D1,6/1,A2,C2,Q1,2,D1,1,D1,1/2,A2,C2,A2,5/2,D2,B2,D2,1,B1,D1,2/3,C2,C2,A2,A2,D2,C1,1/\
             1,D1,A1,C1,C2,C2,C2,A2,A1,1/2,B1,D1,C2,D2,B2,D2,C1,1/3,A1,C1,C1,D2,Q2,D2,1/D1,2,D1,D1,D1,D1,1,D2,1 2 1 2 - 0 -"
            .parse()
            .unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        let breadth = Parasites::PROFILE.lines.unwrap();
        let seat = game.to_act().first().unwrap();
        let [believing, doubting] = [None, breadth.doubtful].map(|doubtful| {
            let mut budget = Budget::new(u32::MAX, &stop);
            let best =
                Lines::new(&judge, &mut budget, Breadth { doubtful, ..breadth }).solve_to(&game, 2).remove(0);
            let mut after = game.clone();
            for mv in &best.step {
                after.play(seat, mv, &mut drop).unwrap();
            }
            let mut wide = Lines::new(&judge, &mut budget, breadth);
            wide.doubts = true;
            let answer = wide.expand(&after, 1).unwrap().lines[0].value;
            (i32::from(best.share), i32::from(ONE) - answer)
        });
        assert!(believing.0 > believing.1, "more answers make its turn worse: {believing:?}");
        assert!(doubting.0 <= doubting.1, "it has compared them: {doubting:?}");
    }

    #[test]
    fn narrow_search_finds_captures_that_need_preparation() {
        // From f5, Blue creates a builder on g5, whose attackers surround g6. Until g6 falls, all of this looks like a waste.
        let game: Parasites =
            "10/5,D2,4/2,D2,1,D2,Q2,D2,D2,2/5,D2,1,D2,2/5,D2,D2,3/4,A1,C1,4/B1,1,D1,1,B1,A1,4/1,B1,8/\
             2,B1,1,B1,5/Q1,D1,1,B1,6 2 1 2 - 0 -"
                .parse()
                .unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        let breadth = Parasites::PROFILE.lines.unwrap();
        let mut budget = Budget::new(u32::MAX, &stop);
        let mut lines = Lines::new(&judge, &mut budget, breadth);
        let best = lines.expand(&game, breadth.widths.len() - 1).unwrap().lines.remove(0);
        let text = best.after.to_string();
        assert!(text.contains("/4,A1,C1,C1,A1,2/"), "f6 and g6 are not eaten: {text}");
    }

    #[test]
    fn value_hardly_depends_on_who_moves_last() {
        let mut game = Parasites::new(&Options::new()).unwrap();
        for queen in ["c3=q", "h8=q"] {
            let seat = game.to_act().first().unwrap();
            game.play(seat, &queen.parse().unwrap(), &mut drop).unwrap();
        }
        let (judge, stop) = (judge(&game), Stop::new());
        let mut budget = Budget::new(u32::MAX, &stop);
        let mut lines = Lines::new(&judge, &mut budget, Parasites::PROFILE.lines.unwrap());
        let own = lines.expand(&game, 0).unwrap().lines[0].value;
        let deeper = [2, 3].map(|depth| i32::from(lines.solve_to(&game, depth).remove(0).share));
        let values = [own, deeper[0], deeper[1]];
        let spread = values.iter().max().unwrap() - values.iter().min().unwrap();
        assert!(spread < i32::from(ONE) / 8, "{values:?} of {ONE}");
    }

    #[test]
    fn trap_is_seen_far_from_the_root() {
        // The void takes row 2 next. Orange can close in on the piece on c2 with its planet on d2, its piece on c3 and a mark on b2. Each
        // of these looks like a waste.
        let game: Semiosphere = "8x11 3/0/3/r 1 2 2 c2:h:3,e3:h:3 a2=1,f4=1".parse().unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        let mut budget = Budget::new(u32::MAX, &stop);
        let mut lines = Lines::new(&judge, &mut budget, BREADTH);
        let best = lines.expand(&game, BREADTH.widths.len() - 1).unwrap().lines.remove(0);
        let replies = lines.expand(&best.after, 0).unwrap().lines;
        assert!(
            replies.iter().all(|reply| reply.is_over && reply.value < RESULTS),
            "{} is no trap",
            best.after
        );
    }

    #[test]
    fn budget_ends_a_search() {
        let game = Semiosphere::new(&Options::new().with("preset", "balanced")).unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        for limit in [0, 500, 20_000] {
            let mut budget = Budget::new(limit, &stop);
            let choices = Lines::new(&judge, &mut budget, BREADTH).solve(&game);
            assert!(!choices.is_empty());
            assert!(budget.spent() < limit + 10_000, "{} of {limit} nodes", budget.spent());
        }
    }

    #[test]
    fn turns_that_are_kept_take_little_room() {
        // Few turns are possible on a small board, so a search with many nodes expands many positions.
        let options =
            Options::new().with("preset", "balanced").with("columns", 6).with("points", 2).with("reach", 1);
        let game = Semiosphere::new(&options).unwrap();
        let (judge, stop) = (judge(&game), Stop::new());
        let mut budget = Budget::new(u32::MAX, &stop);
        let mut lines = Lines::new(&judge, &mut budget, BREADTH);
        lines.solve(&game);
        let most = MOST_KEPT + BREADTH.widths.iter().map(|width| width.turns).sum::<usize>();
        assert!((MOST_KEPT..most).contains(&lines.kept), "{} turns", lines.kept);
        assert!(most * (size_of::<Line<Semiosphere>>() + 64) < 40 << 20);
    }
}
