//! Texts about plans. Only the player who made a plan reads them.

use data::{PassUntil, Plan, PlanNews, PlanStep};
use play::game::ahead::{Ahead, Misfit};

use super::{board::above_moves, common::*, refusals::notation_hint};

/// Rejects a plan in a simultaneous game.
pub const PLANS_NOT_HERE: &str = "In this game everyone orders at once and can change their orders until the turn ends, so there's nothing to plan for. Use `/move` at any time.";
/// Rejects a plan that passes in a game in which nobody waits.
pub const PLAN_NO_WAITING: &str =
    "Only in Parasites can I pass for you until something happens. Plan a reply to a move instead.";
/// Rejects a plan of the player to act.
pub const PLAN_YOUR_MOVE: &str = "It's your move now. Play it, and then plan what comes after it.";
/// Rejects a reply without a condition.
pub const PLAN_IF_WHAT: &str =
    "If what? Put their move in `if`. Or give yours as `next`, and I'll play it whatever they do.";
/// Rejects both kinds of plan at once.
pub const PLAN_ONE_OF_BOTH: &str =
    "One thing at a time: `if` with `then`, or `next` alone. You can have several plans.";
/// Answers a menu of a plan that was dropped or extended since.
pub const PLAN_GONE: &str = "That plan has changed in the meantime. These are your plans now.";
/// Confirms that a player has removed a plan.
pub const PLAN_REMOVED: &str = "Removed.";

/// The most characters of a plan in a list.
const LONGEST: usize = 120;

/// Notifies a player in private what became of their plans by ply `ply`.
#[must_use]
pub fn plan_news(news: &[PlanNews], ply: u32) -> String {
    let sentences: Vec<String> = news.iter().map(plan_news_one).collect();
    format!("{} (Move {ply}.)", sentences.join(" "))
}

fn plan_news_one(news: &PlanNews) -> String {
    const DROPPED: &str = "I've dropped your plans:";
    match news {
        PlanNews::Played(reply) => format!("I've played {} for you, as you planned.", code(reply)),
        PlanNews::Happened(PassUntil::Capture) => {
            "I've stopped passing for you: something was captured.".to_owned()
        }
        PlanNews::Happened(PassUntil::Change) => {
            "I've stopped passing for you: the number of your squares has changed.".to_owned()
        }
        PlanNews::Unforeseen => format!("{DROPPED} none of them fits what happened."),
        PlanNews::TakenBack => format!("{DROPPED} moves were taken back."),
        PlanNews::Illegal(reply) => format!("{DROPPED} {} isn't possible now.", code(reply)),
        PlanNews::Ends(reply) => {
            format!("{DROPPED} {} would end the game, and I leave that to you.", code(reply))
        }
    }
}

fn code(moves: &[String]) -> String {
    format!("`{}`", moves.join(" "))
}

/// Returns what a plan that passes does.
#[must_use]
pub const fn passing(until: PassUntil) -> &'static str {
    match until {
        PassUntil::Capture => "pass until something is captured",
        PassUntil::Change => "pass until the number of your squares changes",
    }
}

/// Labels the button for such a plan.
#[must_use]
pub const fn pass_label(until: PassUntil) -> &'static str {
    match until {
        PassUntil::Capture => "Pass until a capture",
        PassUntil::Change => "Pass until my squares change",
    }
}

/// Confirms such a plan.
#[must_use]
pub fn planned_passing(until: PassUntil) -> String {
    format!("✅ Planned: {}. I never pass for you if that would end the game.", passing(until))
}

/// Returns a plan as a line of plain text.
#[must_use]
pub fn known_plan_in_plain(plan: &Plan) -> String {
    match plan.pass {
        Some(until) => passing(until).to_owned(),
        None => plan_in_plain(&plan.steps),
    }
}

/// Returns the steps of a plan as a line of plain text: `if e4 then d5, whatever then e6`.
#[must_use]
pub fn plan_in_plain(steps: &[PlanStep]) -> String {
    worded(steps, &|moves| moves.join(" "))
}

fn plan(steps: &[PlanStep]) -> String {
    let marked = worded(steps, &code);
    // A cut could leave a move with one of its two backticks.
    if marked.chars().count() <= LONGEST { marked } else { cut(&plan_in_plain(steps), LONGEST) }
}

fn worded(steps: &[PlanStep], moves: &dyn Fn(&[String]) -> String) -> String {
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

/// Confirms a plan, and names the plans that it replaces.
#[must_use]
pub fn planned(steps: &[PlanStep], gone: &[Vec<PlanStep>]) -> String {
    let instead = match gone {
        [] => String::new(),
        [one] => format!(" It replaces {}.", plan(one)),
        several => format!(" It replaces {} other plans.", several.len()),
    };
    format!("✅ Planned: {}.{instead}", plan(steps))
}

/// Rejects more plans than anyone needs.
#[must_use]
pub fn too_many_plans(most: usize) -> String {
    format!("You already have {most} plans in this game. Remove one first: `/plan` lists them.")
}

/// Lists a player's plans below the news.
#[must_use]
pub fn plans(game: &Game, plans: &[Plan], news: &str) -> String {
    let mut text = if news.is_empty() { String::new() } else { format!("{news}\n\n") };
    let title = game.table.kind().title();
    if plans.is_empty() {
        let _ = write!(
            text,
            "You have no plans in this game of **{title}**. Plan a reply to a move, and I'll play it for you as soon as that \
             move comes. Or plan your next move whatever they play. Only you can see your plans."
        );
        return text;
    }
    let _ = write!(text, "**Your plans** in this game of **{title}**, which only you can see:");
    for known in plans {
        let known = known.pass.map_or_else(|| plan(&known.steps), |until| passing(until).to_owned());
        let _ = write!(text, "\n• {known}");
    }
    text.push_str("\nIf a plan doesn't fit when it's your turn, I won't play it, and I'll let you know.");
    text
}

/// Heads the menus of an unfinished plan.
#[must_use]
pub(crate) fn plan_so_far(game: &Game, ahead: &Ahead, trail: &[String]) -> String {
    let kind = game.table.kind();
    let mut text = format!("A plan for **{}**, which only you can see: ", kind.title());
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

/// Describes a move that is chosen and not added to the plan yet.
#[must_use]
pub fn planned_move(words: &str, notation: &str) -> String {
    format!("{}\nNothing is planned until you confirm.", with_notation(words, notation))
}

/// Names the moves that a description in a plan can mean.
#[must_use]
pub fn which_in_plan(typed: &str, legal_moves: &[LegalMove]) -> String {
    let mut legal_moves: Vec<&LegalMove> = legal_moves.iter().collect();
    legal_moves.sort_by_key(|offer| offer.rank());
    let sentence = match legal_moves[..] {
        [_] => format!(
            "{} doesn't say what to do, so nothing was planned. If you mean this move, type it like this:",
            quoted(typed)
        ),
        _ => format!(
            "{} can mean several moves, so nothing was planned. Type the one you mean like this:",
            quoted(typed)
        ),
    };
    above_moves(sentence, &legal_moves)
}

/// Explains why something cannot be planned.
#[must_use]
pub(crate) fn misfit(kind: Kind, misfit: &Misfit) -> String {
    let such_as = |moves: &[String]| format!("for example {}", code_list(moves));
    match misfit {
        Misfit::Refused { notation, refusal: Refusal::Notation(_), legal } => format!(
            "I can't read {} as a move. {} Possible there: {}",
            quoted(notation),
            notation_hint(kind),
            such_as(legal)
        ),
        Misfit::Refused { notation, refusal, legal } => {
            format!("{} isn't possible there: {refusal}. Possible: {}", quoted(notation), such_as(legal))
        }
        Misfit::TheyGoOn(moves) => {
            format!(
                "It wouldn't be your turn yet. Name all the moves they play before it, {}",
                such_as(moves)
            )
        }
        Misfit::IGoOn(moves) => {
            format!("Your turn wouldn't be over. Name all the moves you play in it, {}", such_as(moves))
        }
        Misfit::TheyEnd(notation) => {
            format!("After {} the game would be over, so there's nothing to reply.", quoted(notation))
        }
        Misfit::IEnd(notation) => format!(
            "{} would end the game without your victory, so I won't play it for you. Decide when it's your turn.",
            quoted(notation)
        ),
        Misfit::Over => "The game would be over before that.".to_owned(),
        Misfit::BehindWhatever => {
            "Nobody knows what comes after `whatever`, so it can only be the last step of a plan.".to_owned()
        }
        Misfit::NoReply => "What do you reply to that? Put it after `then`.".to_owned(),
        Misfit::TooDeep => "That's deeper than I can plan. Leave the last steps for later.".to_owned(),
    }
}
