//! Scenes of the games, a file for each.
//!
//! A game in the list of the rules without a module here does not compile. Its `scene` gets what the viewer may see of the
//! position and of the last events, and nothing else.

mod parasites;
mod plankton_synapse;
mod protozoa;
mod semiosphere;
mod stract;

use rules::{
    Any, AnyEvent, Diagram, DiagramError, Game, Kind, Outcome, Seat, SeatSet, Table, Viewer, for_each_game,
};

use crate::scene::{Owner, Role, Scene, Verdict};

/// What a viewer sees of a game.
struct Seen<'a, G: Game> {
    kind: Kind,
    view: &'a G::View,
    /// What happened in the last turn or turns.
    events: Vec<&'a G::Event>,
    /// The same in sentences, with colours for names.
    news: Vec<String>,
    seats: SeatSet,
    to_act: SeatSet,
    left: SeatSet,
    outcome: Option<Outcome>,
}

macro_rules! scenes {
    ($($name:ident, $module:ident;)+) => {
        /// The scene of a game as `to` may see it. `recent` are the events of the last turn or turns; of them only what `to`
        /// may know is used.
        #[must_use]
        pub fn scene(table: &Table, to: Viewer, recent: &[AnyEvent]) -> Scene {
            let kind = table.kind();
            let recent: Vec<AnyEvent> = recent.iter().filter_map(|event| event.witness(to)).collect();
            let who = |seat| kind.colour(seat).name().to_owned();
            let news = recent.iter().map(|event| event.say(&who)).filter(|said| !said.is_empty()).collect();
            match table.game() {
                $(
                    Any::$name(game) => $module::scene(&Seen {
                        kind,
                        view: &game.view(to),
                        events: recent
                            .iter()
                            .filter_map(|event| match event {
                                AnyEvent::$name(event) => Some(event),
                                _ => None,
                            })
                            .collect(),
                        news,
                        seats: SeatSet::all(game.seats()),
                        to_act: table.to_act(),
                        left: table.left(),
                        outcome: table.outcome(),
                    }),
                )+
            }
        }
    };
}

for_each_game!(scenes);

/// The scene of a diagram, which its caption tells first in words.
///
/// # Errors
/// When the diagram cannot be set up.
pub fn diagram(kind: Kind, diagram: &Diagram) -> Result<Scene, DiagramError> {
    let (table, events) = diagram.set_up(kind)?;
    let mut scene = scene(&table, diagram.to, &events).focused(&diagram.focus()?);
    scene.story.insert(0, diagram.caption.to_owned());
    Ok(scene)
}

impl<G: Game> Seen<'_, G> {
    fn owner(&self, seat: Seat) -> Owner {
        Owner::of(self.kind, seat)
    }

    fn colour(&self, seat: Seat) -> &'static str {
        self.kind.colour(seat).name()
    }

    /// The colours of seats: `Blue`, `Blue and Green`, `Blue, Orange and Green`.
    fn colours(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.colour(seat)).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nobody".to_owned(),
        }
    }

    /// Those in the first place, unless that is everybody or a draw.
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

    /// How the game ended, with `why` putting the reason word into a few words.
    fn verdict(&self, why: impl Fn(&str) -> String) -> Option<Verdict> {
        let outcome = self.outcome.as_ref()?;
        let winners = self.winners();
        let result = match winners.len() {
            0 if outcome.reason == rules::ABORTED => "No result".to_owned(),
            0 => "A draw".to_owned(),
            1 => format!("{} wins", self.colours(winners)),
            _ => format!("{} win", self.colours(winners)),
        };
        let why = match outcome.reason {
            rules::RESIGNED => "the others left".to_owned(),
            rules::TIMED_OUT => "the time of the others is up".to_owned(),
            rules::AGREED => "the players agreed on it".to_owned(),
            rules::LATE => "the time of all is up".to_owned(),
            rules::ABORTED => "the game was called off".to_owned(),
            word => why(word),
        };
        Some(Verdict {
            winners: winners.iter().map(|seat| self.owner(seat)).collect(),
            words: format!("{result}: {why}"),
        })
    }

    /// The sentence about how the game ended or whose turn it is.
    fn headline(&self, verdict: Option<&Verdict>) -> String {
        match verdict {
            Some(verdict) => format!("{}: the game is over. {}.", self.kind.title(), verdict.words),
            None => format!("{}: {} to move.", self.kind.title(), self.colours(self.to_act)),
        }
    }
}
