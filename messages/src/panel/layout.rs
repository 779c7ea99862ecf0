//! The buttons and menus of a screen.

use std::{cmp::Reverse, collections::BTreeSet};

use rules::{END, PASS, Step, grid::Square};

use super::walk::{Narrow, Place, Stage};
use crate::{
    action::{Action, GROUP},
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Row, cut},
};

/// The most buttons in a row.
const IN_A_ROW: usize = 5;

/// The most rows for choices. The last row of a message is for what ends or leaves the screen.
pub(crate) const MOST_ROWS: usize = 4;

/// The most rows for squares, so that thumbs find them.
const SQUARE_ROWS: usize = 3;

/// The most kinds that all say what they do. On a phone, each button with a sentence fills a row.
const MOST_EXPLAINED: usize = 3;

/// The moves that do nothing but end the turn.
const IDLE: [&str; 2] = [PASS, END];

/// The number of columns or rows in one button, on boards with too many for a button each.
const BAND: u8 = 8;

/// The most columns that are offered one by one.
const MOST_COLUMNS: usize = 15;

/// Makes the actions of a panel's buttons and menus.
pub(crate) trait Ids {
    /// Returns the action that shows a place, or plays the move there. Two buttons of a message can lead to the same place if
    /// they have another `mark`.
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action;

    /// Returns the value of a menu line that leads to a place.
    fn value(&self, to: &Place<'_>, word: &str) -> String {
        let _ = to;
        format!("{GROUP}{word}")
    }

    /// Whether the end of the turn is offered elsewhere.
    fn ends_elsewhere(&self) -> bool {
        false
    }
}

/// The end of an id, which differs between controls that lead to the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// A button that leads to a place.
    None,
    /// A menu of the choices at a place.
    Menu,
    /// The second menu of the choices at a place, if they do not fit into one.
    SecondMenu,
    /// The third menu.
    ThirdMenu,
    /// The button of a kind that is chosen already.
    Chosen,
}

impl Mark {
    /// Returns the end of a path with this mark. Readers ignore it.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Menu => ".",
            Mark::Chosen => "..",
            Mark::SecondMenu => "...",
            Mark::ThirdMenu => "....",
        }
    }
}

/// The choices of a screen.
#[derive(Default)]
pub(crate) struct Choices {
    pub(crate) rows: Vec<Row>,
    /// Buttons for the last row of the message.
    pub(crate) last: Vec<Button>,
}

/// Returns the buttons and menus for the choices at a place, or no rows if the place is a move.
pub(crate) fn choices(place: &Place<'_>, ids: &dyn Ids, ahead: bool) -> Choices {
    choices_within(MOST_ROWS, place, ids, ahead)
}

/// Returns the same as [`choices`] in at most so many rows.
pub(crate) fn choices_within(most_rows: usize, place: &Place<'_>, ids: &dyn Ids, ahead: bool) -> Choices {
    let Stage::Choose { others, squares } = place.stage(ahead) else { return Choices::default() };
    let ends = |step: &Step| {
        ids.ends_elsewhere()
            && place.moves_by(*step).any(|path| path.notation == END && path.steps.len() == 1)
    };
    let button = |from: &Place<'_>, step: Step| {
        let to = from.behind(step)?;
        Some(Button::new(&place.label(step), Look::Plain, ids.press(&to, Mark::None)))
    };
    // Choices that only end the turn or cost the piece come last.
    let is_last = |from: &Place<'_>, step: Step| {
        from.moves_by(step).all(|path| path.dies || IDLE.contains(&path.notation.as_str()))
    };
    let (steps, commands): (Vec<Step>, Vec<Step>) =
        others.into_iter().filter(|step| !ends(step)).partition(|step| step.square().is_some());
    let (targets, further): (Vec<Step>, Vec<Step>) =
        squares.next().into_iter().filter(|step| !ends(step)).partition(|step| step.square().is_some());
    let (kinds, further): (Vec<Step>, Vec<Step>) =
        further.into_iter().partition(|step| matches!(step, Step::Kind(_)));
    let (pieces, steps): (Vec<Step>, Vec<Step>) =
        steps.into_iter().partition(|step| matches!(step, Step::From(_)));
    let mut first: Vec<Button> = steps.iter().filter_map(|&step| button(place, step)).collect();
    let mut second = toggles(&squares, ids);
    second.extend(kind_buttons(&squares, &kinds, ids, None));
    let mut costly = Vec::new();
    for &step in &further {
        let room = if is_last(&squares, step) { &mut costly } else { &mut second };
        room.extend(button(&squares, step));
    }
    for &command in &commands {
        let room = match first.len() {
            _ if is_last(place, command) => &mut costly,
            0 | IN_A_ROW => &mut second,
            _ => &mut first,
        };
        room.extend(button(place, command));
    }
    if first.len() + second.len() <= IN_A_ROW {
        first.append(&mut second);
    }
    let mut rows: Vec<Row> = Vec::new();
    for part in [first, second] {
        rows.extend(in_rows(part));
    }
    let costly = in_rows(costly);
    // Pieces beside the squares of another one share a menu.
    let of_pieces = usize::from(!pieces.is_empty());
    let room = most_rows.saturating_sub(rows.len() + costly.len() + of_pieces).min(SQUARE_ROWS);
    let mut last = Vec::new();
    if !targets.is_empty() {
        let (further, elsewhere) = square_rows(&squares, targets, ids, room);
        rows.extend(further);
        last.extend(elsewhere);
    }
    if !pieces.is_empty() {
        rows.push(menu(place, &pieces, ids, (text::ANOTHER_PIECE, Mark::Menu)));
    }
    rows.extend(costly);
    Choices { rows, last }
}

/// Returns a button for each kind that a player can choose here, with the chosen one highlighted. Kinds that are not legal now keep
/// their places. If there was no other choice, nobody needs a button.
pub(crate) fn toggles(place: &Place<'_>, ids: &dyn Ids) -> Vec<Button> {
    let Some((before, kinds)) = place.kinds() else { return Vec::new() };
    kind_buttons(&before, &kinds, ids, place.steps.last().copied())
}

/// Returns a button for each of these kinds, and buttons that cannot be pressed for the others of their group. If there are many, only
/// the chosen one says what it does.
fn kind_buttons(place: &Place<'_>, kinds: &[Step], ids: &dyn Ids, chosen: Option<Step>) -> Vec<Button> {
    let group = place.with_others(kinds);
    let button = |kind: Step| {
        let mut label = place.label(kind);
        if group.len() > MOST_EXPLAINED
            && chosen != Some(kind)
            && let Some((name, _)) = label.split_once(": ")
        {
            label = name.to_owned();
        }
        let Some(to) = place.behind(kind).filter(|_| kinds.contains(&kind)) else {
            let off = || {
                Button::new(&label, Look::Plain, ids.press(&place.nowhere(kind), Mark::None)).only_if(false)
            };
            // The moves of a plan say nothing about other kinds.
            return (!label.is_empty()).then(off);
        };
        let is_chosen = chosen == Some(kind);
        let (look, mark) = if is_chosen { (Look::Main, Mark::Chosen) } else { (Look::Plain, Mark::None) };
        Some(Button::new(&label, look, ids.press(&to, mark)))
    };
    group.iter().copied().filter_map(button).collect()
}

/// Returns as many rows as these buttons need.
pub(crate) fn in_rows(buttons: Vec<Button>) -> Vec<Row> {
    buttons.chunks(IN_A_ROW).map(|row| Row::Buttons(row.to_vec())).collect()
}

/// Returns the rows for these squares, at most `room`, and a button for those that do not fit and that few players want.
fn square_rows(
    place: &Place<'_>,
    mut steps: Vec<Step>,
    ids: &dyn Ids,
    room: usize,
) -> (Vec<Row>, Option<Button>) {
    let most = room * IN_A_ROW;
    let pieces = steps.iter().all(|step| matches!(step, Step::From(_)));
    let by_use = |step: &Step| {
        let at = step.square().map(|at| (at.col, at.row));
        (place.dies(*step), Reverse(place.takes(*step)), at)
    };
    steps.sort_by_cached_key(by_use);
    if pieces && steps.len() > IN_A_ROW {
        if steps.len() <= MOST_CHOICES {
            return (vec![menu(place, &steps, ids, (text::CHOOSE_PIECE, Mark::Menu))], None);
        }
        let two = menus(place, &steps, ids, room.min(2), text::CHOOSE_PIECE);
        return (two.unwrap_or_else(|| columns(place, &steps, ids, most)), None);
    }
    if steps.len() <= most {
        return (buttons(place, &steps, ids), None);
    }
    let living = steps.iter().take_while(|step| !place.dies(**step)).count();
    if (1..=most).contains(&living) && !place.narrow.contains(&Narrow::Elsewhere) && place.narrow.is_empty() {
        let elsewhere = place
            .narrowed(Narrow::Elsewhere)
            .map(|to| Button::new(text::ELSEWHERE, Look::Plain, ids.press(&to, Mark::None)));
        return (buttons(place, &steps[..living], ids), elsewhere);
    }
    if steps.len() <= MOST_CHOICES {
        return (vec![menu(place, &steps, ids, (text::CHOOSE_SQUARE, Mark::Menu))], None);
    }
    // This screen is one choice further than others already.
    let elsewhere = place.narrow == [Narrow::Elsewhere];
    let all = elsewhere.then(|| menus(place, &steps, ids, room, text::CHOOSE_SQUARE)).flatten();
    (all.unwrap_or_else(|| columns(place, &steps, ids, most)), None)
}

fn buttons(place: &Place<'_>, steps: &[Step], ids: &dyn Ids) -> Vec<Row> {
    let button = |step: &Step| {
        let to = place.behind(*step)?;
        let label = match step {
            Step::To(at) => at.to_string(),
            _ => place.label(*step),
        };
        Some(Button::new(&label, Look::Plain, ids.press(&to, Mark::None)))
    };
    in_rows(steps.iter().filter_map(button).collect())
}

/// Returns menus of these squares, from the left of the board to the right, if they fit into so many rows.
fn menus(place: &Place<'_>, steps: &[Step], ids: &dyn Ids, most: usize, prompt: &str) -> Option<Vec<Row>> {
    const MARKS: [Mark; 3] = [Mark::Menu, Mark::SecondMenu, Mark::ThirdMenu];
    let count = steps.len().div_ceil(MOST_CHOICES);
    if count <= 1 || count > most.min(MARKS.len()) {
        return None;
    }
    let mut steps = steps.to_vec();
    // The sort keeps the order of use within a column.
    steps.sort_by_key(|step| step.square().map(|at| at.col));
    let parts = steps.chunks(steps.len().div_ceil(count)).zip(MARKS);
    let menu_of = |(part, mark): (&[Step], Mark)| {
        let prompt = match part {
            [first, .., last] => format!("{prompt}, {first} to {last}"),
            _ => prompt.to_owned(),
        };
        menu(place, part, ids, (&prompt, mark))
    };
    Some(parts.map(menu_of).collect())
}

fn menu(place: &Place<'_>, steps: &[Step], ids: &dyn Ids, (prompt, mark): (&str, Mark)) -> Row {
    let line = |step: &Step| {
        let word = step.to_string();
        let to = place.behind(*step)?;
        let hint = match to.end() {
            Some(path) => place.words_of(path),
            None => text::choices_of(&to, place.survive()),
        };
        let label = match step {
            Step::To(at) => at.to_string(),
            _ => place.label(*step),
        };
        Some(Choice { label, value: ids.value(&to, &word), hint: cut(&hint, 100) })
    };
    let choices = steps.iter().filter_map(line).collect();
    Row::Menu(Menu { prompt: prompt.to_owned(), action: ids.press(place, mark), choices })
}

/// Returns the columns of these squares or, if there are too many, groups of columns. Squares of a single column are grouped by
/// rows.
fn columns(place: &Place<'_>, steps: &[Step], ids: &dyn Ids, most: usize) -> Vec<Row> {
    let squares: Vec<Square> = steps.iter().filter_map(|step| step.square()).collect();
    let columns: BTreeSet<u8> = squares.iter().map(|at| at.col).collect();
    let bands = |lines: &mut dyn Iterator<Item = u8>| -> Vec<(u8, u8)> {
        let firsts: BTreeSet<u8> = lines.map(|line| line / BAND * BAND).collect();
        firsts.into_iter().map(|first| (first, first + BAND - 1)).collect()
    };
    let narrows: Vec<Narrow> = match columns.len() {
        1 => {
            let rows = bands(&mut squares.iter().map(|at| at.row)).into_iter();
            rows.map(|(first, last)| Narrow::Rows(first, last)).collect()
        }
        few if few <= MOST_COLUMNS => columns.into_iter().map(|col| Narrow::Columns(col, col)).collect(),
        _ => {
            let bands = bands(&mut columns.into_iter()).into_iter();
            bands.map(|(first, last)| Narrow::Columns(first, last)).collect()
        }
    };
    let label = |narrow: Narrow| match narrow {
        Narrow::Columns(first, last) if first == last => format!("{} …", Square::column_name(first)),
        _ => narrow.word().replace('-', "\u{a0}to\u{a0}"),
    };
    if narrows.len() > most {
        let line = |narrow: &Narrow| {
            let to = place.narrowed(*narrow)?;
            let hint = text::choices_of(&to, place.survive());
            Some(Choice { label: text::column(&narrow.word()), value: ids.value(&to, &narrow.word()), hint })
        };
        let choices = narrows.iter().filter_map(line).collect();
        let action = ids.press(place, Mark::Menu);
        return vec![Row::Menu(Menu { prompt: text::CHOOSE_COLUMN.to_owned(), action, choices })];
    }
    let button = |narrow: &Narrow| {
        let to = place.narrowed(*narrow)?;
        Some(Button::new(&label(*narrow), Look::Plain, ids.press(&to, Mark::None)))
    };
    in_rows(narrows.iter().filter_map(button).collect())
}
