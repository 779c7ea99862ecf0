//! The panel in which a player chooses moves: screens of choices, and the preview before they are played.

use data::Game;
use play::game::{preview::Preview, turn::given_up};
use render::Scene;
use rules::{END, Focus, Kind, LegalMove, PASS, Seat, Step, Viewer, grid::Square};

use crate::{
    action::{Action, GROUP, PLAY},
    panel::{
        CHOICE_ROWS, Ids, Mark, Offers, Part, Place, Stage, choices_within, in_rows, legend, marks, toggles,
    },
    pictures, text,
    view::{Button, Look, Post, Row, cut},
};

/// The most bytes of a custom id.
const LONGEST_ID: usize = 100;

/// The most bytes of the longest path, with what sets ids apart.
const LONGEST_PATH: usize = 15;

/// The beginning of the path of a screen that marks what the opponents could do next.
const DANGER: char = '~';

/// The most characters of a screen's words. A receipt can come before them.
const MOST_WORDS: usize = 1900;

/// The most rows of a message.
const MOST_ROWS: usize = 5;

/// The most buttons in a row.
const IN_A_ROW: usize = 5;

/// A screen of the panel before its board is drawn or written.
#[derive(Debug)]
pub struct Panel {
    /// The words, buttons and menus.
    pub post: Post,
    /// The meaning of the marks on the picture, in the last lines of the words.
    pub legend: String,
    /// The game.
    pub kind: Kind,
    /// The content of the picture, with its marks.
    pub scene: Scene,
    /// The part of the board that the picture shows if the board is large.
    pub(crate) part: Option<Part>,
    /// Whether the picture shows moves that are not played yet.
    pub is_preview: bool,
}

/// Returns a screen of the panel in which a player chooses moves for `seat`. `draft` are moves that are chosen and not played yet;
/// `path` are the choices made so far for the next one. If they do not fit the game, this is the first screen. A `quick` panel plays
/// a single move without a preview.
#[must_use]
pub fn moves_panel(game: &Game, seat: Seat, draft: &[String], path: &str, quick: bool) -> Panel {
    let (path, danger) = match path.strip_prefix(DANGER) {
        Some(path) => (path, true),
        None => (path, false),
    };
    let drafted = Drafted { game, seat, draft, quick, danger };
    match Preview::of(game, seat, draft) {
        Some(preview) => screen(drafted, &preview, path),
        None => {
            let as_it_is = Preview {
                game: game.clone(),
                moves: Vec::new(),
                is_complete: false,
                ends: None,
                dies: false,
                costs: None,
            };
            screen(Drafted { draft: &[], ..drafted }, &as_it_is, "")
        }
    }
}

fn screen(drafted: Drafted<'_>, preview: &Preview, path: &str) -> Panel {
    let Drafted { game, seat, draft, .. } = drafted;
    if preview.is_complete {
        return drafted.preview(preview, Vec::new(), None, drafted.other_marks(draft, ""));
    }
    let offers = Offers::of_seat(&preview.game.table, seat).behind(preview.moves.last());
    let place = Place::read(&offers, path);
    let Stage::Move(end) = place.stage(true) else { return drafted.choose(preview, &place, Vec::new()) };
    let Some(chosen) = end.end() else { return drafted.choose(preview, &place, Vec::new()) };
    let longer: Vec<String> = draft.iter().cloned().chain([chosen.notation.clone()]).collect();
    let Some(after) = Preview::of(game, seat, &longer) else {
        return drafted.choose(preview, &place, Vec::new());
    };
    let kinds = toggles(&end, &drafted);
    // A turn that continues shows its next choices at once, below the kinds of this move.
    if !after.is_complete && drafted.has_room(&longer) {
        let next = Drafted { draft: &longer, ..drafted };
        let offers = Offers::of_seat(&after.game.table, seat).behind(after.moves.last());
        let place = Place::find(&offers, &[]);
        return match place.stage(true) {
            Stage::Choose { .. } => next.choose(&after, &place, kinds),
            Stage::Move(_) => screen(next, &after, ""),
        };
    }
    let back = (drafted.go(draft, ""), drafted.go(draft, &end.back().path()));
    let other_marks = drafted.other_marks(draft, &end.path());
    Drafted { draft: &longer, ..drafted }.preview(&after, kinds, Some(back), other_marks)
}

/// The moves that a player has chosen, with the game before them.
#[derive(Clone, Copy)]
struct Drafted<'a> {
    game: &'a Game,
    seat: Seat,
    draft: &'a [String],
    /// Whether a single move is played without a preview.
    quick: bool,
    /// Whether the picture marks what the opponents could do next, instead of the player's own choices.
    danger: bool,
}

impl Ids for Drafted<'_> {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        if let Some(notation) = self.at_once(to) {
            return self.order(notation);
        }
        self.go(self.draft, &format!("{}{}", to.path(), mark.text()))
    }

    fn value(&self, to: &Place<'_>, word: &str) -> String {
        match self.at_once(to) {
            Some(notation) => format!("{PLAY}{notation}"),
            None => format!("{GROUP}{word}"),
        }
    }

    fn ends_elsewhere(&self) -> bool {
        !self.draft.is_empty()
    }
}

impl Drafted<'_> {
    fn go(&self, draft: &[String], path: &str) -> Action {
        let revision = self.game.table.revision();
        Action::Screen {
            game: self.game.id,
            revision,
            seat: self.seat,
            draft: draft.to_vec(),
            path: if self.danger { format!("{DANGER}{path}") } else { path.to_owned() },
        }
    }

    /// Returns a button that shows the same screen with the other marks.
    fn other_marks(&self, draft: &[String], path: &str) -> Button {
        let label = if self.danger { text::HIDE_DANGER } else { text::SHOW_DANGER };
        // An id of its own, because a button for a choice can lead to the same screen.
        Button::new(label, Look::Plain, Drafted { danger: !self.danger, ..*self }.go(draft, path))
    }

    /// Returns what the opponents could do next, or `None` if the player does not want to see it.
    fn dangers(&self, preview: &Preview) -> Option<Vec<(Square, Focus)>> {
        let table = &preview.game.table;
        (self.danger && table.outcome().is_none()).then(|| table.game().danger(self.seat))
    }

    fn order(&self, notation: String) -> Action {
        let (game, revision) = (self.game.id, self.game.table.revision());
        Action::Order { game, revision, seat: self.seat, notation }
    }

    /// Returns the move that a place leads to, if it is played without a preview: it is the first of its turn, and no choice is left.
    fn at_once(&self, to: &Place<'_>) -> Option<String> {
        if !self.quick || !self.draft.is_empty() {
            return None;
        }
        let Stage::Move(end) = to.stage(true) else { return None };
        end.end().filter(|_| end.kinds().is_none()).map(|path| path.notation.clone())
    }

    /// Whether the ids of another move's choices have room for this draft.
    fn has_room(&self, draft: &[String]) -> bool {
        self.go(draft, "").to_string().len() + LONGEST_PATH <= LONGEST_ID
    }

    /// Returns a screen of choices for the next move. `kinds` are buttons that change the kind of the last one.
    fn choose(self, preview: &Preview, place: &Place<'_>, kinds: Vec<Button>) -> Panel {
        let shown = choices_within(CHOICE_ROWS - kinds.len().div_ceil(IN_A_ROW), place, &self, true);
        let scene = self.scene(preview);
        let dangers = self.dangers(preview);
        // The choices lie above what an opponent can do there.
        let marks: Vec<_> = dangers.iter().flatten().copied().chain(marks(place, &scene)).collect();
        let mut last = Vec::new();
        let words = place.words();
        if let [before @ .., _] = self.draft {
            last.push(Button::new(text::UNDO, Look::Plain, self.go(before, "")));
        }
        if !words.is_empty() {
            last.push(Button::new(text::BACK, Look::Plain, self.go(self.draft, &place.back().path())));
        }
        if words.is_empty() {
            last.extend(self.confirm(preview));
        }
        if words.is_empty() && self.draft.is_empty() {
            last.extend(self.other_seats());
        }
        last.truncate(IN_A_ROW - 1 - shown.last.len().min(1));
        last.extend(shown.last);
        let legend = legend(self.game.table.kind(), &marks);
        let mut words = legend.clone();
        if dangers.is_some_and(|dangers| dangers.is_empty()) {
            words = format!("{}\n{legend}", text::NO_DANGER);
        }
        // The picture marks the steps of the piece alone, so the words say what the other squares are for.
        if let Stage::Choose { others, squares } = place.stage(true)
            && others.iter().any(|step| step.square().is_some())
            && let Some(&kind @ Step::Kind(_)) = squares.steps.last()
        {
            // The legend stays last, because boards in letters go without it.
            words = format!("{}\n{words}", text::other_squares(&place.label(kind)));
        }
        let mut head = text::panel(&preview.game, self.seat, &text::trail(place));
        // A menu says the same itself, unless there is another one below it.
        let prompts = |row: &Row| match row {
            Row::Menu(menu) => Some(menu.prompt.clone()),
            _ => None,
        };
        let prompts: Vec<String> = shown.rows.iter().filter_map(prompts).collect();
        let is_needed = prompts.is_empty() || prompts.iter().any(|prompt| prompt == text::ANOTHER_PIECE);
        if let Some(prompt) = text::what_to_choose(place).filter(|_| is_needed) {
            head = format!("{head}\n**{prompt}**");
        }
        let table = &self.game.table;
        if let Some(rule) = text::rule_of_thumb(table.kind()) {
            head = format!("{head}\n-# {rule}");
        }
        if table.kind().is_simultaneous() && !table.to_act().contains(self.seat) {
            head = format!("{head}\n{}", text::HAS_ORDERED);
        }
        let mut rows = in_rows(kinds);
        rows.extend(shown.rows);
        self.place(self.other_marks(self.draft, &place.path()), &mut rows, &mut last);
        let panel = self.finish(scene.focused(&marks), (head, words, preview), (rows, last));
        Panel { legend, part: Part::of_place(place), ..panel }
    }

    /// Returns the screen that shows the chosen moves and asks for their confirmation. `back` leads to the screens before the last
    /// move and before its last choice.
    fn preview(
        self,
        preview: &Preview,
        kinds: Vec<Button>,
        back: Option<(Action, Action)>,
        other_marks: Button,
    ) -> Panel {
        let dangers = self.dangers(preview);
        let scene = self.scene(preview).focused(dangers.as_deref().unwrap_or_default());
        let mut rows = in_rows(kinds);
        let mut words = if preview.is_complete { String::new() } else { text::CONFIRM_FIRST.to_owned() };
        let mut last = Vec::new();
        match back {
            Some((undo, back)) if undo == back => last.push(Button::new(text::BACK, Look::Plain, back)),
            Some((undo, back)) => {
                let label = if self.draft.len() > 1 { text::UNDO } else { text::FIRST_SCREEN };
                last.push(Button::new(label, Look::Plain, undo));
                last.push(Button::new(text::BACK, Look::Plain, back));
            }
            None => {
                let before = self.draft.split_last().map_or(&[][..], |(_, before)| before);
                last.push(Button::new(text::UNDO, Look::Plain, self.go(before, "")));
            }
        }
        last.extend(self.confirm(preview));
        let head = match preview.is_complete {
            true => text::panel_head(self.game, self.seat),
            false => text::panel(&preview.game, self.seat, &[]),
        };
        if preview.game.table.outcome().is_none() {
            self.place(other_marks, &mut rows, &mut last);
        }
        let legend = legend(preview.game.table.kind(), dangers.as_deref().unwrap_or_default());
        if let Some(dangers) = dangers {
            let found = if dangers.is_empty() { text::NO_DANGER } else { &legend };
            words = format!("{words}\n{found}").trim_start().to_owned();
        }
        let part = preview.moves.last().and_then(|legal_move| Part::of_route(legal_move.route));
        Panel { legend, part, ..self.finish(scene, (head, words, preview), (rows, last)) }
    }

    /// Returns the buttons that play the draft, if there is one.
    fn confirm(&self, preview: &Preview) -> Vec<Button> {
        let Some(last) = self.draft.last() else { return Vec::new() };
        let is_doubtful =
            |preview: &Preview| preview.ends.is_some() || preview.costs.is_some() || preview.dies;
        let gives_up = |legal_move: Option<&LegalMove>| {
            legal_move.is_some_and(|legal_move| legal_move.notation == PASS || given_up(legal_move).is_some())
        };
        let look = |danger| if danger { Look::Danger } else { Look::Yes };
        let plays = |draft: &[String]| -> Action {
            let (game, revision) = (self.game.id, self.game.table.revision());
            match self.game.table.kind().is_simultaneous() {
                true => self.order(last.clone()),
                false => Action::Confirm { game, revision, notations: draft.to_vec() },
            }
        };
        let danger = is_doubtful(preview) || gives_up(preview.moves.last());
        let mut confirm = Button::new(text::CONFIRM, look(danger), plays(self.draft));
        let Some((ended, draft)) = self.ended(preview) else { return vec![confirm] };
        let end_danger = is_doubtful(&ended) || gives_up(ended.moves.last());
        if !danger && !end_danger {
            // Only one button is green: the one that most players want.
            confirm.look = Look::Plain;
        }
        vec![confirm, Button::new(text::CONFIRM_AND_END, look(end_danger), plays(&draft))]
    }

    /// Returns the draft with the end of the turn behind it, if the turn can be ended there.
    fn ended(&self, preview: &Preview) -> Option<(Preview, Vec<String>)> {
        if preview.is_complete || self.draft.is_empty() {
            return None;
        }
        let draft: Vec<String> = self.draft.iter().cloned().chain([END.to_owned()]).collect();
        Preview::of(self.game, self.seat, &draft).map(|ended| (ended, draft))
    }

    /// Returns a button for each further seat of the player that can act.
    fn other_seats(&self) -> Vec<Button> {
        let game = self.game;
        let own = game.person_in(self.seat).map(|person| game.seats_of(person)).unwrap_or_default();
        let able = own.iter().filter(|&other| other != self.seat && !game.table.legal(other).is_empty());
        let begin = |seat| {
            let label = text::for_seat(game.table.kind(), seat);
            Button::new(&label, Look::Plain, Drafted { seat, ..*self }.go(&[], ""))
        };
        able.map(begin).collect()
    }

    /// Puts a button that few players need where there is room for it.
    fn place(self, button: Button, rows: &mut Vec<Row>, last: &mut Vec<Button>) {
        if last.len() + 1 < IN_A_ROW {
            last.push(button);
        } else if let Some(Row::Buttons(row)) =
            rows.last_mut().filter(|row| matches!(row, Row::Buttons(row) if row.len() < IN_A_ROW))
        {
            row.push(button);
        } else if rows.len() + 1 < MOST_ROWS {
            rows.push(Row::Buttons(vec![button]));
        }
    }

    /// Returns the game after the draft as the player may see it.
    fn scene(&self, preview: &Preview) -> Scene {
        let game = &preview.game;
        let to = Viewer::Seat(self.seat);
        let last = pictures::last_turn(&game.table, &game.record);
        let scene = match self.draft.last() {
            Some(order) if game.table.kind().is_simultaneous() => {
                render::planned(&game.table, to, &last, (self.seat, order))
            }
            _ => render::scene(&game.table, to, &last),
        };
        pictures::with_clues(scene, &game.table, to, &game.record)
    }

    fn finish(
        self,
        scene: Scene,
        (head, words, preview): (String, String, &Preview),
        (mut rows, mut last): (Vec<Row>, Vec<Button>),
    ) -> Panel {
        // Deeper screens have no button to confirm, so they need no words about it.
        let confirms = last.iter().any(|button| button.label == text::CONFIRM);
        let ended = self.ended(preview).map(|(ended, _)| ended).filter(|_| confirms);
        let drafted = text::drafted(self.game, self.seat, preview, ended.as_ref());
        last.truncate(IN_A_ROW - 1);
        last.push(Button::new(text::CLOSE, Look::Plain, Action::KeepPlaying(self.game.id)));
        rows.push(Row::Buttons(last));
        let parts = [head, drafted, words];
        let content = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        let content = cut(&content, MOST_WORDS);
        let post = Post { content, rows, ..Post::default() };
        let kind = self.game.table.kind();
        Panel { post, legend: String::new(), kind, scene, part: None, is_preview: !self.draft.is_empty() }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Options, Table};

    use super::*;

    #[test]
    fn four_longest_moves_fit_beside_a_path() {
        const LONGEST: &str = "an40+am39=a";
        let table = Table::new(Kind::Parasites, &Options::new().with("size", 40)).unwrap();
        let mut game = play::fixture::game(2, 2, table);
        game.id = i64::MAX.cast_unsigned().into();
        let draft = |count| vec![LONGEST.to_owned(); count];
        let drafted = Drafted { game: &game, seat: Seat::FIRST, draft: &[], quick: false, danger: true };
        assert!(drafted.has_room(&draft(4)), "a game with the longest number");
        assert!(!drafted.has_room(&draft(6)));
        let Action::Screen { game: id, seat, draft, path, .. } = drafted.go(&draft(4), "an40.am39.=a..")
        else {
            panic!("a screen")
        };
        let late = Action::Screen { game: id, revision: 99_999, seat, draft, path };
        assert!(late.to_string().len() <= LONGEST_ID, "{late}");
        game.id = 9_999_999_u64.into();
        let drafted = Drafted { game: &game, seat: Seat::FIRST, draft: &[], quick: false, danger: true };
        assert!(drafted.has_room(&vec![LONGEST.to_owned(); 5]), "a game with a usual number");
    }
}
