//! Posts of try-out boards: the private board on which one person plays all seats, and a board for everybody.

use data::SketchId;
use play::{content::SketchScreen, game::tryout::Tryout, service::SketchAct};
use render::Scene;
use rules::{Seat, Viewer};

use super::panel::Panel;
use crate::{
    action::{Action, GROUP, PLAY},
    panel::{Choices, Ids, Mark, Offers, Part, Place, choices, legend, marks},
    text,
    view::{Button, Card, Look, Picture, Post, Row, cut},
};

/// The most buttons in the last row.
const IN_LAST_ROW: usize = 5;

/// The most characters of the words of a board.
const MOST_WORDS: usize = 1900;

/// Returns a screen of a try-out board before its picture is drawn.
#[must_use]
pub fn sketch(screen: &SketchScreen) -> Panel {
    let ids = Tried { sketch: screen.sketch, ply: screen.ply };
    let (kind, scene) = (screen.board.table.kind(), sketch_scene(&screen.board));
    let Some(seat) = screen.board.next_seat() else {
        let post = Post {
            content: cut(&text::sketch(screen, &[]), MOST_WORDS),
            rows: vec![Row::Buttons(ids.last(screen))],
            ..Post::default()
        };
        return Panel { post, legend: String::new(), kind, scene, part: None, is_preview: false };
    };
    let offers = Offers::of_seat(&screen.board.table, seat);
    let place = Place::read(&offers, &screen.path);
    let Choices { mut rows, last: further } = match place.end() {
        Some(only) => only_move(&ids, screen, seat, &only.notation),
        None => choices(&place, &ids, false),
    };
    let mut last = if place.words().is_empty() {
        ids.last(screen)
    } else {
        let back = SketchAct::Show(place.back().path());
        vec![ids.button(text::BACK, back), ids.button(text::CLOSE, SketchAct::Close)]
    };
    last = shortened(last, IN_LAST_ROW - further.len().min(IN_LAST_ROW));
    last.extend(further);
    rows.push(Row::Buttons(last));
    let marks = marks(&place, &scene);
    let legend = legend(kind, &marks);
    let words = text::sketch(screen, &text::trail(&place));
    let content = cut(format!("{words}\n{legend}").trim_end(), MOST_WORDS);
    let post = Post { content, rows, ..Post::default() };
    let part = Part::of_place(&place);
    Panel { post, legend, kind, scene: scene.focused(&marks), part, is_preview: false }
}

/// Returns the picture's content: everything on the board, with the orders that are not carried out yet.
#[must_use]
pub fn sketch_scene(board: &Tryout) -> Scene {
    let last = board.last_turn();
    match &board.held {
        Some((seat, order)) => render::planned(&board.table, Viewer::Open, &last, (*seat, order)),
        None => render::scene(&board.table, Viewer::Open, &last),
    }
}

/// Returns a try-out board for everybody in a channel.
#[must_use]
pub fn posted_sketch(screen: &SketchScreen, picture: Picture) -> Post {
    let ids = Tried { sketch: screen.sketch, ply: screen.ply };
    Post {
        content: text::posted_sketch(screen.person),
        card: Some(Card {
            title: text::sketch_title(screen.board.table.kind()),
            body: cut(&text::sketch_body(&screen.board), 4000),
            footer: text::SKETCH_FOOTER.to_owned(),
            picture: Some(picture),
            ..Card::default()
        }),
        rows: vec![Row::Buttons(vec![ids.button(text::COPY, SketchAct::Copy)])],
        ..Post::default()
    }
}

/// Returns a button for the only legal move of a seat.
fn only_move(ids: &Tried, screen: &SketchScreen, seat: Seat, notation: &str) -> Choices {
    let words = screen.board.table.legal_move(seat, notation).map(|only| only.words);
    let label = cut(&words.unwrap_or_else(|| notation.to_owned()), 80);
    let button = Button::new(&label, Look::Main, ids.act(SketchAct::Play(notation.to_owned())));
    Choices { rows: vec![Row::Buttons(vec![button])], last: Vec::new() }
}

/// The board that buttons belong to, after so many moves.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub(super) sketch: SketchId,
    pub(super) ply: u32,
}

impl Tried {
    pub(super) fn act(self, act: SketchAct) -> Action {
        Action::Try { sketch: self.sketch, ply: self.ply, act }
    }

    pub(super) fn button(self, label: &str, act: SketchAct) -> Button {
        Button::new(label, Look::Plain, self.act(act))
    }

    /// Returns the buttons of the last row on the first screen of a move.
    fn last(self, screen: &SketchScreen) -> Vec<Button> {
        let mut last = vec![
            self.button(text::UNDO, SketchAct::Undo).only_if(self.ply > 0),
            self.button(text::REDO, SketchAct::Redo).only_if(screen.undone > 0),
        ];
        if screen.board.can_carry_out() {
            let look = if screen.board.next_seat().is_none() { Look::Main } else { Look::Plain };
            last.push(Button::new(text::CARRY_OUT, look, self.act(SketchAct::CarryOut)));
        }
        last.push(
            self.button(text::OTHER_SIDE, SketchAct::OtherSide).only_if(screen.board.can_change_sides()),
        );
        last.push(self.button(text::POST_HERE, SketchAct::Post));
        last.push(self.button(text::CLOSE, SketchAct::Close));
        shortened(last, IN_LAST_ROW)
    }
}

/// Leaves out as many buttons as do not fit: first those that can do nothing, then those that other screens have, too.
fn shortened(mut buttons: Vec<Button>, room: usize) -> Vec<Button> {
    while buttons.len() > room {
        let spare = |button: &Button| [text::POST_HERE, text::OTHER_SIDE].contains(&button.label.as_str());
        let useless = buttons.iter().rposition(|button| !button.on);
        let Some(at) = useless.or_else(|| buttons.iter().rposition(spare)) else { break };
        buttons.remove(at);
    }
    buttons
}

impl Ids for Tried {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        self.act(match to.end() {
            Some(path) => SketchAct::Play(path.notation.clone()),
            None => SketchAct::Show(format!("{}{}", to.path(), mark.text())),
        })
    }

    fn value(&self, to: &Place<'_>, word: &str) -> String {
        match to.end() {
            Some(path) => format!("{PLAY}{}", path.notation),
            None => format!("{GROUP}{word}"),
        }
    }
}
