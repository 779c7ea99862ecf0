//! The actions of buttons and menus, and their text form in Discord's `custom_id`.
//!
//! The form is `v1:<game>:<verb>[:<argument>…]`, at most 100 characters. Any user can send any text, so a custom id says what a
//! press asks for, never what is allowed. The store and the rules decide that. Nor does it prove that the press belongs to the
//! channel: after a backup was restored, the same number may be another game's. [`play::Service::check_press`] checks the channel.

use std::{fmt, str::FromStr};

use data::{GameId, OfferId, Seating, Vote};
use play::{
    content::{Draft, Page},
    service::{Press, Target},
};
use rules::{Kind, Seat};

/// The request of a button or menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Join an open lobby.
    Join(GameId),
    /// Leave a lobby, or decline the invitation.
    Leave(GameId),
    /// Start the game of a lobby.
    Start(GameId),
    /// Set this preset for a lobby's game.
    Preset(GameId, String),
    /// Show the panel for a lobby's options.
    Options(GameId),
    /// In that panel: show the values of an option, whose name is the menu's value.
    OptionName(GameId),
    /// In that panel: set this option to the menu's value.
    OptionValue(GameId, String),
    /// In that panel: set the time control in the menu's value.
    SetClock(GameId),
    /// In that panel: set how the seats are assigned.
    Seating(GameId, Seating),
    /// Show the panel to choose a move, at any revision of the game.
    Moves(GameId),
    /// In that panel, at this revision: continue the choices made so far, which are positions in the lists. The menu's value is
    /// the next one.
    Pick {
        /// The game to choose a move in.
        game: GameId,
        /// The revision of the lists ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the move is for.
        seat: Seat,
        /// The choices made so far.
        path: Vec<u8>,
    },
    /// In that panel, at this revision: drop the choices made so far, or choose for another of the player's seats. The first
    /// menu has another id, so a page that keeps the focus by ids cannot mistake this button for it.
    StartOver {
        /// The game to choose a move in.
        game: GameId,
        /// The revision that the panel shows ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the move is for.
        seat: Seat,
    },
    /// Play this move if the revision is still current.
    Play {
        /// The game to play in.
        game: GameId,
        /// The revision at which the move was offered ([`rules::Table::revision`]).
        revision: u32,
        /// The move in the game's notation.
        notation: String,
    },
    /// Play these moves, which the bot has asked about and the player has confirmed.
    Confirm {
        /// The game to play in.
        game: GameId,
        /// The revision of the question ([`rules::Table::revision`]).
        revision: u32,
        /// The moves in the game's notation, in order.
        notations: Vec<String>,
    },
    /// Show the caller's plans in a game, in a new private message.
    Plans(GameId),
    /// Show the caller's plans in place of the plan they are building.
    MyPlans(GameId),
    /// Begin a new plan in a game.
    NewPlan(GameId),
    /// Continue the plan whose id is the menu's value.
    ExtendPlan(GameId),
    /// Drop the plan whose id is the menu's value.
    DropPlan(GameId),
    /// In the panel of an unfinished plan: continue the choices made so far, which are positions in the lists. The menu's value
    /// is the next one.
    PickPlan {
        /// The game that the plan is for.
        game: GameId,
        /// The stage of the plan that the lists belong to.
        draft: Draft,
        /// The choices made so far.
        path: Vec<u8>,
    },
    /// In that panel: drop the choices made so far for the next word of the plan.
    StartPlanOver(GameId, Draft),
    /// In that panel: play the next reply whatever the others do.
    PlanWhatever(GameId, Draft),
    /// Show the caller's own view of the game.
    View(GameId),
    /// Resign the game for good, after the caller has confirmed it.
    Resign(GameId),
    /// Call the game off, after the caller has confirmed it.
    Abort(GameId),
    /// Vote on an offer.
    Vote {
        /// The game that the offer is about.
        game: GameId,
        /// The offer to vote on.
        offer: OfferId,
        /// The caller's reply to it.
        vote: Vote,
    },
    /// Withdraw the caller's own offer.
    Withdraw {
        /// The game that the offer is about.
        game: GameId,
        /// The offer to withdraw.
        offer: OfferId,
    },
    /// End the pause of a game.
    Resume(GameId),
    /// Open a rematch of a game.
    Rematch(GameId),
    /// Keep playing, in response to a question.
    KeepPlaying(GameId),
    /// Show a page of a game's history.
    History(GameId, Page),
    /// Show the rules of a game in a new private message.
    ShowRules(Kind),
    /// Show a page of a game's rules, counted from 0.
    Rules(Kind, u8),
    /// Show the page of a game's rules whose number, counted from 0, is the menu's value.
    Contents(Kind),
}

/// The longest custom id that Discord accepts, in bytes.
const LONGEST: usize = 100;
const VERSION: &str = "v1";
/// In place of a game, for actions without one.
const NO_GAME: &str = "-";

impl Action {
    /// Returns what the action is about, to check that it belongs to the message and channel of the press.
    #[must_use]
    pub fn press(&self) -> Press {
        let offer = match self {
            Action::Vote { offer, .. } | Action::Withdraw { offer, .. } => Some(*offer),
            _ => None,
        };
        let is_history = matches!(self, Action::History(..));
        Press { game: self.game(), offer, target: self.target(), is_history }
    }

    /// Returns the game or lobby that the action concerns, if any.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Action::Join(game)
            | Action::Leave(game)
            | Action::Start(game)
            | Action::Options(game)
            | Action::OptionName(game)
            | Action::OptionValue(game, _)
            | Action::Preset(game, _)
            | Action::SetClock(game)
            | Action::Seating(game, _)
            | Action::Moves(game)
            | Action::Pick { game, .. }
            | Action::StartOver { game, .. }
            | Action::Play { game, .. }
            | Action::Confirm { game, .. }
            | Action::Plans(game)
            | Action::MyPlans(game)
            | Action::NewPlan(game)
            | Action::ExtendPlan(game)
            | Action::DropPlan(game)
            | Action::PickPlan { game, .. }
            | Action::StartPlanOver(game, _)
            | Action::PlanWhatever(game, _)
            | Action::View(game)
            | Action::Resign(game)
            | Action::Abort(game)
            | Action::Vote { game, .. }
            | Action::Withdraw { game, .. }
            | Action::Resume(game)
            | Action::Rematch(game)
            | Action::KeepPlaying(game)
            | Action::History(game, _) => Some(*game),
            Action::ShowRules(_) | Action::Rules(..) | Action::Contents(_) => None,
        }
    }

    /// Returns the public message that the response may edit.
    pub fn target(&self) -> Target {
        match self {
            Action::Join(game) | Action::Leave(game) | Action::Start(game) | Action::Preset(game, _) => {
                Target::Lobby(*game)
            }
            Action::Vote { offer, .. } | Action::Withdraw { offer, .. } => Target::Offer(*offer),
            Action::Options(_)
            | Action::OptionName(_)
            | Action::OptionValue(..)
            | Action::SetClock(_)
            | Action::Seating(..)
            | Action::Moves(_)
            | Action::Pick { .. }
            | Action::StartOver { .. }
            | Action::Play { .. }
            | Action::Confirm { .. }
            | Action::Plans(_)
            | Action::MyPlans(_)
            | Action::NewPlan(_)
            | Action::ExtendPlan(_)
            | Action::DropPlan(_)
            | Action::PickPlan { .. }
            | Action::StartPlanOver(..)
            | Action::PlanWhatever(..)
            | Action::View(_)
            | Action::Resign(_)
            | Action::Abort(_)
            | Action::Resume(_)
            | Action::Rematch(_)
            | Action::KeepPlaying(_)
            | Action::History(..)
            | Action::ShowRules(_)
            | Action::Rules(..)
            | Action::Contents(_) => Target::Nothing,
        }
    }

    /// Returns whether the custom id is short enough for Discord.
    pub fn fits(&self) -> bool {
        self.to_string().len() <= LONGEST
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            Action::Join(game) => write!(f, "{game}:join"),
            Action::Leave(game) => write!(f, "{game}:leave"),
            Action::Start(game) => write!(f, "{game}:start"),
            Action::Options(game) => write!(f, "{game}:options"),
            Action::OptionName(game) => write!(f, "{game}:option"),
            Action::OptionValue(game, name) => write!(f, "{game}:value:{name}"),
            Action::Preset(game, name) => write!(f, "{game}:preset:{name}"),
            Action::SetClock(game) => write!(f, "{game}:clock"),
            Action::Seating(game, Seating::Lot) => write!(f, "{game}:lot"),
            Action::Seating(game, Seating::Order) => write!(f, "{game}:order"),
            Action::Moves(game) => write!(f, "{game}:moves"),
            Action::Pick { game, revision, seat, path } => {
                write!(f, "{game}:pick:{revision}:{seat}:{}", dotted(path))
            }
            Action::StartOver { game, revision, seat } => write!(f, "{game}:over:{revision}:{seat}"),
            Action::Play { game, revision, notation } => write!(f, "{game}:play:{revision}:{notation}"),
            Action::Confirm { game, revision, notations } => {
                write!(f, "{game}:sure:{revision}:{}", notations.join(","))
            }
            Action::Plans(game) => write!(f, "{game}:plans"),
            Action::MyPlans(game) => write!(f, "{game}:myplans"),
            Action::NewPlan(game) => write!(f, "{game}:plan"),
            Action::ExtendPlan(game) => write!(f, "{game}:extend"),
            Action::DropPlan(game) => write!(f, "{game}:drop"),
            Action::PickPlan { game, draft, path } => {
                write!(f, "{game}:step:{}:{}", drafted(*draft), dotted(path))
            }
            Action::StartPlanOver(game, draft) => write!(f, "{game}:planover:{}", drafted(*draft)),
            Action::PlanWhatever(game, draft) => write!(f, "{game}:whatever:{}", drafted(*draft)),
            Action::View(game) => write!(f, "{game}:view"),
            Action::Resign(game) => write!(f, "{game}:resign"),
            Action::Abort(game) => write!(f, "{game}:abort"),
            Action::Vote { game, offer, vote } => write!(f, "{game}:say:{offer}:{}", vote.word()),
            Action::Withdraw { game, offer } => write!(f, "{game}:withdraw:{offer}"),
            Action::Resume(game) => write!(f, "{game}:resume"),
            Action::Rematch(game) => write!(f, "{game}:rematch"),
            Action::KeepPlaying(game) => write!(f, "{game}:stay"),
            Action::History(game, Page::First) => write!(f, "{game}:history:first"),
            Action::History(game, Page::At(page)) => write!(f, "{game}:history:{page}"),
            Action::History(game, Page::Last) => write!(f, "{game}:history:last"),
            Action::ShowRules(kind) => write!(f, "{NO_GAME}:about:{kind}"),
            Action::Rules(kind, page) => write!(f, "{NO_GAME}:rules:{kind}:{page}"),
            Action::Contents(kind) => write!(f, "{NO_GAME}:contents:{kind}"),
        }
    }
}

fn drafted(draft: Draft) -> String {
    format!("{}.{}", draft.plan, draft.words)
}

fn dotted(path: &[u8]) -> String {
    path.iter().map(u8::to_string).collect::<Vec<_>>().join(".")
}

fn path_from(text: &str) -> Result<Vec<u8>, UnknownAction> {
    let steps = text.split('.').filter(|step| !step.is_empty());
    steps.map(|step| step.parse().map_err(|_| UnknownAction)).collect()
}

fn seat_from(text: &str) -> Result<Seat, UnknownAction> {
    text.parse().ok().and_then(Seat::new).ok_or(UnknownAction)
}

fn draft_from(text: &str) -> Result<Draft, UnknownAction> {
    let (plan, words) = text.split_once('.').ok_or(UnknownAction)?;
    let plan = plan.parse::<i64>().map_err(|_| UnknownAction)?;
    Ok(Draft { plan: plan.into(), words: words.parse().map_err(|_| UnknownAction)? })
}

/// A custom id of another program or version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown button")]
pub struct UnknownAction;

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Self, UnknownAction> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| UnknownAction);
        let offer = |text: &str| text.parse().map(u64::into).map_err(|_| UnknownAction);
        let mut parts = text.splitn(5, ':');
        let mut next = || parts.next();
        if next() != Some(VERSION) {
            return Err(UnknownAction);
        }
        let game = next().ok_or(UnknownAction)?;
        let verb = next().ok_or(UnknownAction)?;
        if matches!(verb, "about" | "rules" | "contents") {
            let kind = next().and_then(Kind::from_slug).ok_or(UnknownAction)?;
            return match verb {
                "about" => Ok(Action::ShowRules(kind)),
                "contents" => Ok(Action::Contents(kind)),
                _ => {
                    let page = next().and_then(|page| page.parse().ok()).ok_or(UnknownAction)?;
                    Ok(Action::Rules(kind, page))
                }
            };
        }
        let game = GameId::from(game.parse::<u64>().map_err(|_| UnknownAction)?);
        match (verb, next(), next()) {
            ("join", None, _) => Ok(Action::Join(game)),
            ("leave", None, _) => Ok(Action::Leave(game)),
            ("start", None, _) => Ok(Action::Start(game)),
            ("options", None, _) => Ok(Action::Options(game)),
            ("option", None, _) => Ok(Action::OptionName(game)),
            ("value", Some(name), None) => Ok(Action::OptionValue(game, name.to_owned())),
            ("preset", Some(name), None) => Ok(Action::Preset(game, name.to_owned())),
            ("clock", None, _) => Ok(Action::SetClock(game)),
            ("lot", None, _) => Ok(Action::Seating(game, Seating::Lot)),
            ("order", None, _) => Ok(Action::Seating(game, Seating::Order)),
            ("moves", None, _) => Ok(Action::Moves(game)),
            ("pick", Some(revision), Some(rest)) => {
                let (seat, path) = rest.split_once(':').ok_or(UnknownAction)?;
                Ok(Action::Pick {
                    game,
                    revision: number(revision)?,
                    seat: seat_from(seat)?,
                    path: path_from(path)?,
                })
            }
            ("over", Some(revision), Some(seat)) => {
                Ok(Action::StartOver { game, revision: number(revision)?, seat: seat_from(seat)? })
            }
            ("play", Some(revision), Some(notation)) => {
                Ok(Action::Play { game, revision: number(revision)?, notation: notation.to_owned() })
            }
            ("sure", Some(revision), Some(notations)) => Ok(Action::Confirm {
                game,
                revision: number(revision)?,
                notations: notations.split(',').map(ToOwned::to_owned).collect(),
            }),
            ("plans", None, _) => Ok(Action::Plans(game)),
            ("myplans", None, _) => Ok(Action::MyPlans(game)),
            ("plan", None, _) => Ok(Action::NewPlan(game)),
            ("extend", None, _) => Ok(Action::ExtendPlan(game)),
            ("drop", None, _) => Ok(Action::DropPlan(game)),
            ("step", Some(draft), Some(path)) => {
                Ok(Action::PickPlan { game, draft: draft_from(draft)?, path: path_from(path)? })
            }
            ("planover", Some(draft), None) => Ok(Action::StartPlanOver(game, draft_from(draft)?)),
            ("whatever", Some(draft), None) => Ok(Action::PlanWhatever(game, draft_from(draft)?)),
            ("view", None, _) => Ok(Action::View(game)),
            ("resign", None, _) => Ok(Action::Resign(game)),
            ("abort", None, _) => Ok(Action::Abort(game)),
            ("say", Some(id), Some(word)) => {
                let vote = Vote::from_word(word).ok_or(UnknownAction)?;
                Ok(Action::Vote { game, offer: offer(id)?, vote })
            }
            ("withdraw", Some(id), None) => Ok(Action::Withdraw { game, offer: offer(id)? }),
            ("resume", None, _) => Ok(Action::Resume(game)),
            ("rematch", None, _) => Ok(Action::Rematch(game)),
            ("stay", None, _) => Ok(Action::KeepPlaying(game)),
            ("history", Some("first"), None) => Ok(Action::History(game, Page::First)),
            ("history", Some("last"), None) => Ok(Action::History(game, Page::Last)),
            ("history", Some(page), None) => Ok(Action::History(game, Page::At(number(page)?))),
            _ => Err(UnknownAction),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns actions of every kind.
    fn every() -> Vec<Action> {
        let game = GameId::from(i64::MAX.cast_unsigned());
        let draft = Draft { plan: i64::MAX.into(), words: 999 };
        let longest = "an40&am39=p".to_owned();
        vec![
            Action::Join(game),
            Action::Leave(game),
            Action::Start(game),
            Action::Options(game),
            Action::OptionName(game),
            Action::OptionValue(game, "lost_bonus".to_owned()),
            Action::Preset(game, "correspondence".to_owned()),
            Action::SetClock(game),
            Action::Moves(game),
            Action::Seating(game, Seating::Lot),
            Action::Seating(game, Seating::Order),
            Action::Pick { game, revision: u32::MAX, seat: Seat::FIRST, path: vec![] },
            Action::Pick { game, revision: u32::MAX, seat: Seat::FIRST.next(2), path: vec![24; 6] },
            Action::StartOver { game, revision: u32::MAX, seat: Seat::FIRST.next(2) },
            Action::Play { game, revision: u32::MAX, notation: longest },
            Action::Play { game, revision: 3, notation: "c3/g6@c3".to_owned() },
            Action::Confirm { game, revision: 3, notations: vec!["+a3".to_owned(), "end".to_owned()] },
            Action::Plans(game),
            Action::MyPlans(game),
            Action::NewPlan(game),
            Action::ExtendPlan(game),
            Action::DropPlan(game),
            Action::PickPlan { game, draft, path: vec![24; 6] },
            Action::PickPlan { game, draft, path: vec![] },
            Action::StartPlanOver(game, draft),
            Action::PlanWhatever(game, draft),
            Action::View(game),
            Action::Resign(game),
            Action::Abort(game),
            Action::Vote { game, offer: u64::MAX.into(), vote: Vote::Decline },
            Action::Withdraw { game, offer: u64::MAX.into() },
            Action::Resume(game),
            Action::Rematch(game),
            Action::KeepPlaying(game),
            Action::History(game, Page::First),
            Action::History(game, Page::At(u32::MAX)),
            Action::History(game, Page::Last),
            Action::ShowRules(Kind::ALL[0]),
            Action::Rules(Kind::ALL[0], 9),
            Action::Contents(Kind::ALL[0]),
        ]
    }

    #[test]
    fn every_action_fits_discord_and_round_trips() {
        for action in every() {
            let id = action.to_string();
            assert!(action.fits(), "{id}");
            assert_eq!(action.game().is_some(), !id.starts_with("v1:-:"), "{id}");
            assert_eq!(id.parse(), Ok(action));
        }
    }

    #[test]
    fn only_lobbies_and_offers_change_for_everyone() {
        let all = every();
        let changing = all.iter().filter(|action| action.target() != Target::Nothing);
        let verb = |action: &Action| action.to_string().split(':').nth(2).unwrap().to_owned();
        let verbs: BTreeSet<String> = changing.map(verb).collect();
        assert_eq!(verbs, ["join", "leave", "preset", "say", "start", "withdraw"].map(str::to_owned).into());
    }

    #[test]
    fn press_names_its_game_offer_and_message() {
        let game = GameId::from(7);
        let private = Press { game: Some(game), offer: None, target: Target::Nothing, is_history: false };
        for action in [
            Action::Moves(game),
            Action::Resign(game),
            Action::Rematch(game),
            Action::Options(game),
            Action::KeepPlaying(game),
        ] {
            assert_eq!(action.press(), private);
        }
        for action in [Action::Join(game), Action::Leave(game)] {
            assert_eq!(action.press(), Press { target: Target::Lobby(game), ..private });
        }
        for page in [Page::First, Page::At(1), Page::Last] {
            assert_eq!(Action::History(game, page).press(), Press { is_history: true, ..private });
        }
        let offer = 8.into();
        let of_offer = Press { offer: Some(offer), target: Target::Offer(offer), ..private };
        assert_eq!(Action::Vote { game, offer, vote: Vote::Accept }.press(), of_offer);
        assert_eq!(Action::Withdraw { game, offer }.press(), of_offer);
        assert_eq!(Action::ShowRules(Kind::Protozoa).press(), Press { game: None, ..private });
    }

    #[test]
    fn other_ids_are_unknown() {
        for id in [
            "",
            "v1",
            "v1:",
            "v1:7",
            "v2:7:join",
            "v1:x:join",
            "v1:7:join:more",
            "v1:7:pick:1",
            "v1:7:pick:1:2.3",
            "v1:7:pick:1:0:2",
            "v1:7:over:1",
            "v1:7:over:1:0",
            "v1:7:planover:1",
            "v1:-:join",
            "v1:7:say:1:maybe",
            "v1:7:step:1:2",
            "v1:7:whatever:1.2:3",
        ] {
            assert_eq!(id.parse::<Action>(), Err(UnknownAction), "{id:?}");
        }
    }
}
