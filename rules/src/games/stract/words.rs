//! Sentences for players: what an order does, what happened, and the state of the game. Each sentence is for one viewer and
//! contains only what that viewer may know.

use crate::{
    Seat, SeatSet, Viewer,
    grid::Square,
    text::{counted, listed},
};

use super::{
    about::ABOUT,
    event::Event,
    moves::Move,
    piece::{Element, Heap, Sight, Team},
    position::Stract,
    resolve::GOAL_POINTS,
    trail::Kinds,
};

/// Describes an order for the seat that would give it: `move water c3 to c4: an unknown enemy is there`.
pub(super) fn explain(game: &Stract, seat: Seat, order: Move) -> String {
    if let Err(refused) = game.may_order(seat, order) {
        return refused.to_string();
    }
    let name = |at| game.piece(at).map_or("piece", |piece| piece.element().name());
    let (what, effect) = match order {
        Move::Pass => ("do nothing this turn".to_owned(), None),
        Move::Spawn { element, at } => {
            (format!("spawn {} on {at}", element.name()), arrival(game, seat, element, at))
        }
        Move::Go { from, to } => {
            let effect = game.piece(from).and_then(|piece| arrival(game, seat, piece.element(), to));
            (format!("move {} {from} to {to}", name(from)), effect)
        }
        Move::Switch { from, to } => {
            let there = match game.sight(to, Viewer::Seat(seat)) {
                None => "nothing is there yet".to_owned(),
                Some(Sight { team, element, .. }) if team != Team::of(seat) => element
                    .map_or("an unknown enemy is there".to_owned(), |element| {
                        format!("an enemy {} is there", element.name())
                    }),
                Some(_) => format!("your {} is there", name(to)),
            };
            (format!("switch earth {from} with {to}"), Some(there))
        }
    };
    match effect {
        Some(effect) => format!("{what}: {effect}"),
        None => what,
    }
}

/// Describes what may happen when a piece of the seat arrives on a tile, as far as its team can know now.
fn arrival(game: &Stract, seat: Seat, element: Element, at: Square) -> Option<String> {
    let team = Team::of(seat);
    let mut orders =
        game.orders.as_slice().iter().filter(|order| Team::of(order.0) == team && order.0 != seat);
    if orders
        .clone()
        .any(|(_, order)| matches!(order, Move::Go { to, .. } | Move::Spawn { at: to, .. } if *to == at))
    {
        return Some("clashes with what a teammate brings there".to_owned());
    }
    let Some(there) = game.sight(at, Viewer::Seat(seat)) else {
        return (at.row == team.goal_row(game.rows)).then(|| format!("scores {GOAL_POINTS} points"));
    };
    Some(match there.element {
        None => "an unknown enemy is there".to_owned(),
        Some(other) if there.team == team => {
            let leaves = orders.any(|(_, order)| matches!(order, Move::Go { from, .. } if *from == at));
            if leaves {
                format!("your {} is leaving it", other.name())
            } else {
                format!("clashes with your {} there", other.name())
            }
        }
        Some(other) if element.beats(other) => format!("destroys the {} there if it stays", other.name()),
        Some(other) if other.beats(element) => format!("falls to the {} there if it stays", other.name()),
        Some(other) => format!("both fall if the {} there stays", other.name()),
    })
}

/// Returns an order in words, without what the board would add: `move c3 to c4`.
fn in_words(order: Move) -> String {
    match order {
        Move::Pass => "do nothing".to_owned(),
        Move::Spawn { element, at } => format!("spawn {} on {at}", element.name()),
        Move::Go { from, to } => format!("move {from} to {to}"),
        Move::Switch { from, to } => format!("switch {from} with {to}"),
    }
}

/// Describes an event, as a viewer sees it, in one sentence.
pub(super) fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match *event {
        Event::Ordered { seat, order: None, .. } => format!("{} has ordered.", who(seat)),
        Event::Ordered { seat, order: Some(order), changed: false } => {
            format!("{} orders: {}.", who(seat), in_words(order))
        }
        Event::Ordered { seat, order: Some(order), changed: true } => {
            format!("{} changes the order: {}.", who(seat), in_words(order))
        }
        Event::TurnBegan { turn } => format!("Turn {turn} is carried out."),
        Event::Spawned { piece, at } => format!("{} is spawned on {at}.", capital(one(piece))),
        Event::Moved { piece, from, to } => {
            let element = piece.element.or_else(|| Kinds::moving(from, to).only());
            format!("{} goes from {from} to {to}.", capital(one(Sight { element, ..piece })))
        }
        Event::Switched { piece, from, to } => {
            let earth = one(Sight { element: Some(Element::Earth), ..piece });
            format!("{} on {from} switches with what is on {to}.", capital(earth))
        }
        Event::Missed { piece, from, to, carried_off: true } => {
            format!("{} was carried off {from} before it could switch with {to}.", capital(one(piece)))
        }
        Event::Missed { piece, from, to, carried_off: false } => {
            format!("{} on {from} finds nothing on {to} to switch with.", capital(one(piece)))
        }
        Event::Clashed { at, heap, survivor, points } => {
            let survives = match survivor {
                Some(piece) => format!("{} survives", one(piece)),
                None => "none survives".to_owned(),
            };
            format!("{} clash on {at}; {survives}: {}.", capital(all(&heap)), gains(points))
        }
        Event::Scored { piece, at } => {
            format!("{} reaches {at}: {GOAL_POINTS} points for {}!", capital(one(piece)), piece.team.name())
        }
        Event::TurnEnded { before, points, .. } if before == points => String::new(),
        Event::TurnEnded { points: [north, south], .. } => {
            format!("The score is {north} for North, {south} for South.")
        }
    }
}

/// Describes events in their order. It names the kind of a piece that scores if its move in the same turn gave it away.
pub(super) fn describe_all(events: &[&Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
    let sentence = |(n, event): (usize, &&Event)| match **event {
        Event::Scored { piece, at } => {
            let element = piece.element.or_else(|| given_away(&events[..n], piece.team, at));
            describe(&Event::Scored { piece: Sight { element, ..piece }, at }, who)
        }
        _ => describe(event, who),
    };
    events.iter().enumerate().map(sentence).filter(|words| !words.is_empty()).collect()
}

/// Returns the kind of the piece of `team` that is on a tile after these events, if its move in the last turn gave it away.
fn given_away(events: &[&Event], team: Team, mut at: Square) -> Option<Element> {
    let turn = events.iter().rev().take_while(|event| !matches!(event, Event::TurnBegan { .. }));
    for event in turn {
        match **event {
            Event::Switched { to, piece, .. } if to == at => {
                return (piece.team == team).then_some(Element::Earth);
            }
            // The switch brought the piece here.
            Event::Switched { from, to, .. } if from == at => at = to,
            Event::Moved { piece, from, to } if to == at && piece.team == team => {
                return Kinds::moving(from, to).only();
            }
            // The piece that moved here may not be the one that is left.
            Event::Clashed { at: on, .. } if on == at => return None,
            _ => {}
        }
    }
    None
}

/// Names a piece: `North's water`, or `an unknown piece of North`.
fn one(Sight { team, element, .. }: Sight) -> String {
    match element {
        Some(element) => format!("{}'s {}", team.name(), element.name()),
        None => format!("an unknown piece of {}", team.name()),
    }
}

/// Names the pieces of a heap: `North's water, North's fire and 2 unknown pieces of South`.
fn all(heap: &Heap) -> String {
    let kinds: Vec<String> = Team::BOTH
        .into_iter()
        .flat_map(|team| Element::ALL.map(Some).into_iter().chain([None]).map(move |element| (team, element)))
        .filter_map(|(team, element)| {
            let alike = heap.iter().filter(|(piece, _)| (piece.team, piece.element) == (team, element));
            match (alike.map(|(_, count)| count).sum::<u8>(), element) {
                (0, _) => None,
                (1, _) => Some(one(Sight { team, element, known: false })),
                (count, Some(element)) => Some(format!("{count} of {}'s {}s", team.name(), element.name())),
                (count, None) => Some(format!("{count} unknown pieces of {}", team.name())),
            }
        })
        .collect();
    listed(&kinds)
}

/// Describes points: `2 points for North`, `South loses 4 points`.
fn gains(points: [i32; 2]) -> String {
    let gains: Vec<String> = Team::BOTH
        .into_iter()
        .zip(points)
        .filter(|&(_, points)| points != 0)
        .map(|(team, points)| match points {
            1.. => format!("{points} points for {}", team.name()),
            _ => format!("{} loses {} points", team.name(), -points),
        })
        .collect();
    listed(&gains)
}

fn capital(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Describes the numbers of this game: `The game lasts 20 turns on 5 × 6 tiles. Each team has 5 water, 5 fire and 5 earth.`
pub(super) fn figures(game: &Stract) -> String {
    let pool = Element::ALL.into_iter().zip(game.pools[Team::North.index()]);
    let pool: Vec<String> = pool.map(|(element, count)| format!("{count} {}", element.name())).collect();
    let turns = counted(game.turns.into(), "turn", "turns");
    format!(
        "The game lasts {turns} on {} × {} tiles. Each team has {}.",
        game.columns,
        game.rows,
        listed(&pool)
    )
}

/// Describes the turn: `Turn 4 of 20 · North 2, South 0 · 1 of 2 have ordered`. A seat also reads its team, pool and order.
pub(super) fn status(game: &Stract, to: Viewer) -> String {
    if game.is_over() {
        return String::new();
    }
    let [north, south] = game.points;
    let turn = format!("Turn {} of {} · North {north}, South {south}", game.done + 1, game.turns);
    let (Viewer::Seat(seat), Some(team)) = (to, game.team_of(to)) else {
        return format!("{turn} · {} of {} have ordered", game.orders.seats().len(), game.able().len());
    };
    let pool: Vec<String> = Element::ALL
        .into_iter()
        .zip(game.pools[team.index()])
        .filter(|&(_, count)| count > 0)
        .map(|(element, count)| format!("{count} {}", element.name()))
        .collect();
    let pool = if pool.is_empty() { "pool empty".to_owned() } else { format!("pool {}", pool.join(", ")) };
    let order = match game.orders.of(seat) {
        Some(order) => format!(" · ordered {order}, can be changed"),
        None => String::new(),
    };
    let mates = game.side(team).without(SeatSet::one(seat)).iter();
    let mates = mates.filter_map(|mate| Some((ABOUT.colour(mate).name(), game.orders.of(mate)?)));
    let mates: String = mates.map(|(colour, order)| format!(" · {colour} ordered {order}")).collect();
    format!("{turn} · you are {}, {pool}{order}{mates}{}", team.name(), danger(game, to, team))
}

/// Describes enemies that can reach the home row of `team` this turn, as far as `to` can know: ` · 2 enemies may reach row 1`.
fn danger(game: &Stract, to: Viewer, team: Team) -> String {
    let home = team.home_row(game.rows);
    let near = |&(at, _): &(Square, _)| {
        game.sight(at, to).is_some_and(|piece| {
            // A hidden piece may be a fire, which moves two tiles.
            let reach = if matches!(piece.element, Some(Element::Water | Element::Earth)) { 1 } else { 2 };
            piece.team != team && at.row.abs_diff(home) <= reach
        })
    };
    match game.pieces().filter(near).count() {
        0 => String::new(),
        1 => format!(" · an enemy may reach row {}", home + 1),
        many => format!(" · {many} enemies may reach row {}", home + 1),
    }
}
