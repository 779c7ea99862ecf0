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

use rules::Viewer;

use super::{
    menus::{GROUP, PLAY},
    panel::Panel,
};
use crate::{
    action::Action,
    panel::{Choices, Ids, Mark, Offers, Part, Place, Stage, choices, in_rows, legend, marks, toggles},
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

/// Returns a screen for the next part of an unfinished plan, before its board is drawn or written. `path` are the choices made so far
/// for it. A `quick` screen adds a move to the plan without a preview.
#[must_use]
pub fn plan_picker(game: &Game, plan: PlanId, ahead: &Ahead, path: &str, quick: bool) -> Panel {
    let draft = Draft { plan, words: Draft::words_of(ahead.steps()) };
    let planned = Planned { game: game.id, draft, quick };
    let (kind, moves, places) = (game.table.kind(), ahead.legal_moves(), ahead.places());
    // A line that has left all known positions shows the board as it is now.
    let known = places.first().and_then(|&(seat, tables)| Some((seat, tables.first()?)));
    let order = known.map(|(seat, table)| table.paths(seat)).unwrap_or_default();
    let scene = render::scene(known.map_or(&game.table, |(_, table)| table), Viewer::Public, &[]);
    let offers = Offers::of_moves(kind, &moves, &order);
    let place = Place::read(&offers, path);
    let mut words = text::plan_so_far(game, ahead, &text::trail(&place));
    let my_plans = Button::new("My plans", Look::Plain, Action::MyPlans(game.id));
    let mut last = Vec::new();
    if !place.words().is_empty() {
        last.push(Button::new(text::FIRST_SCREEN, Look::Plain, Action::StartPlanOver(game.id, draft)));
        last.push(planned.back(&place));
    }
    if let Stage::Move(end) = place.stage(!quick)
        && let Some(chosen) = end.end()
    {
        let confirm = Action::PlanMove { game: game.id, draft, notation: chosen.notation.clone() };
        last.push(Button::new(text::CONFIRM, Look::Yes, confirm));
        last.push(my_plans);
        let mut rows = in_rows(toggles(&end, &planned));
        rows.push(Row::Buttons(last));
        let after = places.iter().flat_map(|&(seat, tables)| tables.iter().map(move |table| (seat, table)));
        let after = after.into_iter().find_map(|(seat, table)| {
            let mut after = table.clone();
            let played = after.play(seat, &chosen.notation).ok()?;
            Some(render::scene(&after, Viewer::Public, &played.events))
        });
        words = format!("{words}\n{}", text::planned_move(&end.words_of(chosen), &chosen.notation));
        let post = Post { content: words, rows, ..Post::default() };
        let (is_preview, part) = (after.is_some(), Part::of_route(chosen.route));
        let scene = after.unwrap_or(scene);
        return Panel { post, legend: String::new(), kind, scene, part, is_preview };
    }
    let Choices { mut rows, last: further } = choices(&place, &planned, !quick);
    last.extend(further);
    if ahead.at_condition() {
        let whatever = Action::PlanWhatever(game.id, draft);
        last.push(Button::new("Whatever they play", Look::Plain, whatever));
    }
    last.push(my_plans);
    rows.push(Row::Buttons(last));
    let marks = marks(&place, &scene);
    let legend = legend(kind, &marks);
    let content = format!("{words}\n{legend}").trim_end().to_owned();
    let post = Post { content, rows, ..Post::default() };
    let part = Part::of_place(&place);
    Panel { post, legend, kind, scene: scene.focused(&marks), part, is_preview: false }
}

/// The stage of a plan to which the next move is added.
struct Planned {
    game: GameId,
    draft: Draft,
    quick: bool,
}

impl Planned {
    /// Returns the button that drops the last choice.
    fn back(&self, place: &Place<'_>) -> Button {
        let path = place.back().path();
        let action = Action::PlanScreen { game: self.game, draft: self.draft, path };
        Button::new(text::BACK, Look::Plain, action)
    }
}

impl Ids for Planned {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        let (game, draft) = (self.game, self.draft);
        match to.end().filter(|_| self.quick) {
            Some(path) => Action::PlanMove { game, draft, notation: path.notation.clone() },
            None => Action::PlanScreen { game, draft, path: format!("{}{}", to.path(), mark.text()) },
        }
    }

    fn value(&self, to: &Place<'_>, word: &str) -> String {
        match to.end().filter(|_| self.quick) {
            Some(path) => format!("{PLAY}{}", path.notation),
            None => format!("{GROUP}{word}"),
        }
    }
}
