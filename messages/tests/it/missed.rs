//! Posts of what a player has missed: steps, sheets and the overview of all games.

use data::Game;
use messages::{
    action::Action,
    films, missed, posts, text,
    view::{Card, Picture, Post},
};
use play::{
    Content, Response,
    content::{CatchUp, Steps, Turn},
    fixture::{self, ANN, BOB, EVE, Fixture, chance},
    game::{
        film,
        missed::{Since, missed_by, since_last_move},
        turn::last_turn_begins,
    },
    service::film_of,
};
use rules::{Kind, Options, PASS, SUBSTITUTE, Seat, Table, Viewer};

use crate::world::{action, buttons, post, writer};

fn card(post: &Post) -> &Card {
    post.card.as_ref().unwrap()
}

fn alt(post: &Post) -> &str {
    &card(post).picture.as_ref().unwrap().alt
}

#[tokio::test]
async fn steps_number_what_happened() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let board = async |person| post(&world, world.service.board(&world.by(person)).await).await;
    let (mover, _) = world.mover(id).await;
    assert_eq!(buttons(&board(mover).await), ["Move", "Plan ahead", "Rules", "More"]);
    world.play(id, "p@f4").await;
    world.play(id, "p@a1").await;
    let shown = board(mover).await;
    assert_eq!(buttons(&shown), ["Move", "Plan ahead", "What happened", "Rules", "More"]);
    assert_eq!(action(&shown, "What happened"), Action::Steps { game: id, revision: 2 });
    let steps =
        async |revision| post(&world, world.service.steps(&world.by(mover), id, revision).await).await;
    let shown = steps(2).await;
    let words = &card(&shown).body;
    assert!(words.starts_with("Since your last move:\n1: Orange places a pawn on a1.\n2: "), "{words}");
    let watched = post(&world, world.service.steps(&world.by(EVE), id, 2).await).await;
    assert!(card(&watched).body.starts_with("The newest turn:\n1: "), "{}", card(&watched).body);
    assert!(alt(&shown).starts_with("1: Orange places a pawn on a1. 2: "), "{}", alt(&shown));
    assert!(card(&shown).picture.as_ref().unwrap().is_film());
    let stale = steps(1).await;
    assert!(card(&stale).body.starts_with("More has happened"), "{}", card(&stale).body);
    assert_eq!(alt(&stale), alt(&shown), "a stale press shows the present steps");
}

#[tokio::test]
async fn game_without_moves_has_no_steps() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let shown = post(&world, world.service.steps(&world.by(ANN), id, 0).await).await;
    assert_eq!(shown, Post::text("No turn has ended yet."));
    let shown = post(&world, world.service.catch_up(&world.by(ANN), id).await).await;
    assert_eq!(card(&shown).picture, None);
    assert_eq!(card(&shown).body, "No turn has ended yet.");
}

#[tokio::test]
async fn sheet_has_a_board_and_lines_for_each_turn() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    for notation in ["p@f4", "p@a1", "p@h8"] {
        world.play(id, notation).await;
    }
    let shown = post(&world, world.service.catch_up(&world.by(EVE), id).await).await;
    assert!(
        card(&shown).body.starts_with("The newest turn:\n**Turn 3**\n**Blue** places a pawn on h8."),
        "{}",
        card(&shown).body
    );
    assert!(alt(&shown).starts_with("Turn 3: Blue places a pawn on h8."), "{}", alt(&shown));
    assert!(card(&shown).picture.as_ref().unwrap().png.starts_with(b"\x89PNG"));
    let (mover, _) = world.mover(id).await;
    let all = post(&world, world.service.catch_up_everywhere(&world.by(mover)).await).await;
    let words = &card(&all).body;
    assert!(words.contains("your move") && words.contains("1 turn since your move: **Blue**"), "{words}");
    let again = post(&world, world.service.catch_up_everywhere(&world.by(mover)).await).await;
    assert!(card(&again).body.contains("nothing new since you looked"), "{}", card(&again).body);
    let none = post(&world, world.service.catch_up_everywhere(&world.by(EVE)).await).await;
    assert!(card(&none).body.starts_with("You're not in a running game."), "{}", card(&none).body);
}

/// Returns the sheet of all turns of a game.
fn whole(game: &Game, to: Viewer) -> CatchUp {
    let start = Table::new(game.table.kind(), &game.options).unwrap();
    let turns = film::turns(&game.record);
    let film = film::film(&start, &game.record, &turns, 1..=turns.len(), usize::MAX).unwrap();
    let turns = film.moments.into_iter().map(|moment| Turn {
        number: moment.number,
        entries: turns[moment.number - 1].clone(),
        table: moment.table,
    });
    CatchUp { to, since: Since::LastMove, turns: turns.collect(), game: Box::new(game.clone()) }
}

fn steps_of(game: &Game, to: Viewer) -> Steps {
    let start = Table::new(game.table.kind(), &game.options).unwrap();
    let (before, entries) = film::entries(&start, &game.record, missed_by(game, to)).unwrap();
    let (before, game) = (Box::new(before), Box::new(game.clone()));
    Steps { to, since: Since::LastMove, before, entries, moved_on: false, game }
}

#[test]
fn long_sheet_shows_the_newest_turns() {
    let mut table = Table::new(Kind::Stract, &Options::new().with("turns", 40)).unwrap();
    let mut record = Vec::new();
    let mut enter = |table: &mut Table, notation: &str| {
        let seat = table.to_act().first().unwrap();
        record.push(table.play(seat, notation).unwrap());
    };
    for turn in 0..9 {
        let spawn = table.legal(Seat::FIRST).into_iter().find(|mv| mv != PASS).unwrap();
        enter(&mut table, if turn == 4 { PASS } else { &spawn });
        enter(&mut table, PASS);
    }
    let options = Options::new().with("turns", 40);
    let game = Game { record, options, ..fixture::game(2, 2, table) };
    let seen = whole(&game, Viewer::Public);
    let sheet = missed::sheet(&seen);
    let numbers: Vec<usize> = sheet.turns.iter().map(|turn| turn.number).collect();
    assert_eq!((sheet.earlier, sheet.quiet, numbers), (2, 1, vec![3, 4, 6, 7, 8, 9]));
    let words = text::catch_up(&seen, &sheet);
    let order = "Since your last move. The pictures are in rows of three, from left to right.";
    assert!(
        words.starts_with(&format!("{order}\n`/history` has 2 turns before these.\n**Turn 3**\n")),
        "{words}"
    );
    let labels: Vec<String> = missed::scenes(&seen, &sheet).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["Turn 3", "Turn 4", "Turn 6", "Turn 7", "Turn 8", "Turn 9"]);
    assert!(words.ends_with("\nIn one more turn nothing changed on the board."), "{words}");
}

/// Plays two games of Stract with the same orders, except that the even seats spawn other elements. Returns both after every
/// turn, until a fight or the end shows the elements.
fn twins(seed: u64) -> Vec<[Game; 2]> {
    let options = Options::new().with("players", 4).with("columns", 5).with("rows", 6);
    let table = Table::new(Kind::Stract, &options).unwrap();
    let game = Game { options, ..fixture::game(4, 4, table) };
    let mut twins = [game.clone(), game];
    let mut dice = chance(seed);
    let mut all = Vec::new();
    while let Some(seat) = twins[0].table.to_act().first() {
        let [one, other] = [0, 1].map(|twin: usize| twins[twin].table.legal(seat));
        // Only orders that are legal in both games. Earth and fire both step one tile up, down, left or right.
        let both: Vec<&String> = one.iter().filter(|mv| other.contains(mv) || mv.starts_with("e+")).collect();
        let order = both[dice(both.len())].clone();
        let disguised = if seat.number() % 2 == 0 { order.replace("e+", "f+") } else { order.clone() };
        if !other.contains(&disguised) {
            break;
        }
        let turn = twins[0].table.turn();
        // In some games, another person takes over a seat of each side.
        if seed.is_multiple_of(3) && turn == 2 && twins[0].table.to_act().len() == 4 {
            for game in &mut twins {
                game.enter(Seat::FIRST, SUBSTITUTE).unwrap();
                game.enter(Seat::FIRST.next(4), SUBSTITUTE).unwrap();
            }
        }
        for (game, order) in twins.iter_mut().zip([order, disguised]) {
            game.enter(seat, &order).unwrap();
        }
        let [mine, theirs] = [0, 1].map(|twin: usize| twins[twin].table.game().view(Viewer::Public));
        if mine != theirs || twins[0].table.outcome().is_some() {
            break;
        }
        if twins[0].table.turn() > turn {
            all.push(twins.clone());
        }
    }
    all
}

/// The pairs of games that are compared.
const PAIRS: usize = 1000;

/// Steps, replays, sheets and boards of games that differ only in what a viewer may not know are the same, in words, in letters and in
/// pictures.
#[tokio::test]
async fn different_secrets_are_missed_alike() {
    let world = Fixture::new().await;
    let writer = writer(&world);
    let viewers = [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::from_index(2).unwrap())];
    let (mut different, mut with_steps) = (0, 0);
    for pair in (0..5000).flat_map(twins) {
        if different >= PAIRS {
            break;
        }
        let differ = pair[0].table.game().position() != pair[1].table.game().position();
        different += usize::from(differ);
        for to in viewers {
            let [mine, theirs] = [&pair[0], &pair[1]].map(|game| {
                let picture = Picture { png: Vec::new(), alt: String::new() };
                let since = last_turn_begins(&game.table, &game.record);
                let board = posts::board(game, (to, since), world.service.now(), None, Some(picture));
                let shown = films::steps(&steps_of(game, to), 12);
                let words = shown
                    .as_ref()
                    .map(|(steps, _)| (text::steps(steps, Since::LastMove, true), text::steps_alt(steps)));
                let seen = whole(game, to);
                let sheet = missed::sheet(&seen);
                let lines = (text::catch_up(&seen, &sheet), text::catch_up_alt(&seen, &sheet));
                let film = film_of(game, 0, usize::MAX).unwrap();
                let letters = posts::text_board(game, to);
                let films = (shown.map(|(_, frames)| frames), films::replay(&film, to));
                (board, films, words, missed::scenes(&seen, &sheet), (lines, letters))
            });
            assert!(mine == theirs, "{to:?}: {}", pair[0].table.game().position());
            with_steps += usize::from(buttons(&mine.0).contains(&"What happened"));
            // Equal scenes give equal files, so it is enough to draw a few of them.
            if differ && different % 200 == 1 {
                let mut posts = Vec::new();
                for game in &pair {
                    for content in [Content::Steps(steps_of(game, to)), Content::CatchUp(whole(game, to))] {
                        posts.push(writer.write(Response::Ephemeral(content)).await.unwrap());
                    }
                }
                assert!(posts[..2] == posts[2..], "{to:?}: {}", pair[0].table.game().position());
            }
        }
    }
    assert!(different >= PAIRS && with_steps >= PAIRS, "{different} pairs, {with_steps} boards with steps");
}

#[test]
fn own_orders_are_missed_with_their_turn() {
    let pair = (0..9).find_map(|seed| twins(seed).pop()).unwrap();
    let game = &pair[0];
    let person = game.person_in(Seat::FIRST).unwrap();
    assert_eq!(since_last_move(game, person).0, last_turn_begins(&game.table, &game.record));
}
