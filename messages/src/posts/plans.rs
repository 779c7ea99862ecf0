//! Posts of plans: the panel that lists them, and the menus that build one. Only their player ever sees them.

use data::{Game, GameId, PassUntil, Plan, PlanId};
use play::{
    content::Draft,
    game::{
        ahead::{Ahead, MOST_STEPS},
        plans::MOST_PLANS,
        turn::can_pass_ahead,
    },
    service::ALL_PLANS,
};

use render::Scene;
use rules::{AnyEvent, Table, Viewer};

use super::{
    menus::{GROUP, PLAY},
    panel::{MOST_WORDS, Panel},
};
use crate::{
    action::Action,
    panel::{Choices, Ids, Mark, Offers, Place, choices, in_rows, legend, marks, toggles},
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Post, Row, cut},
};

/// Returns the list of a player's plans below the news.
#[must_use]
pub fn plans(game: &Game, plans: &[Plan], news: &str) -> Post {
    let choice = |plan: &Plan| Choice {
        label: cut(&text::known_plan_in_plain(plan), 100),
        value: plan.id.to_string(),
        hint: String::new(),
    };
    let extensible = |plan: &&Plan| {
        plan.steps.len() < MOST_STEPS && plan.steps.last().is_some_and(|step| step.condition.is_some())
    };
    let mut rows = Vec::new();
    if plans.len() < MOST_PLANS {
        rows.push(Row::Buttons(vec![Button::new("New plan", Look::Main, Action::NewPlan(game.id))]));
    }
    if can_pass_ahead(game.table.kind()) {
        let passes = |until| {
            let is_on = plans.iter().any(|plan| plan.pass == Some(until));
            let action = Action::PlanPasses(game.id, until);
            Button::new(text::pass_label(until), Look::Plain, action).only_if(!is_on)
        };
        rows.push(Row::Buttons([PassUntil::Capture, PassUntil::Change].map(passes).to_vec()));
    }
    let longer: Vec<Choice> = plans.iter().filter(extensible).map(choice).take(MOST_CHOICES).collect();
    if !longer.is_empty() {
        let prompt = "Add a step to …".to_owned();
        rows.push(Row::Menu(Menu { prompt, action: Action::ExtendPlan(game.id), choices: longer }));
    }
    if !plans.is_empty() {
        let mut choices: Vec<Choice> = plans.iter().map(choice).take(MOST_CHOICES - 1).collect();
        if plans.len() > 1 {
            let label = "All of them".to_owned();
            choices.push(Choice { label, value: ALL_PLANS.to_owned(), hint: String::new() });
        }
        let prompt = "Remove …".to_owned();
        rows.push(Row::Menu(Menu { prompt, action: Action::DropPlan(game.id), choices }));
    }
    Post { content: text::plans(game, plans, news), rows, ..Post::default() }
}

/// Returns a screen for the next part of an unfinished plan, with the board as the plan expects it. `path` are the choices made so
/// far for it. A `quick` panel adds a move without a preview.
#[must_use]
pub fn plan_picker(game: &Game, plan: PlanId, ahead: &Ahead, path: &str, quick: bool) -> Panel {
    let draft = Draft { plan, words: Draft::words_of(ahead.steps()) };
    // After an unpredictable turn nobody knows the position, so there is no preview of a reply to it.
    let is_certain = matches!(ahead.places()[..], [(_, [_])]);
    let planned = Planned { game: game.id, draft, previews: !quick && is_certain && ahead.my_turn() };
    let moves = ahead.legal_moves();
    let order = ahead.places().first().and_then(|(seat, tables)| Some(tables.first()?.paths(*seat)));
    let offers = Offers::of_moves(game.table.kind(), &moves, &order.unwrap_or_default());
    let place = Place::read(&offers, path);
    if let Some(chosen) = planned.previews.then(|| place.end()).flatten()
        && let Some(panel) = planned.preview(game, ahead, &place, &chosen.notation)
    {
        return panel;
    }
    let Choices { mut rows, mut last } = choices(&place, &planned, false);
    if !place.words().is_empty() {
        last.push(Button::new("Start over", Look::Plain, Action::StartPlanOver(game.id, planned.draft)));
    }
    if ahead.at_condition() {
        let whatever = Action::PlanWhatever(game.id, planned.draft);
        last.push(Button::new("Whatever they play", Look::Plain, whatever));
    }
    last.push(Button::new("My plans", Look::Plain, Action::MyPlans(game.id)));
    rows.push(Row::Buttons(last));
    let scene = board(ahead, ahead.table(), &[]);
    let marks = if is_certain { marks(&place, &scene) } else { Vec::new() };
    let legend = legend(game.table.kind(), &marks);
    let words = [text::plan_so_far(game, ahead, &text::trail(&place)), legend.clone()];
    Panel {
        post: Post { content: cut(words.join("\n").trim_end(), MOST_WORDS), rows, ..Post::default() },
        legend,
        kind: game.table.kind(),
        scene: scene.focused(&marks),
        around: place.piece(),
        is_preview: !ahead.steps().is_empty(),
    }
}

/// Returns a position of a plan as its player would see it.
fn board(ahead: &Ahead, table: &Table, events: &[AnyEvent]) -> Scene {
    render::scene(table, ahead.planner().map_or(Viewer::Public, Viewer::Seat), events)
}

/// The stage of a plan to which the next move is added.
struct Planned {
    game: GameId,
    draft: Draft,
    /// Whether a move is shown on the board before it is added.
    previews: bool,
}

impl Planned {
    /// Returns the screen that shows the board after a reply and asks whether to add it to the plan.
    fn preview(&self, game: &Game, ahead: &Ahead, place: &Place<'_>, notation: &str) -> Option<Panel> {
        let mut after = ahead.table().clone();
        let seat = ahead.seat()?;
        let chosen = after.legal_move(seat, notation)?;
        let played = after.play(seat, notation).ok()?;
        let screen =
            |place: &Place<'_>| Action::PlanScreen { game: self.game, draft: self.draft, path: place.path() };
        let add = Action::PlanMove { game: self.game, draft: self.draft, notation: notation.to_owned() };
        let rows = in_rows(toggles(place, self)).into_iter().chain([Row::Buttons(vec![
            Button::new(text::BACK, Look::Plain, screen(&place.back())),
            Button::new(text::ADD_TO_PLAN, Look::Yes, add),
            Button::new("My plans", Look::Plain, Action::MyPlans(game.id)),
        ])]);
        Some(Panel {
            post: Post {
                content: cut(&text::plan_with(game, ahead, &chosen), MOST_WORDS),
                rows: rows.collect(),
                ..Post::default()
            },
            legend: String::new(),
            kind: game.table.kind(),
            scene: board(ahead, &after, &played.events),
            around: chosen.route.to.map(|(at, _)| at).or(chosen.route.from),
            is_preview: true,
        })
    }
}

impl Ids for Planned {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        let (game, draft) = (self.game, self.draft);
        match to.end().filter(|_| !self.previews) {
            Some(path) => Action::PlanMove { game, draft, notation: path.notation.clone() },
            None => Action::PlanScreen { game, draft, path: format!("{}{}", to.path(), mark.text()) },
        }
    }

    fn value(&self, to: &Place<'_>, word: &str) -> String {
        match to.end().filter(|_| !self.previews) {
            Some(path) => format!("{PLAY}{}", path.notation),
            None => format!("{GROUP}{word}"),
        }
    }
}
