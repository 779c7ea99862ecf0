//! Menus of moves, and menus that lead to them if there are too many moves for one.

use data::Game;
use rules::{Kind, LegalMove, Seat};

use crate::{
    action::Action,
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Post, Row, cut},
};

/// Returns the panel to choose a move for `seat`: the choices at `path` of the tree of moves. A player with several seats to
/// act can switch between them.
#[must_use]
pub fn moves_panel(game: &Game, seat: Seat, path: &[u8]) -> Post {
    let legal_moves = game.table.legal_moves(seat);
    let revision = game.table.revision();
    let (trail, choices) = menu_of(game.table.kind(), &legal_moves, path);
    let mut rows = Vec::new();
    if !choices.is_empty() {
        rows.push(Row::Menu(Menu {
            prompt: text::choose(&trail),
            action: Action::Pick { game: game.id, revision, seat, path: path.to_vec() },
            choices,
        }));
    }
    let begin = |seat| Action::StartOver { game: game.id, revision, seat };
    let mut buttons = Vec::new();
    if !path.is_empty() {
        buttons.push(Button::new("Start over", Look::Plain, begin(seat)));
    }
    let own = game.person_in(seat).map(|person| game.seats_of(person)).unwrap_or_default();
    for other in own.iter().filter(|&other| other != seat && !game.table.legal(other).is_empty()) {
        buttons.push(Button::new(&text::for_seat(game.table.kind(), other), Look::Plain, begin(other)));
    }
    if !buttons.is_empty() {
        rows.push(Row::Buttons(buttons));
    }
    Post { content: text::panel(game, seat, &trail), rows, ..Post::default() }
}

/// Returns the message that asks which of a seat's moves the player meant. If `choosable`, a menu lists them.
#[must_use]
pub fn which_move(game: &Game, seat: Seat, typed: &str, legal_moves: &[LegalMove], choosable: bool) -> Post {
    let mut legal_moves: Vec<&LegalMove> = legal_moves.iter().collect();
    legal_moves.sort_by_key(|legal_move| legal_move.rank());
    let content = text::which_move(typed, &legal_moves);
    let choices = legal_moves.into_iter().take(MOST_CHOICES).map(line).collect();
    let action = Action::Pick { game: game.id, revision: game.table.revision(), seat, path: Vec::new() };
    let menu = Menu { prompt: "Which one?".to_owned(), action, choices };
    Post { content, rows: if choosable { vec![Row::Menu(menu)] } else { Vec::new() }, ..Post::default() }
}

/// Returns the menu line that plays a move.
fn line(legal_move: &LegalMove) -> Choice {
    Choice {
        label: legal_move.notation.clone(),
        value: format!("{PLAY}{}", legal_move.notation),
        hint: cut(&legal_move.words, 100),
    }
}

/// Returns the choices that lead to `path`, and the lines of the menu there, ordered as in all lists of moves.
pub(super) fn menu_of(kind: Kind, legal_moves: &[LegalMove], path: &[u8]) -> (Vec<String>, Vec<Choice>) {
    let some_die = legal_moves.iter().any(|legal_move| legal_move.dies);
    let mut trail = Vec::new();
    let mut groups = grouped(legal_moves.iter().collect(), 0);
    for &step in path {
        let Some(group) = groups.get(usize::from(step)) else { break };
        trail.push(group.label.clone());
        groups = grouped(group.legal_moves.clone(), group.depth);
    }
    let choices = groups.iter().enumerate().map(|(index, group)| match group.legal_moves.as_slice() {
        [only] => line(only),
        several => {
            let survivors = several.iter().filter(|legal_move| !legal_move.dies).count();
            Choice {
                label: cut(&group.label, 100),
                value: format!("{GROUP}{index}"),
                hint: text::moves_in_group(kind, several.len(), some_die.then_some(survivors)),
            }
        }
    });
    (trail, choices.collect())
}

/// Starts the value of a menu line that plays a move.
pub const PLAY: &str = "play ";
/// Starts the value of a menu line that leads to another menu.
pub const GROUP: &str = "go ";

struct Group<'o> {
    label: String,
    legal_moves: Vec<&'o LegalMove>,
    depth: usize,
}

/// Groups moves by the game's next choice. If the game has no more choices and there are still too many moves, each group is
/// a run of the sorted list.
fn grouped(mut legal_moves: Vec<&LegalMove>, depth: usize) -> Vec<Group<'_>> {
    legal_moves.sort_by_key(|legal_move| legal_move.rank());
    if legal_moves.len() <= MOST_CHOICES
        && legal_moves.iter().all(|legal_move| legal_move.menu_path.len() <= depth)
    {
        return singles(&legal_moves, depth);
    }
    let mut groups: Vec<Group<'_>> = Vec::new();
    for &legal_move in &legal_moves {
        // A move without a further choice is a group of its own.
        let label = legal_move.menu_path.get(depth).cloned().unwrap_or_else(|| legal_move.notation.clone());
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.legal_moves.push(legal_move),
            None => groups.push(Group { label, legal_moves: vec![legal_move], depth: depth + 1 }),
        }
    }
    if groups.len() > MOST_CHOICES {
        runs(legal_moves, depth)
    } else if groups.len() == 1 && legal_moves.len() > 1 {
        grouped(legal_moves, depth + 1)
    } else {
        groups
    }
}

fn singles<'o>(legal_moves: &[&'o LegalMove], depth: usize) -> Vec<Group<'o>> {
    legal_moves
        .iter()
        .map(|&legal_move| Group { label: legal_move.notation.clone(), legal_moves: vec![legal_move], depth })
        .collect()
}

fn runs(mut legal_moves: Vec<&LegalMove>, depth: usize) -> Vec<Group<'_>> {
    // A move is easier to find in a stretch of the alphabet. The menu of a stretch is ordered as usual.
    legal_moves.sort_by_key(|legal_move| &legal_move.notation);
    legal_moves
        .chunks(legal_moves.len().div_ceil(MOST_CHOICES))
        .map(|run| Group {
            label: match run {
                [first, .., last] => format!("{} to {}", first.notation, last.notation),
                _ => String::new(),
            },
            legal_moves: run.to_vec(),
            depth,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use play::fixture::chance;
    use rules::{Options, Table};

    use super::*;

    /// Returns the moves below a line of a menu.
    fn below(kind: Kind, legal_moves: &[LegalMove], path: &[u8], line: &Choice) -> Vec<String> {
        let Some(index) = line.value.strip_prefix(GROUP) else {
            return line.value.strip_prefix(PLAY).map(str::to_owned).into_iter().collect();
        };
        let path = [path, &[index.parse().unwrap()]].concat();
        let (_, lines) = menu_of(kind, legal_moves, &path);
        lines.iter().flat_map(|line| below(kind, legal_moves, &path, line)).collect()
    }

    /// Checks the lines of the menu at `path`, and of all menus below it.
    fn check(kind: Kind, legal_moves: &[LegalMove], path: &[u8]) {
        let deadly: BTreeSet<&str> = legal_moves
            .iter()
            .filter(|legal_move| legal_move.dies)
            .map(|legal_move| legal_move.notation.as_str())
            .collect();
        let (_, lines) = menu_of(kind, legal_moves, path);
        let mut hopeless = Vec::new();
        for line in &lines {
            let moves = below(kind, legal_moves, path, line);
            let survivors = moves.iter().filter(|notation| !deadly.contains(notation.as_str())).count();
            hopeless.push(survivors == 0);
            if let Some(index) = line.value.strip_prefix(GROUP) {
                let word = kind.about().survive.unwrap_or_default();
                let count = match () {
                    () if deadly.is_empty() => format!("{}\u{a0}moves", moves.len()),
                    () if survivors == moves.len() && survivors == 2 => format!("both {word}"),
                    () if survivors == moves.len() => format!("all {survivors} {word}"),
                    () => format!("{survivors} of {} {word}", moves.len()),
                };
                assert_eq!(line.hint, count, "{kind}: {}", line.label);
                check(kind, legal_moves, &[path, &[index.parse().unwrap()]].concat());
            }
        }
        assert!(hopeless.is_sorted(), "{kind}: moves that cost the piece must come last: {lines:?}");
    }

    #[test]
    fn deadly_moves_come_last_and_are_counted() {
        for &kind in Kind::ALL {
            let mut table = Table::new(kind, &Options::new()).unwrap();
            let mut choose = chance(5);
            for _ in 0..60 {
                let Some(seat) = table.to_act().first() else { break };
                let legal_moves = table.legal_moves(seat);
                check(kind, &legal_moves, &[]);
                table.play(seat, &legal_moves[choose(legal_moves.len())].notation).unwrap();
            }
        }
    }

    #[test]
    fn menus_count_the_moves_that_live() {
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let (_, lines) = menu_of(Kind::Protozoa, &table.legal_moves(Seat::FIRST), &[]);
        assert!(
            lines.iter().any(|line| line.hint.contains(" of ") && line.hint.ends_with(" live")),
            "{lines:?}"
        );
    }
}
