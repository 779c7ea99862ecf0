//! Scenes of the games, one file for each.
//!
//! A game that is in the list of the rules but has no `mod` line here does not compile. The `scene` function of a game gets only
//! what the viewer may see of the position and of the last events.

mod beat;
mod parasites;
mod plankton_synapse;
mod protozoa;
mod semiosphere;
mod stract;

use std::fmt::Display;

use rules::{
    Any, AnyEvent, Diagram, DiagramError, Game, Kind, Outcome, Seat, SeatSet, Table, Viewer, for_each_game,
};

use crate::scene::{ALT_MAX, Figure, Hint, Mark, Owner, Role, Scene, Sign, Verdict};

/// The part of a game that a viewer sees.
struct Viewed<'a, G: Game> {
    kind: Kind,
    view: &'a G::View,
    /// The events of the last turn or turns.
    events: Vec<&'a G::Event>,
    /// The same events in sentences, with colours as names.
    news: Vec<String>,
    seats: SeatSet,
    /// Seats that win and lose together.
    sides: Vec<SeatSet>,
    to_act: SeatSet,
    left: SeatSet,
    outcome: Option<Outcome>,
    /// The seat of the viewer, who is then a player.
    own: Option<Seat>,
}

macro_rules! scenes {
    ($($name:ident, $module:ident;)+) => {
        /// Returns the scene of a game as `to` may see it. Once the game is over, everybody may see all of it. `recent` are the
        /// events of the last turn or turns; the scene uses only those that `to` may know.
        pub fn scene(table: &Table, to: Viewer, recent: &[AnyEvent]) -> Scene {
            seen(table, to, recent, None)
        }

        /// Returns the scene as `to` would see it if a seat had given this order, where all seats order at once. Nothing is
        /// carried out: an order that is the last one missing shows nothing of the others.
        pub fn planned(table: &Table, to: Viewer, recent: &[AnyEvent], order: (Seat, &str)) -> Scene {
            seen(table, to, recent, Some(order))
        }

        fn seen(table: &Table, to: Viewer, recent: &[AnyEvent], order: Option<(Seat, &str)>) -> Scene {
            let own = match to {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public | Viewer::Open => None,
            };
            let (kind, to) = (table.kind(), table.viewer(to));
            let recent: Vec<AnyEvent> = recent.iter().filter_map(|event| event.visible_to(to)).collect();
            let who = |seat| kind.colour(seat).name().to_owned();
            let news = AnyEvent::describe_all(&recent, &who);
            match table.game() {
                $(
                    Any::$name(game) => self::$module::scene(&Viewed {
                        kind,
                        view: &view(game, to, order),
                        events: recent
                            .iter()
                            .filter_map(|event| match event {
                                AnyEvent::$name(event) => Some(event),
                                _ => None,
                            })
                            .collect(),
                        news,
                        seats: SeatSet::all(game.seats()),
                        sides: game.sides(),
                        to_act: order.map_or(table.to_act(), |(seat, _)| table.to_act().without(SeatSet::one(seat))),
                        left: table.left(),
                        outcome: table.outcome(),
                        own,
                    }),
                )+
            }
        }
    };
}

for_each_game!(scenes);

macro_rules! beats {
    ($($name:ident, $module:ident;)+) => {
        /// Returns the changes of an event that the viewer may know, or `None` if it changes no piece.
        pub(crate) fn beat(table: &Table, to: Viewer, scene: &Scene, event: &AnyEvent) -> Option<beat::Beat> {
            match (table.game(), event) {
                $(
                    (Any::$name(game), AnyEvent::$name(event)) => {
                        self::$module::beat(&beat::Before { kind: table.kind(), view: &game.view(to), scene }, event)
                    }
                )+
                _ => None,
            }
        }
    };
}

for_each_game!(beats);

macro_rules! are_steps {
    ($($name:ident, $module:ident;)+) => {
        /// Returns whether an event changes something on the board, so that it can be a step.
        pub fn is_step(event: &AnyEvent) -> bool {
            match event {
                $(AnyEvent::$name(event) => self::$module::is_step(event),)+
            }
        }
    };
}

for_each_game!(are_steps);

/// Returns the scene with what its viewer can conclude about hidden pieces, and what the others can conclude about the viewer's. `past`
/// are all events of the game, of which the function uses only those that `to` may know.
#[must_use]
pub fn with_clues<'e>(
    mut scene: Scene,
    table: &Table,
    to: Viewer,
    past: impl IntoIterator<Item = &'e AnyEvent>,
) -> Scene {
    let to = table.viewer(to);
    if let Any::Stract(game) = table.game() {
        let past: Vec<&AnyEvent> = past.into_iter().collect();
        let seen_by = |viewer| {
            let seen = past.iter().filter_map(|event| match event.visible_to(viewer) {
                Some(AnyEvent::Stract(event)) => Some(event),
                _ => None,
            });
            seen.collect::<Vec<_>>()
        };
        let owner = |seat| Owner::of(table.kind(), seat);
        stract::add_clues(&mut scene, &game.view(to), owner, &seen_by(to));
        stract::show_given_away(&mut scene, &game.view(Viewer::Public), &seen_by(Viewer::Public));
    }
    scene
}

/// Returns what a viewer sees, with an order that was not given yet.
fn view<G: Game>(game: &G, to: Viewer, order: Option<(Seat, &str)>) -> G::View {
    match order.and_then(|(seat, notation)| Some((seat, notation.parse().ok()?))) {
        Some((seat, order)) => game.view_with_order(to, seat, &order),
        None => game.view(to),
    }
}

/// Returns the scene of a diagram. Its caption is the first sentence in words.
///
/// # Errors
/// [`DiagramError`] if the diagram's position or moves are not legal.
pub fn diagram(kind: Kind, diagram: &Diagram) -> Result<Scene, DiagramError> {
    let (table, events) = diagram.set_up(kind)?;
    let mut scene = scene(&table, diagram.to, &events).focused(&diagram.focus()?);
    scene.story.insert(0, diagram.caption.to_owned());
    Ok(scene)
}

impl<G: Game> Viewed<'_, G> {
    fn owner(&self, seat: Seat) -> Owner {
        Owner::of(self.kind, seat)
    }

    fn colour(&self, seat: Seat) -> &'static str {
        self.kind.colour(seat).name()
    }

    /// Returns the colours of seats: `Blue`, `Blue and Green`, `Blue, Orange and Green`.
    fn colours(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.colour(seat)).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nobody".to_owned(),
        }
    }

    /// Returns the seats in first place, or no seats after a draw and in a running game.
    fn winners(&self) -> SeatSet {
        match &self.outcome {
            Some(outcome) if !outcome.is_draw() => {
                outcome.ranking.groups().first().copied().unwrap_or_default()
            }
            _ => SeatSet::EMPTY,
        }
    }

    fn role(&self, seat: Seat) -> Role {
        if self.winners().contains(seat) {
            Role::Winner
        } else if self.left.contains(seat) {
            Role::Out
        } else if self.to_act.contains(seat) {
            Role::ToAct
        } else {
            Role::Waiting
        }
    }

    /// Returns who wins, by the name of the side or by colours: `North wins`, `Blue wins`, `Blue and Green win`.
    fn who_wins(&self, winners: SeatSet) -> String {
        let side = self.sides.iter().position(|side| winners.without(*side).is_empty());
        match side.and_then(|side| self.kind.about().sides.get(side)) {
            Some(name) => format!("{name} wins"),
            None if winners.len() == 1 => format!("{} wins", self.colours(winners)),
            None => format!("{} win", self.colours(winners)),
        }
    }

    /// Returns the result: the winner, the score if the game's own rules ended it, and the reason.
    fn verdict(&self, score: Option<String>) -> Option<Verdict> {
        let outcome = self.outcome.as_ref()?;
        let winners = self.winners();
        let mut result = match winners.len() {
            0 if outcome.reason == rules::ABORTED => "No result".to_owned(),
            0 => "A draw".to_owned(),
            _ => self.who_wins(winners),
        };
        let own_rules = self.kind.about().ending(outcome.reason).is_some();
        if let Some(score) = score.filter(|_| own_rules) {
            result = format!("{result}, {score}");
        }
        let why = self.kind.ending(outcome.reason);
        Some(Verdict {
            winners: winners.iter().map(|seat| self.owner(seat)).collect(),
            words: format!("{result}: {why}"),
        })
    }

    /// Returns the seats to act: `Blue to move`.
    fn to_move(&self) -> String {
        format!("{} to move", self.colours(self.to_act))
    }

    /// Returns the first sentences: the result or `todo`, and then the last events. A long turn is cut at its beginning, so
    /// that there is room for the position.
    fn opening(&self, verdict: Option<&Verdict>, todo: &str) -> Vec<String> {
        let title = self.kind.title();
        let mut story = vec![match verdict {
            Some(verdict) => format!("{title}: the game is over. {}.", verdict.words),
            None => format!("{title}: {todo}."),
        }];
        let mut room = ALT_MAX / 2;
        let fits = |sentence: &&String| {
            let left = room.checked_sub(sentence.chars().count() + 1);
            room = left.unwrap_or_default();
            left.is_some()
        };
        let shown = self.news.iter().rev().take_while(fits).count();
        let (left_out, shown) = self.news.split_at(self.news.len() - shown);
        if !self.news.is_empty() {
            let before = if left_out.is_empty() { "" } else { "… " };
            story.push(format!("Last: {before}{}", shown.join(" ")));
        }
        story
    }
}

/// Returns a count with its noun: `1 point`, `2 points`.
fn counted(count: impl Into<usize>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Explains those of these signs that are on the board.
fn explained(
    marks: &[Mark],
    owner: Owner,
    signs: impl IntoIterator<Item = (Sign, &'static str)>,
) -> impl Iterator<Item = Hint> {
    let is_there =
        |wanted: Sign| marks.iter().any(|mark| matches!(mark, Mark::Sign { sign, .. } if *sign == wanted));
    let there = signs.into_iter().filter(move |&(sign, _)| is_there(sign));
    there.map(move |(sign, words)| Hint { figure: Figure::Sign(sign), owner, words: words.to_owned() })
}

/// Returns groups of squares, as `queens a1 h8; pawn b2`, or `None` if all groups are empty.
fn by_kind<N: Display>(groups: impl IntoIterator<Item = (N, Vec<String>)>) -> Option<String> {
    let groups = groups.into_iter().filter(|(_, squares)| !squares.is_empty());
    let groups: Vec<String> = groups.map(|(name, squares)| format!("{name} {}", squares.join(" "))).collect();
    (!groups.is_empty()).then(|| groups.join("; "))
}
