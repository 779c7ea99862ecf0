//! The scene of Stract, with only what the team or spectator may see.

use rules::{
    Seat,
    games::stract::{Element, Event, Move, Pool, Sight, Stract, Team, View, clues},
    grid::Square,
};

use crate::change::Change;
use crate::scene::{
    Arrow, Art, Board, Card, Figure, Ground, Hint, Home, Item, Mark, Owner, Piece, Scene, Sign, State,
    Verdict, Way,
};

use super::{
    Viewed,
    beat::{Beat, Before},
    by_kind, explained,
};

const fn art(element: Option<Element>) -> Art {
    match element {
        Some(Element::Water) => Art::Water,
        Some(Element::Fire) => Art::Fire,
        Some(Element::Earth) => Art::Earth,
        None => Art::Unknown,
    }
}

pub(super) fn scene(seen: &Viewed<'_, Stract>) -> Scene {
    let view = seen.view;
    let [north, south] = Team::BOTH.map(|team| view.points(team));
    let verdict = seen.verdict(Some(format!("{} to {}", north.max(south), north.min(south))));
    let marks = marks(seen);
    Scene {
        title: seen.kind.title(),
        facts: facts(seen),
        call: Some(points(view)),
        board: board(seen),
        pieces: pieces(seen),
        outlines: Vec::new(),
        arrows: arrows(seen),
        cards: seen.seats.iter().map(|seat| card(seen, seat)).collect(),
        legend: legend(seen, &marks),
        marks,
        story: story(seen, verdict.as_ref()),
        verdict,
    }
}

/// Returns whether an event changes something on the board.
pub(super) const fn is_step(event: &Event) -> bool {
    !matches!(
        event,
        Event::Ordered { .. } | Event::TurnBegan { .. } | Event::Missed { .. } | Event::TurnEnded { .. }
    )
}

/// Returns the changes of an event. All spawns are one step, and so are all moves and all goals.
pub(super) fn beat(before: &Before<'_, Stract>, event: &Event) -> Option<Beat> {
    let view = before.view;
    let seen = |sight: Sight, on| {
        let own = view.team() == Some(sight.team) && !view.is_open();
        let state = if own && !sight.known { State::Secret } else { State::Sound };
        Piece { state, ..Piece::new(on, art(sight.element), before.owner(captain(sight.team))) }
    };
    let sign = |on, sign| Change::Mark(Mark::Sign { on, sign });
    match *event {
        Event::Spawned { piece, at } => Beat::new(1, [Change::Add(seen(piece, at)), sign(at, Sign::Born)]),
        Event::Moved { piece, from, to } => {
            Beat::new(2, [Change::Move { piece: seen(piece, from), to, way: Way::Went }])
        }
        Event::Switched { piece, from, to } => {
            let others = before.on(to).map(|piece| Change::Move { piece, to: from, way: Way::Slight });
            let earth = Change::Move { piece: seen(piece, from), to, way: Way::Traded };
            // The others leave first, so that none of them can be taken for the earth.
            Beat::new(0, others.chain([earth]))
        }
        Event::Clashed { at, survivor, .. } => {
            let lost = before.on(at).map(Change::Remove);
            let stays = survivor.map(|piece| Change::Add(seen(piece, at)));
            Beat::taking(0, lost.chain(stays).chain([sign(at, after_clash(survivor))]))
        }
        Event::Scored { piece, at } => {
            Beat::taking(3, [Change::Remove(seen(piece, at)), sign(at, Sign::Goal)])
        }
        Event::Ordered { .. } | Event::TurnBegan { .. } | Event::Missed { .. } | Event::TurnEnded { .. } => {
            None
        }
    }
}

/// Adds to a scene what the viewer can conclude from `seen`, all events of the game that they may know.
pub(super) fn add_clues(scene: &mut Scene, view: &View, owner: impl Fn(Seat) -> Owner, seen: &[Event]) {
    let mut words = Vec::new();
    for (on, left) in clues(view, seen) {
        let Some(piece) = view.piece(on) else { continue };
        let arts = [left.first(), left.get(1)].map(|element| element.map(|&element| art(Some(element))));
        scene.marks.push(Mark::Sign { on, sign: Sign::Perhaps(owner(captain(piece.team)), arts) });
        let names: Vec<&str> = left.into_iter().map(Element::name).collect();
        words.push(format!("{on} {}", names.join(" or ")));
    }
    if !words.is_empty() {
        scene.story.push(format!("By their moves: {}.", words.join(", ")));
    }
}

/// Removes the sign of a secret from the pieces whose element everybody can conclude. `view` and `seen` are those of everybody.
pub(super) fn show_given_away(scene: &mut Scene, view: &View, seen: &[Event]) {
    let mut words = Vec::new();
    for (on, left) in clues(view, seen) {
        let secret = |piece: &&mut Piece| piece.on == on && piece.state == State::Secret;
        if let ([element], Some(piece)) = (left.as_slice(), scene.pieces.iter_mut().find(secret)) {
            piece.state = State::Sound;
            words.push(format!("{on} {}", element.name()));
        }
    }
    if !words.is_empty() {
        scene.story.push(format!("By your moves, others can tell: {}.", words.join(", ")));
    }
}

/// Returns the sign of a square with a clash. A survivor must not look like a loss.
fn after_clash(survivor: Option<Sight>) -> Sign {
    if survivor.is_some() { Sign::Survived } else { Sign::Fell }
}

/// Returns the seat whose number and colour represent a team.
fn captain(team: Team) -> Seat {
    match team {
        Team::North => Seat::FIRST,
        Team::South => Seat::FIRST.next(Seat::MAX),
    }
}

fn owner(seen: &Viewed<'_, Stract>, team: Team) -> Owner {
    seen.owner(captain(team))
}

fn points(view: &View) -> String {
    let [north, south] = Team::BOTH.map(|team| view.points(team));
    format!("North {north} : {south} South")
}

/// Returns the turn that is being ordered, or the last one of a game that is over.
fn turn(view: &View) -> u8 {
    (view.done() + 1).min(view.turns())
}

fn facts(seen: &Viewed<'_, Stract>) -> Vec<String> {
    let view = seen.view;
    let turn = format!("turn {}/{}", turn(view), view.turns());
    if seen.outcome.is_some() {
        return vec![turn];
    }
    let ordered = view.ordered().len();
    vec![format!("{ordered}/{} ordered", ordered + seen.to_act.len()), turn]
}

fn board(seen: &Viewed<'_, Stract>) -> Board {
    let view = seen.view;
    let mut board = Board::plain(view.columns(), view.rows());
    for team in Team::BOTH {
        board.lay(team.home_row(view.rows()), Ground::Owned(owner(seen, team).colour));
    }
    // On the first board nobody has pieces yet, so there is room to say where they start and where they score.
    if view.done() == 0 && seen.outcome.is_none() {
        let words = Team::BOTH.map(|team| match team {
            Team::North => "NORTH’S HOME · SOUTH’S GOAL",
            Team::South => "SOUTH’S HOME · NORTH’S GOAL",
        });
        board.banners = Team::BOTH.map(|team| team.home_row(view.rows())).into_iter().zip(words).collect();
    }
    let home_row = |seat| Team::of(seat).home_row(view.rows());
    board.home = Home::of(seen.own.map(|seat| home_row(seat) > view.rows() / 2));
    for event in &seen.events {
        match **event {
            Event::Spawned { at, .. } | Event::Clashed { at, .. } | Event::Scored { at, .. } => {
                board.cell_mut(at).fresh = true;
            }
            Event::Moved { to, .. } | Event::Switched { to, .. } => board.cell_mut(to).fresh = true,
            _ => {}
        }
    }
    board
}

fn piece(seen: &Viewed<'_, Stract>, on: Square, sight: Sight) -> Piece {
    let own = seen.view.team() == Some(sight.team) && !seen.view.is_open();
    let state = if own && !sight.known { State::Secret } else { State::Sound };
    Piece { state, ..Piece::new(on, art(sight.element), owner(seen, sight.team)) }
}

/// Returns the pending orders that the viewer may know.
fn orders<'a>(seen: &'a Viewed<'_, Stract>) -> impl Iterator<Item = (Seat, Move)> + use<'a> {
    let orders = seen.view.orders().filter(|_| seen.outcome.is_none());
    orders.filter_map(|(seat, order)| Some((seat, order?)))
}

/// Returns the pieces on the board, the ordered spawns, and ghosts. A piece that fell or scored in the last turn leaves a ghost
/// if its square is empty.
fn pieces(seen: &Viewed<'_, Stract>) -> Vec<Piece> {
    let view = seen.view;
    let gone = seen.events.iter().filter_map(|event| match event {
        Event::Clashed { at, heap, survivor: None, .. } => heap.iter().next().map(|(sight, _)| (*at, sight)),
        Event::Scored { piece, at } => Some((*at, *piece)),
        _ => None,
    });
    let ghosts = gone.filter(|(at, _)| view.piece(*at).is_none()).map(|(at, sight)| Piece {
        state: State::Ghost,
        ..Piece::new(at, art(sight.element), owner(seen, sight.team))
    });
    let standing = view.pieces().map(|(on, sight)| piece(seen, on, sight));
    let planned = orders(seen).filter_map(|(seat, order)| match order {
        Move::Spawn { element, at } => Some(Piece {
            state: State::Planned,
            ..Piece::new(at, art(Some(element)), owner(seen, Team::of(seat)))
        }),
        _ => None,
    });
    ghosts.chain(standing).chain(planned).collect()
}

fn marks(seen: &Viewed<'_, Stract>) -> Vec<Mark> {
    let planned = orders(seen).filter_map(|(_, order)| match order {
        Move::Spawn { at, .. } => Some((at, Sign::Born)),
        _ => None,
    });
    let last = seen.events.iter().filter_map(|event| match **event {
        Event::Spawned { at, .. } => Some((at, Sign::Born)),
        Event::Clashed { at, survivor, .. } => Some((at, after_clash(survivor))),
        Event::Scored { at, .. } => Some((at, Sign::Goal)),
        _ => None,
    });
    // If a square has several signs, the last one counts: the result of the turn, or the next order.
    let mut marks: Vec<(Square, Sign)> = Vec::new();
    for (at, sign) in last.chain(planned) {
        marks.retain(|(other, _)| *other != at);
        marks.push((at, sign));
    }
    marks.into_iter().map(|(on, sign)| Mark::Sign { on, sign }).collect()
}

fn arrows(seen: &Viewed<'_, Stract>) -> Vec<Arrow> {
    let last = seen.events.iter().filter_map(|event| match **event {
        Event::Moved { piece, from, to } => Some((piece.team, from, to, Way::Went)),
        Event::Switched { piece, from, to } => Some((piece.team, from, to, Way::Traded)),
        _ => None,
    });
    let planned = orders(seen).filter_map(|(seat, order)| match order {
        Move::Go { from, to } => Some((Team::of(seat), from, to, Way::Planned)),
        Move::Switch { from, to } => Some((Team::of(seat), from, to, Way::PlannedTrade)),
        Move::Spawn { .. } | Move::Pass => None,
    });
    last.chain(planned)
        .map(|(team, from, to, way)| Arrow { owner: owner(seen, team), from, to, way })
        .collect()
}

/// Returns the card of a seat. The first seat of a team also shows the pool and the losses. The points are in the title.
fn card(seen: &Viewed<'_, Stract>, seat: Seat) -> Card {
    let team = Team::of(seat);
    let mut lines = vec![vec![Item::Words(team.name().to_owned())]];
    let mut fallen = Vec::new();
    if seat == captain(team) {
        let mut pool = vec![Item::Words("pool".to_owned())];
        match seen.view.pool(team) {
            Pool::Open(open) => {
                let stocks = Element::ALL.into_iter().zip(open);
                pool.extend(stocks.map(|(element, count)| Item::Stock(art(Some(element)), count)));
            }
            Pool::Total(total) => pool.push(Item::Stock(Art::Unknown, total)),
        }
        lines.push(pool);
        fallen = lost(seen.view, team);
    }
    if !fallen.is_empty() {
        let stocks = fallen.into_iter().map(|(element, count)| Item::Stock(art(element), count));
        lines.push([Item::Words("lost".to_owned())].into_iter().chain(stocks).collect());
    }
    Card {
        owner: seen.owner(seat),
        allies: Vec::new(),
        role: seen.role(seat),
        score: String::new(),
        progress: None,
        lines,
    }
}

/// Returns the losses of a team that the viewer may know, without elements that it has not lost.
fn lost(view: &View, team: Team) -> Vec<(Option<Element>, u8)> {
    let losses = view.losses(team);
    let known = Element::ALL.map(Some).into_iter().zip(losses.known);
    known.chain([(None, losses.unknown)]).filter(|&(_, count)| count > 0).collect()
}

fn legend(seen: &Viewed<'_, Stract>, marks: &[Mark]) -> Vec<Hint> {
    let owner = owner(seen, seen.view.team().unwrap_or(Team::North));
    let hint =
        |art, state, words: &str| Hint { figure: Figure::Piece(art, state), owner, words: words.to_owned() };
    let mut legend: Vec<Hint> = Element::ALL
        .into_iter()
        .filter_map(|element| {
            let prey = Element::ALL.into_iter().find(|&other| element.beats(other))?;
            Some(hint(art(Some(element)), State::Sound, &format!("{} beats {}", element.name(), prey.name())))
        })
        .collect();
    if !seen.view.is_open() {
        legend.push(hint(Art::Unknown, State::Sound, "not known yet"));
    }
    if seen.view.team().is_some() {
        legend.push(hint(Art::Water, State::Secret, "only you know"));
    }
    let signs = [
        (Sign::Born, "new"),
        (Sign::Survived, "won a fight"),
        (Sign::Fell, "nobody survived"),
        (Sign::Goal, "left with points"),
    ];
    legend.extend(explained(marks, owner, signs));
    legend
}

fn story(seen: &Viewed<'_, Stract>, verdict: Option<&Verdict>) -> Vec<String> {
    let view = seen.view;
    let todo = format!(
        "turn {} of {}, {}; {} to order",
        turn(view),
        view.turns(),
        points(view),
        seen.colours(seen.to_act)
    );
    let mut story = seen.opening(verdict, &todo);
    story.extend(Team::BOTH.map(|team| on_board(view, team)));
    let orders: Vec<String> =
        orders(seen).map(|(seat, order)| format!("{} {order}", seen.colour(seat))).collect();
    if !orders.is_empty() {
        story.push(format!("Ordered: {}.", orders.join(", ")));
    }
    story.extend(Team::BOTH.map(|team| match view.pool(team) {
        Pool::Open(pool) => {
            let parts: Vec<String> = Element::ALL
                .into_iter()
                .zip(pool)
                .map(|(element, count)| format!("{count} {}", element.name()))
                .collect();
            format!("Pool of {}: {}.", team.name(), parts.join(", "))
        }
        Pool::Total(total) => format!("Pool of {}: {total}.", team.name()),
    }));
    for team in Team::BOTH {
        let lost: Vec<String> = lost(view, team)
            .into_iter()
            .map(|(element, count)| format!("{count} {}", element.map_or("unknown", Element::name)))
            .collect();
        if !lost.is_empty() {
            story.push(format!("Lost by {}: {}.", team.name(), lost.join(", ")));
        }
    }
    story.push(format!(
        "The board is {} columns by {} rows; South spawns in row 1, North in row {}.",
        view.columns(),
        view.rows(),
        view.rows()
    ));
    story
}

/// Returns the pieces of a team: `North: water c6 (hidden); unknown b4 d5.`
fn on_board(view: &View, team: Team) -> String {
    let kinds = Element::ALL.map(Some).into_iter().chain([None]);
    let groups = by_kind(kinds.map(|element| {
        let own = view.pieces().filter(|(_, sight)| (sight.team, sight.element) == (team, element));
        let squares = own.map(|(at, sight)| {
            let is_hidden = !sight.known && element.is_some() && !view.is_open();
            if is_hidden { format!("{at} (hidden)") } else { at.to_string() }
        });
        (element.map_or("unknown", Element::name), squares.collect())
    }));
    format!("{}: {}.", team.name(), groups.as_deref().unwrap_or("no pieces on the board"))
}
