//! Words about plans. Nobody but their player reads them.

use data::{Plan, PlanNews, PlanStep};

use super::{board::above_moves, *};
use crate::game::ahead::{Ahead, Misfit};

/// Said where nothing can be planned.
pub const PLANS_NOT_HERE: &str = "In this game all order at once and may change their orders until the turn ends, so there is nothing to plan for: `/move` \
     at any time.";
/// Said to a plan of the player to act.
pub const PLAN_YOUR_MOVE: &str = "It is your move now. Play it, and then plan what comes after it.";
/// Said to a reply without a condition.
pub const PLAN_IF_WHAT: &str =
    "If what? Say in `if` what they play, or give your move as `next` and I play it whatever they do.";
/// Said where both kinds of plan are wished at once.
pub const PLAN_ONE_OF_BOTH: &str =
    "One thing at a time: `if` with `then`, or `next` alone. You can have several plans.";
/// Said to a menu of a plan that is no more, or has gone on.
pub const PLAN_GONE: &str = "That has changed meanwhile. These are your plans now.";
/// Said when a plan was dropped by its player.
pub const PLAN_REMOVED: &str = "Removed.";

/// The longest that a plan may be in a list.
const LONGEST: usize = 120;

/// Tells a player, and nobody else, what has become of their plans by ply `ply`.
#[must_use]
pub fn plan_news(news: &[PlanNews], ply: u32) -> String {
    let told: Vec<String> = news.iter().map(plan_news_one).collect();
    format!("{} (Move {ply}.)", told.join(" "))
}

fn plan_news_one(news: &PlanNews) -> String {
    const DROPPED: &str = "I have dropped your plans:";
    match news {
        PlanNews::Played(reply) => format!("I have played {} for you, as you had planned.", code(reply)),
        PlanNews::Unforeseen => format!("{DROPPED} none of them was for what has happened."),
        PlanNews::TakenBack => format!("{DROPPED} moves were taken back."),
        PlanNews::Illegal(reply) => format!("{DROPPED} {} is not possible now.", code(reply)),
        PlanNews::Ends(reply) => {
            format!("{DROPPED} {} would end the game, and that I leave to you.", code(reply))
        }
    }
}

fn code(moves: &[String]) -> String {
    format!("`{}`", moves.join(" "))
}

/// A plan as a line of text: `if e4 then d5, whatever then e6`.
#[must_use]
pub fn plan_in_plain(steps: &[PlanStep]) -> String {
    told(steps, &|moves| moves.join(" "))
}

fn plan(steps: &[PlanStep]) -> String {
    let told = told(steps, &code);
    // A cut may leave half of a move's marks.
    if told.chars().count() <= LONGEST { told } else { cut(&plan_in_plain(steps), LONGEST) }
}

fn told(steps: &[PlanStep], moves: &dyn Fn(&[String]) -> String) -> String {
    let mut parts = Vec::new();
    for step in steps {
        let mut words = Vec::new();
        match &step.condition {
            None => words.push("whatever".to_owned()),
            Some(condition) if condition.is_empty() => {}
            Some(condition) => words.push(format!("if {}", moves(condition))),
        }
        if !step.reply.is_empty() {
            words.push(format!("then {}", moves(&step.reply)));
        }
        parts.push(words.join(" "));
    }
    parts.join(", ")
}

/// Says that a plan is kept, and which ones it has taken the place of.
#[must_use]
pub fn planned(steps: &[PlanStep], gone: &[&[PlanStep]]) -> String {
    let instead = match gone {
        [] => String::new(),
        [one] => format!(" It takes the place of {}.", plan(one)),
        several => format!(" It takes the place of {} others.", several.len()),
    };
    format!("✅ Planned: {}.{instead}", plan(steps))
}

/// Said to more plans than anybody needs.
#[must_use]
pub fn too_many_plans(most: usize) -> String {
    format!("You have {most} plans in this game already. Remove one first: `/plan` lists them.")
}

/// Above a player's plans, `said` first.
#[must_use]
pub fn plans(game: &Game, plans: &[Plan], said: &str) -> String {
    let mut text = if said.is_empty() { String::new() } else { format!("{said}\n\n") };
    let title = game.table.kind().title();
    if plans.is_empty() {
        let _ = write!(
            text,
            "You have no plans in this game of **{title}**. Say what you reply to a move, and I play it for you at once when \
             it comes; or what you play next whatever comes. Only you see it."
        );
        return text;
    }
    let _ = write!(text, "**Your plans** in this game of **{title}**, which only you see:");
    for known in plans {
        let _ = write!(text, "\n• {}", plan(&known.steps));
    }
    text.push_str("\nWhat does not fit when it is your turn is not played, and I tell you.");
    text
}

/// Above the menus of an unfinished plan.
#[must_use]
pub(crate) fn plan_so_far(game: &Game, ahead: &Ahead, trail: &[String]) -> String {
    let kind = game.table.kind();
    let mut text = format!("A plan for **{}**, which only you see: ", kind.title());
    if !ahead.steps().is_empty() {
        let _ = write!(text, "{} ", plan(ahead.steps()));
    }
    let _ = match ahead.seat() {
        Some(by) if !ahead.my_turn() => write!(text, "…\nWhat does {} play?", seat(kind, by)),
        _ => write!(text, "…\nWhat do you play then?"),
    };
    if !trail.is_empty() {
        let _ = write!(text, "\n{} …", trail.join(" › "));
    }
    text
}

/// Written on the menus of an unfinished plan.
#[must_use]
pub fn choose_for_plan(mine: bool, trail: &[String]) -> String {
    match (trail.is_empty(), mine) {
        (true, true) => "I play …".to_owned(),
        (true, false) => "If they play …".to_owned(),
        (false, _) => choose(trail),
    }
}

/// Names the moves that a description in a plan can mean.
#[must_use]
pub fn which_in_plan(typed: &str, legal_moves: &[LegalMove]) -> String {
    let mut legal_moves: Vec<&LegalMove> = legal_moves.iter().collect();
    legal_moves.sort_by_key(|offer| offer.rank());
    let sentence = match legal_moves[..] {
        [_] => format!(
            "{} does not say what to do. Nothing was planned. If this move is meant, type it as it is here:",
            quoted(typed)
        ),
        _ => format!(
            "{} can mean several moves. Nothing was planned. Type the one that is meant as it is here:",
            quoted(typed)
        ),
    };
    above_moves(sentence, &legal_moves)
}

/// Why something cannot be planned.
#[must_use]
pub(crate) fn misfit(kind: Kind, misfit: &Misfit) -> String {
    let such_as = |moves: &[String]| format!("for example {}", code_list(moves));
    match misfit {
        Misfit::Refused { notation, refusal: Refusal::Notation(_), legal } => format!(
            "I cannot read {} as a move. {} Possible there: {}",
            quoted(notation),
            notation_hint(kind),
            such_as(legal)
        ),
        Misfit::Refused { notation, refusal, legal } => {
            format!("{} is not possible there: {refusal}. Possible: {}", quoted(notation), such_as(legal))
        }
        Misfit::TheyGoOn(moves) => {
            format!("It would not be your turn yet: say all that they play before it, {}", such_as(moves))
        }
        Misfit::IGoOn(moves) => {
            format!("Your turn would not be over: say all that you play in it, {}", such_as(moves))
        }
        Misfit::TheyEnd(notation) => {
            format!("After {} the game would be over, and there is nothing to reply.", quoted(notation))
        }
        Misfit::IEnd(notation) => format!(
            "With {} the game would end without your victory. That I do not play for you: decide it when it is your turn.",
            quoted(notation)
        ),
        Misfit::Over => "The game would be over before that.".to_owned(),
        Misfit::BehindWhatever => {
            "Nobody knows what comes after `whatever`, so it can only be the last step of a plan.".to_owned()
        }
        Misfit::NoReply => "What do you reply to that? Say it behind `then`.".to_owned(),
        Misfit::TooDeep => "That is deeper than I can plan. Leave the last steps for later.".to_owned(),
    }
}
