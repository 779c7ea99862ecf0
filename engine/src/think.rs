//! A request for a turn, and the thought that answers it.

use rules::{Known, Searchable, Seat, Sight, Stride, Turn};

use crate::{
    deepening::Deepening,
    equilibrium::{self, Solver},
    evaluate::{FLATNESS, Judge, mix, steepen},
    levels::Level,
    lines::Lines,
    party::{ONE, Party},
    stepper::Moves,
    stop::{Budget, Stop},
    tree::{Choice, Stepper, Tree},
    turns::Turns,
    weights::{Profile, Profiled, Weights},
};

/// The question what a seat should do. The same question gets the same answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The seat and everything that it knows.
    pub sight: Sight,
    /// How well it plays.
    pub level: Level,
    /// The number that decides what is left to chance: errors of weak levels, and the choice among secret orders.
    pub seed: u64,
}

/// A turn that a machine has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The rest of the seat's turn, in canonical notation and never empty: all moves until another seat is to act, or one order
    /// where all seats order at once.
    pub turn: Vec<String>,
    /// The share that the seat can expect after that turn, per mille: 1000 for a certain win.
    pub value: u16,
    /// The best turns, at most three, the best first. The first one is `turn`.
    pub best: Vec<Candidate>,
    /// The number of moves that were played on copies of the board.
    pub nodes: u32,
    /// Whether the thought was stopped early.
    pub stopped: bool,
}

/// A turn that a machine has considered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The rest of the seat's turn, as in [`Thought::turn`].
    pub turn: Vec<String>,
    /// The share that the seat can expect after it, per mille.
    pub value: u16,
}

/// How hard a machine thinks, and what it values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mind {
    /// Its level, which decides everything that the other fields leave open.
    pub level: Level,
    /// The number of nodes of a turn, instead of that of the level.
    pub nodes: Option<u32>,
    /// The weights of the evaluation, instead of those of the game.
    pub weights: Option<Weights>,
}

impl From<Level> for Mind {
    fn from(level: Level) -> Self {
        Mind { level, nodes: None, weights: None }
    }
}

/// Chooses a turn for the seat that looks.
///
/// The thought ends after the nodes of its level. If it is stopped before, it returns the best turn that it has found.
pub fn think(request: &Request, stop: &Stop) -> Thought {
    decide(&request.sight, &request.level.into(), request.seed, stop)
}

macro_rules! dispatch {
    ($($name:ident, $module:ident;)+) => {
        /// Chooses a turn for the seat that looks.
        pub(crate) fn decide(sight: &Sight, mind: &Mind, seed: u64, stop: &Stop) -> Thought {
            match &sight.known {
                $(Known::$name(known) => choose::<rules::games::$module::$name>(known, sight, mind, seed, stop),)+
            }
        }
    };
}

rules::for_each_searchable_game!(dispatch);

fn choose<G: Profiled>(
    knowledge: &G::Knowledge,
    sight: &Sight,
    mind: &Mind,
    seed: u64,
    stop: &Stop,
) -> Thought {
    let profile = G::PROFILE;
    let game = G::world(knowledge, &mut draws(seed));
    let party = Party::new(&game, sight.left);
    let deepens = profile.deepens.is_some_and(|from| mind.level >= from) && party.playing().len() == 2;
    let own_weights = || profile.weights(mind.level, party.is_duel(), deepens);
    let weights = mind.weights.as_ref().map_or_else(own_weights, Weights::values);
    let mut judge = Judge::new(party, weights, profile.noise(mind.level), seed);
    if deepens {
        judge = judge.flattened(FLATNESS);
    }
    let breadth = profile.lines.filter(|_| deepens);
    let longer = breadth.filter(|_| mind.level == Level::Apex).map_or(1, |breadth| breadth.longer);
    let nodes = profile.nodes(mind.level).min(profile.apex / game.cost()) * longer;
    let mut budget = Budget::new(mind.nodes.unwrap_or(nodes), stop);
    let (is_sound, mut drawn) = (profile.noise(mind.level) == 0, draws(mix(seed)));
    // The errors of weak levels are variety enough.
    let mut draw = |n| if is_sound { drawn(n) } else { 0 };
    let best = match (G::STRIDE, breadth) {
        (_, Some(breadth)) => {
            let mut choices = Lines::new(&judge, &mut budget, breadth).solve(&game);
            let tolerance = if game.is_entering(sight.seat) { ROUGHLY } else { NEARLY };
            vary(&mut choices, tolerance, &mut draw);
            let candidate = |choice: Choice<Box<[G::Move]>>| Candidate {
                turn: choice.step.iter().map(ToString::to_string).collect(),
                value: per_mille(steepen(choice.share, FLATNESS)),
            };
            choices.into_iter().take(3).map(candidate).collect()
        }
        (Stride::Move, None) if deepens => Deepening::new(&judge, &mut budget).solve(game, profile.later),
        (Stride::Move, None) => {
            let tree = Tree::new(&judge, Moves::default(), profile.minimax, game.clone(), budget.left());
            search(tree, (&game, sight.seat), &profile, &mut draw, &mut budget)
        }
        (Stride::Turn, None) => {
            let tree =
                Tree::new(&judge, Turns::new(budget.left()), profile.minimax, game.clone(), budget.left());
            search(tree, (&game, sight.seat), &profile, &mut draw, &mut budget)
        }
        (Stride::Orders, None) => order::<G>(knowledge, sight, &judge, &mut draws(mix(seed)), &mut budget),
    };
    let (turn, value) = best.first().map(|best| (best.turn.clone(), best.value)).unwrap_or_default();
    Thought { turn, value, best, nodes: budget.spent(), stopped: budget.is_stopped() }
}

/// How many steps are looked at for the turns beside the best one. Where turns take several moves, the next ones are often the same turn
/// in another order.
const COMPARED: usize = 8;

/// A step that looks nearly as good as the best one differs from it by at most this share.
pub(crate) const NEARLY: u16 = ONE / 400;

/// The same for the place of a piece that enters the board, about which a search knows little.
const ROUGHLY: u16 = ONE / 40;

/// Puts one of the best steps first. Those that the search trusts nearly as much as the best one, and whose shares differ from its share by
/// at most `tolerance`, take turns by the draw, so that a machine does not play the same game again and again. A certain result stays first.
fn vary<S>(choices: &mut [Choice<S>], tolerance: u16, draw: &mut dyn FnMut(u32) -> u32) {
    let Some(best) = choices.first().filter(|best| (1..u32::MAX).contains(&best.weight)) else { return };
    let (weight, share) = (best.weight, best.share);
    let good = |choice: &Choice<S>| choice.weight >= weight - weight / 4 && choice.share + tolerance >= share;
    let count = choices.iter().take_while(|choice| good(choice)).count();
    let drawn = draw(count as u32) as usize;
    choices[..=drawn].rotate_right(1);
}

/// Searches a tree and returns the best turns of the seat that acts, at most three, the best first. Turns that lead to the same position
/// count once.
fn search<G: Searchable, T: Stepper<G>>(
    mut tree: Tree<'_, G, T>,
    (game, seat): (&G, Seat),
    profile: &Profile,
    draw: &mut dyn FnMut(u32) -> u32,
    budget: &mut Budget<'_>,
) -> Vec<Candidate> {
    let mut best = Candidate { turn: Vec::new(), value: 0 };
    let mut others: Option<Vec<(Option<u64>, Candidate)>> = None;
    loop {
        tree.search(budget, budget.left() / 100 * profile.later);
        tree.open(budget);
        let mut choices = tree.choices();
        vary(&mut choices, NEARLY, draw);
        let Some(choice) = choices.first() else { break };
        if others.is_none() {
            let mut found: Vec<(Option<u64>, Candidate)> = Vec::new();
            for choice in choices.iter().skip(1).take(COMPARED) {
                let turn = tree.line(choice, budget);
                let key = key_after(game, seat, &turn);
                if found.iter().all(|(other, _)| *other != key) {
                    found.push((key, Candidate { turn, value: per_mille(choice.share) }));
                }
                // One of them may turn out to be the best turn in another order.
                if found.len() == 3 {
                    break;
                }
            }
            others = Some(found);
        }
        best.value = per_mille(choice.share);
        tree.write(&choice.step, &mut best.turn);
        if tree.descend(choice) == Turn::Ended {
            break;
        }
    }
    let key = key_after(game, seat, &best.turn);
    let others = others.unwrap_or_default().into_iter().filter(|(other, _)| *other != key);
    [best].into_iter().chain(others.map(|(_, candidate)| candidate).take(2)).collect()
}

/// Returns the hash of the position after a turn.
fn key_after<G: Searchable>(game: &G, seat: Seat, turn: &[String]) -> Option<u64> {
    let (mut after, mut moves) = (game.clone(), Vec::new());
    for notation in turn {
        moves.clear();
        after.legal(seat, &mut moves);
        let mv = moves.iter().find(|mv| mv.to_string() == *notation)?;
        after.play(seat, mv, &mut |_| {}).ok()?;
    }
    Some(after.key())
}

/// Chooses an order where all seats order at once. Returns it and the next best ones, at most three.
fn order<G: Searchable>(
    knowledge: &G::Knowledge,
    sight: &Sight,
    judge: &Judge,
    draw: &mut dyn FnMut(u32) -> u32,
    budget: &mut Budget<'_>,
) -> Vec<Candidate> {
    let choices = Solver::new(judge, sight, budget).solve::<G>(knowledge, draw);
    let candidate = |choice: equilibrium::Choice<G::Move>| Candidate {
        turn: vec![choice.order.to_string()],
        value: per_mille(choice.share),
    };
    choices.into_iter().take(3).map(candidate).collect()
}

pub(crate) fn per_mille(share: u16) -> u16 {
    (u32::from(share) * 1000 / u32::from(ONE)) as u16
}

macro_rules! dispatch_greedy {
    ($($name:ident, $module:ident;)+) => {
        /// Returns the move after which the position looks best to the seat that looks.
        pub(crate) fn greedy(sight: &Sight, weights: Option<&Weights>, noise: i32, seed: u64) -> Option<String> {
            match &sight.known {
                $(Known::$name(known) => {
                    greedy_move::<rules::games::$module::$name>(known, sight, weights, noise, seed)
                })+
            }
        }
    };
}

rules::for_each_searchable_game!(dispatch_greedy);

fn greedy_move<G: Profiled>(
    knowledge: &G::Knowledge,
    sight: &Sight,
    weights: Option<&Weights>,
    noise: i32,
    seed: u64,
) -> Option<String> {
    let game = G::world(knowledge, &mut draws(seed));
    let judge = Judge::new(
        Party::new(&game, sight.left),
        weights.map_or(G::PROFILE.weights, |weights| weights.values()),
        noise,
        seed,
    );
    let side = judge.party.side_of(sight.seat);
    let mut moves = Vec::new();
    game.legal(sight.seat, &mut moves);
    let mut best: Option<(u16, &G::Move)> = None;
    for mv in &moves {
        let mut after = game.clone();
        if after.play(sight.seat, mv, &mut |_| {}).is_err() {
            continue;
        }
        // Where all order at once, the order is judged as if nobody else ordered anything.
        after.resolve(&mut |_| {});
        judge.party.settle(&mut after);
        let share = judge.shares(&after, 1).0[side];
        if best.is_none_or(|(most, _)| share > most) {
            best = Some((share, mv));
        }
    }
    best.map(|(_, mv)| mv.to_string())
}

/// Returns draws of numbers that follow from a seed: `draw(n)` is below n.
pub(crate) fn draws(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (((mix(state) >> 32) * u64::from(n)) >> 32) as u32
    }
}
