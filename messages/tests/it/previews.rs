//! Previews of moves that are not played yet: they show what the board will show, and nothing that the viewer may not see.

use std::collections::BTreeSet;

use data::Game;
use messages::{
    action::Action,
    pictures::board_scene,
    posts::{self, GROUP, Panel},
    view::Row,
};
use play::{
    Response,
    fixture::{BOB, Fixture, chance, game},
    game::preview::Preview,
};
use render::{Mark, Scene};
use rules::{END, Kind, Options, PASS, Seat, Table, Viewer};

/// The number of pairs of positions that differ only in what the viewer may not see.
const PAIRS: usize = 1000;

/// The most screens of a panel that are compared for each pair.
const SCREENS: usize = 8;

/// Returns the scene without the marks of a panel.
fn without_marks(mut scene: Scene) -> Scene {
    scene.marks.retain(|mark| !matches!(mark, Mark::Focus { .. }));
    scene
}

#[tokio::test]
async fn preview_is_the_board_after_confirm() {
    for &kind in Kind::ALL {
        let world = Fixture::new().await;
        let id = world.begin(kind.slug(), &[BOB]).await;
        let mut choose = chance(4);
        for _ in 0..12 {
            let before = world.game(id).await;
            if before.table.outcome().is_some() {
                break;
            }
            let (mover, seat) = world.mover(id).await;
            let legal = before.table.legal(seat);
            let notation = legal[choose(legal.len())].clone();
            let panel = posts::moves_panel(&before, seat, std::slice::from_ref(&notation), "", false);
            assert!(panel.is_preview);
            assert_eq!(world.game(id).await.record, before.record, "a preview writes nothing");
            let revision = before.table.revision();
            let confirmed = match kind.is_simultaneous() {
                true => world.service.play_picked(&world.by(mover), id, revision, seat, notation).await,
                false => world.service.play_confirmed(&world.by(mover), id, revision, vec![notation]).await,
            };
            assert!(matches!(confirmed.unwrap(), Response::Update(_)));
            let after = world.game(id).await;
            // The last order carries the turn out, which no preview shows.
            if !kind.is_simultaneous() || after.table.turn() == before.table.turn() {
                let board = board_scene(&after.table, Viewer::Seat(seat), &after.record);
                let mut preview = without_marks(panel.scene);
                if kind.is_simultaneous() {
                    // In words, the board also says who has just ordered.
                    preview.story.clone_from(&board.story);
                }
                assert_eq!(preview, board, "{kind}");
            }
        }
    }
}

#[test]
fn preview_says_why_its_confirm_is_red() {
    for (kind, words) in [
        (Kind::Protozoa, "**If you confirm, the piece dies at once.**"),
        (Kind::PlanktonSynapse, "**If you confirm, you lose the cell.**"),
    ] {
        let game = game(2, 2, Table::new(kind, &Options::new()).unwrap());
        let seat = game.table.to_act().first().unwrap();
        let moves = game.table.legal_moves(seat);

        let fatal = moves.iter().find(|legal_move| legal_move.dies).unwrap();
        let safe = moves.iter().find(|legal_move| !legal_move.dies).unwrap();
        let words_of = |notation: &String| {
            posts::moves_panel(&game, seat, std::slice::from_ref(notation), "", false).post.content
        };
        assert!(words_of(&fatal.notation).contains(words), "{}", words_of(&fatal.notation));
        assert!(!words_of(&safe.notation).contains("**If you"), "{}", words_of(&safe.notation));
    }
}

#[tokio::test]
async fn preview_of_several_moves_is_the_board() {
    for kind in [Kind::Semiosphere, Kind::Parasites] {
        let world = Fixture::new().await;
        let id = world.begin(kind.slug(), &[BOB]).await;
        let (mut choose, mut longest) = (chance(9), 0);
        for _ in 0..16 {
            let before = world.game(id).await;
            if before.table.outcome().is_some() {
                break;
            }
            let (mover, seat) = world.mover(id).await;
            let mut draft: Vec<String> = Vec::new();
            while let Some(preview) = Preview::of(&before, seat, &draft)
                && !preview.is_complete
                && draft.len() < 4
            {
                let legal = preview.game.table.legal(seat);
                let active: Vec<&String> =
                    legal.iter().filter(|mv| ![PASS, END].contains(&mv.as_str())).collect();
                draft.push(match active.is_empty() {
                    true => legal[0].clone(),
                    false => active[choose(active.len())].clone(),
                });
            }
            longest = longest.max(draft.len());
            let panel = posts::moves_panel(&before, seat, &draft, "", false);
            assert!(panel.is_preview);
            let revision = before.table.revision();
            let confirmed = world.service.play_confirmed(&world.by(mover), id, revision, draft).await;
            assert!(matches!(confirmed.unwrap(), Response::Update(_)));
            let after = world.game(id).await;
            let board = board_scene(&after.table, Viewer::Seat(seat), &after.record);
            assert_eq!(without_marks(panel.scene), board, "{kind}");
        }
        assert!(longest > 1, "{kind}");
    }
}

/// Returns the paths and drafts that the controls of a screen lead to.
fn onward(panel: &Panel) -> Vec<(Vec<String>, String)> {
    let mut ways = Vec::new();
    for row in &panel.post.rows {
        let actions: Vec<(&Action, Option<&str>)> = match row {
            Row::Buttons(buttons) => buttons.iter().map(|button| (&button.action, None)).collect(),
            Row::Menu(menu) => {
                menu.choices.iter().map(|line| (&menu.action, line.value.strip_prefix(GROUP))).collect()
            }
            Row::Several(_) | Row::Pick(_) | Row::Link(_) => Vec::new(),
        };
        for (action, word) in actions {
            if let Action::Screen { draft, path, .. } = action {
                let path = word.map_or_else(|| path.clone(), |word| format!("{path}.{word}"));
                ways.push((draft.clone(), path));
            }
        }
    }
    ways
}

/// Plays the same orders in two games, except that the even seats spawn fire where they spawn earth in the other game. Calls
/// `check` after every order, until a fight shows an element.
fn twins(seed: u64, mut check: impl FnMut(&Game, &Game)) {
    let options = Options::new().with("players", 4).with("columns", 5).with("rows", 6);
    let start = game(4, 4, Table::new(Kind::Stract, &options).unwrap());
    let mut games = [start.clone(), start];
    let mut choose = chance(seed);
    for _ in 0..40 {
        let Some(seat) = games[0].table.to_act().first() else { return };
        let [one, other] = [0, 1].map(|twin: usize| games[twin].table.legal(seat));
        let both: Vec<&String> = one.iter().filter(|mv| other.contains(mv) || mv.starts_with("e+")).collect();
        let order = both[choose(both.len())].clone();
        let disguised = if seat.number() % 2 == 0 { order.replace("e+", "f+") } else { order.clone() };
        if !other.contains(&disguised) {
            return;
        }
        for (game, order) in games.iter_mut().zip([order, disguised]) {
            game.enter(seat, &order).unwrap();
        }
        let [one, other] = [0, 1].map(|twin: usize| games[twin].table.game().view(Viewer::Public));
        if one != other || games[0].table.outcome().is_some() {
            return;
        }
        check(&games[0], &games[1]);
    }
}

#[test]
fn panels_keep_secrets() {
    let (mut pairs, mut different, mut seed) = (0, 0, 0);
    while pairs < PAIRS {
        seed += 1;
        let mut choose = chance(seed);
        twins(seed, |one, other| {
            pairs += 1;
            different += usize::from(one.table.game().position() != other.table.game().position());
            let seat = if choose(2) == 0 { Seat::FIRST } else { Seat::new(3).unwrap() };
            let mut seen = BTreeSet::new();
            let mut screens = vec![(Vec::new(), String::new())];
            while let Some((draft, path)) = screens.pop().filter(|_| seen.len() < SCREENS) {
                if !seen.insert((draft.clone(), path.clone())) {
                    continue;
                }
                let [mine, theirs] =
                    [one, other].map(|game| posts::moves_panel(game, seat, &draft, &path, false));
                assert_eq!(mine.post, theirs.post, "{path}");
                assert_eq!(mine.scene, theirs.scene, "{path}");
                assert_eq!(mine.scene.alt(), theirs.scene.alt(), "{path}");
                let mut further = onward(&mine);
                if !further.is_empty() {
                    let first = choose(further.len());
                    further.rotate_left(first);
                }
                screens.extend(further);
            }
        });
    }
    assert!(different > PAIRS / 2, "only {different} of {pairs} pairs differ");
}
