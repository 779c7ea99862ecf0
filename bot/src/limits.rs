//! Checks every command, message and component against Discord's limits.

mod completions;
mod leaderboards;
mod lessons;
mod managers;
mod puzzles;
mod sketches;

use std::collections::BTreeSet;

use clock::from_millis;
use data::{
    Audit, AuditAction, AuditTarget, Counts, Ending, Failed, Game, GameId, GameState, Guest, GuestStatus,
    HeadToHead, Listed, Lobby, Meeting, Notification, Offer, OfferKind, OutboxKind, PersonId, Place, Plan,
    PlanStep, Pool, Question, RatingEvent, Seating, Setting, Settings, Shape, Underway, Vote,
};
use jiff::Timestamp;
use messages::{
    action::Action,
    choices, info,
    pictures::Pictures,
    posts::{self, GROUP, Panel, PieceOnBoard, Receipt},
    text::{self, Failures},
    view::{Card, Choice, MOST_CHOICES, Picture, Post, Response, Row, Several},
};
use play::{
    catalogue,
    content::{
        BoardRow, Closed, Explanation, Habits, HistoryPage, LastMeeting, Leaderboard, Listing, Moved,
        NextGame, ON_PAGE, OwnPlace, Part, PlayerProfile, PrivacyPanel, ProfileRating, RatedEnd,
        RatingChange, Server, ShownChange, Span, Status, Streak, Tally, TopRows, Unlisted, Versus,
        WeeklyBoards,
    },
    fixture::{ANN, BIG, BOB, Fixture, chance, game, people},
    game::{
        ahead::{Ahead, MOST_STEPS},
        overdue,
        plans::MOST_PLANS,
        turn::{can_plan, last_turn_begins},
    },
    rejected::{LobbyRejected, MoveRejected, Rejected, SuspendedRejected},
    seats,
    service::{Caller, Field, MOST_CONFIRMED, SketchAct, Wished},
    setup,
};
use render::{Profile, Theme};
use rules::{Kind, LegalMove, Options, PRESET, RESIGN, Seat, SeatSet, Table, Takes, Viewer};
use serde_json::Value as Json;

use crate::{commands, discord};

/// The longest move of any game.
const LONGEST_NOTATION: &str = "an40&am39=p";
/// A moment on a weekend.
const NOW: Timestamp = Timestamp::constant(1_788_600_000, 0);

#[test]
fn no_move_is_longer_than_the_longest() {
    for &kind in Kind::ALL {
        for showcase in kind.showcase() {
            let (table, _) = showcase.set_up(kind).unwrap();
            for notation in table.to_act().iter().flat_map(|seat| table.legal(seat)) {
                let fits = notation.len() <= LONGEST_NOTATION.len();
                assert!(fits, "{kind}: {notation} needs a longer LONGEST_NOTATION here");
            }
        }
    }
}

fn length(value: &Json) -> usize {
    value.as_str().map_or(0, |text| text.encode_utf16().count())
}

#[track_caller]
fn at_most(what: &str, value: &Json, limit: usize) {
    words_at_most(what, value.as_str().unwrap_or_default(), limit);
}

/// Checks words like [`words_at_most`], where Discord does not render markdown.
#[track_caller]
fn plain_words_at_most(what: &str, words: &str, limit: usize) {
    words_at_most(what, words, limit);
    assert!(!words.contains('`'), "{what} has raw backticks: {words}");
}

#[track_caller]
fn words_at_most(what: &str, words: &str, limit: usize) {
    let length = words.encode_utf16().count();
    assert!(length <= limit, "{what} has {length} of {limit} characters: {words}");
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Checks a command or option against the limits. Returns the characters that count towards its limit of 8,000.
fn check_command(json: &Json) -> usize {
    let name = json["name"].as_str().unwrap_or_default();
    assert!((1..=32).contains(&name.chars().count()), "{name}");
    assert_eq!(name, name.to_lowercase());
    plain_words_at_most("a description", json["description"].as_str().unwrap_or_default(), 100);
    assert!(length(&json["description"]) > 0, "{name} has no description");
    let options = list(&json["options"]);
    assert!(options.len() <= 25, "{name}");
    let mut optional = false;
    for option in options {
        assert!(!(optional && option["required"] == true), "{name}: required options come first");
        optional = option["required"] != true;
    }
    let choices = list(&json["choices"]);
    assert!(choices.len() <= 25, "{name}");
    let of_choices: usize =
        choices.iter().map(|choice| length(&choice["name"]) + length(&choice["value"])).sum();
    name.len() + length(&json["description"]) + of_choices + options.iter().map(check_command).sum::<usize>()
}

#[test]
fn commands_are_within_discords_limits() {
    let commands = commands::all();
    assert!(commands.len() <= 100);
    for command in &commands {
        let json = serde_json::to_value(command.create_as_slash_command()).unwrap();
        let all = check_command(&json);
        assert!(all <= 8000, "{} has {all} characters", command.name);
    }
}

/// Checks the texts of a post against the limits. A longer text would be cut without notice before it is sent.
#[track_caller]
fn check_words(post: &Post) {
    words_at_most("the content", &post.content, 2000);
    for card in post.cards() {
        plain_words_at_most("a title", &card.title, 256);
        words_at_most("a description", &card.body, 4096);
        plain_words_at_most("a footer", &card.footer, 2048);
        for (name, value) in &card.fields {
            words_at_most("a field's name", name, 256);
            words_at_most("a field", value, 1024);
        }
        if let Some(picture) = &card.picture {
            plain_words_at_most("the words of a picture", &picture.alt, 1024);
        }
    }
    for row in &post.rows {
        match row {
            Row::Buttons(buttons) => {
                buttons.iter().for_each(|button| plain_words_at_most("a label", &button.label, 80));
            }
            Row::Pick(pick) => plain_words_at_most("a placeholder", &pick.prompt, 150),
            Row::Link(link) => {
                words_at_most("a label", &link.label, 34);
                plain_words_at_most("an address", &link.url, 512);
            }
            Row::Menu(menu) | Row::Several(Several { menu, .. }) => {
                plain_words_at_most("a placeholder", &menu.prompt, 150);
                for choice in &menu.choices {
                    plain_words_at_most("a line", &choice.label, 100);
                    plain_words_at_most("a line's small print", &choice.hint, 100);
                }
            }
        }
    }
}

/// Checks a message against the limits, both as it was created and as it is sent.
#[track_caller]
fn check(post: &Post) {
    check_words(post);
    let message = serde_json::to_value(discord::response(&Response::Ephemeral(post.clone()))).unwrap();
    let message = &message["data"];
    let mut all = 0;
    for embed in list(&message["embeds"]) {
        all += [&embed["title"], &embed["description"], &embed["footer"]["text"]]
            .map(length)
            .iter()
            .sum::<usize>();
        assert!(list(&embed["fields"]).len() <= 25);
        for field in list(&embed["fields"]) {
            assert!(length(&field["name"]) > 0 && length(&field["value"]) > 0, "{field}");
            all += length(&field["name"]) + length(&field["value"]);
        }
    }
    assert!(all <= 6000, "the embeds have {all} characters");
    let rows = list(&message["components"]);
    assert!(rows.len() <= 5);
    let mut ids = BTreeSet::new();
    for row in rows {
        let components = list(&row["components"]);
        assert!((1..=5).contains(&components.len()), "{row}");
        for component in components {
            let id = component["custom_id"].as_str().or(component["url"].as_str()).unwrap_or_default();
            assert!((1..=100).contains(&id.len()), "{id}");
            assert!(ids.insert(id.to_owned()), "{id} occurs twice");
            if component["type"] == 3 {
                check_menu(component, components.len());
            }
        }
    }
    let empty = length(&message["content"]) == 0 && list(&message["embeds"]).is_empty();
    assert!(!empty, "an empty message");
}

#[track_caller]
fn check_menu(menu: &Json, in_row: usize) {
    assert_eq!(in_row, 1, "a menu is alone in its row");
    let options = list(&menu["options"]);
    assert!((1..=25).contains(&options.len()), "{} lines in {menu}", options.len());
    let mut values = BTreeSet::new();
    for option in options {
        at_most("a value", &option["value"], 100);
        assert!(length(&option["label"]) > 0 && length(&option["value"]) > 0, "{option}");
        assert!(values.insert(option["value"].to_string()), "{option} occurs twice");
    }
}

/// Checks that there are completions and that they are within the limits.
#[track_caller]
fn check_choices(choices: &[Choice]) {
    assert!((1..=25).contains(&choices.len()), "{} choices", choices.len());
    for Choice { label, value, .. } in choices {
        assert!(!label.contains('`'), "{label}");
        for text in [label, value] {
            assert!((1..=100).contains(&text.encode_utf16().count()), "{text:?}");
        }
    }
}

fn lobby(kind: Kind, guests: usize, options: Options) -> Lobby {
    let people = people(guests);
    Lobby {
        id: BIG.into(),
        kind,
        options,
        control: setup::usual_control(),
        guild: BIG.into(),
        channel: BIG.into(),
        host: people[0],
        created: from_millis(0),
        message: None,
        host_notified: data::Readiness::Waiting,
        rematch_of: Some(BIG.into()),
        seating: Seating::Lot,
        usual_preset: kind.about().presets.last().map(|preset| preset.name),
        usual_control: None,
        look: data::BoardLook::default(),
        casual: false,
        hints: false,
        consent: data::Consent { server: true, people: false, world: false },
        guests: people
            .into_iter()
            .zip([GuestStatus::Joined, GuestStatus::Invited, GuestStatus::Declined].into_iter().cycle())
            .map(|(person, answer)| Guest { person, answer, pace: Some(jiff::SignedDuration::MAX) })
            .collect(),
    }
}

#[test]
fn lobbies_are_within_discords_limits() {
    for &kind in Kind::ALL {
        // Every option is set, so that the list of them has its full length.
        let full = kind.about().options.iter().fold(Options::new(), |options, spec| {
            let longest =
                catalogue::values(spec.takes).into_iter().max_by_key(String::len).unwrap_or_default();
            options.with(spec.name, setup::read_value(kind, spec.name, &longest))
        });
        for (guests, options) in [(1, Options::new()), (8, full.clone()), (40, full)] {
            let lobby = lobby(kind, guests, options);
            check(&posts::lobby(&lobby));
            check(&posts::closed_lobby(&lobby, Closed::HostLeft));
            check(&posts::closed_lobby(&lobby, Closed::TooOld));
            check(&posts::closed_lobby(&lobby, Closed::ByManager));
            check(&posts::ready(&lobby));
            check(&posts::options_panel(&lobby));
            for spec in kind.about().all_options() {
                check(&posts::option_values(&lobby, spec.name));
            }
            let in_order = Lobby { seating: Seating::Order, ..lobby };
            check(&posts::lobby(&in_order));
            check(&posts::options_panel(&in_order));
            let wrong_count = text::rejected(&LobbyRejected::wrong_count(&in_order, true).into());
            assert!(wrong_count.chars().count() <= 2000);
        }
    }
}

/// The most screens of a panel that are checked in one position. The laws in `messages` walk through all of them.
const SCREENS: usize = 25;

/// Checks the first screens of a panel: the one at the empty path, and those that its buttons and menus lead to.
fn check_screens(panel: impl Fn(&[String], &str) -> Post) {
    let mut seen = BTreeSet::new();
    let mut screens = vec![(Vec::new(), String::new())];
    while let Some((draft, path)) = screens.pop().filter(|_| seen.len() < SCREENS) {
        if !seen.insert((draft.clone(), path.clone())) {
            continue;
        }
        let panel = panel(&draft, &path);
        check(&panel);
        for row in &panel.rows {
            let further: Vec<(&Action, Option<&str>)> = match row {
                Row::Menu(menu) => {
                    let words = menu.choices.iter().map(|choice| choice.value.strip_prefix(GROUP));
                    words.map(|word| (&menu.action, word)).collect()
                }
                Row::Buttons(buttons) => buttons.iter().map(|button| (&button.action, None)).collect(),
                Row::Several(_) | Row::Pick(_) | Row::Link(_) => Vec::new(),
            };
            for (action, word) in further {
                let (draft, path) = match action {
                    Action::Screen { draft, path, .. } => (draft.clone(), path),
                    Action::PlanScreen { path, .. } => (Vec::new(), path),
                    Action::Try { act: SketchAct::Show(path), .. } => (Vec::new(), path),
                    _ => continue,
                };
                let path = word.map_or_else(|| path.clone(), |word| format!("{path}.{word}"));
                screens.push((draft, path));
            }
        }
    }
}

/// Returns the post of a screen with a picture whose description has the greatest length.
fn drawn(panel: Panel) -> Post {
    let picture = Some(Picture { png: vec![0], alt: "x".repeat(1024) });
    Post { card: Some(Card { picture, ..Card::default() }), ..panel.post }
}

/// Checks the panels of a player who waits and plans: the moves of the others, and a full list of plans of the greatest length.
fn check_plans(game: &Game) {
    let waiting = SeatSet::all(game.table.game().seats()).without(game.table.to_act());
    let Some(me) = waiting.first().filter(|_| can_plan(game.table.kind())) else { return };
    let ahead = Ahead::new(&game.table, SeatSet::one(me));
    check_screens(|_, path| drawn(posts::plan_picker(game, i64::MAX.into(), &ahead, path, false)));
    let step = PlanStep {
        condition: Some(vec![LONGEST_NOTATION.to_owned(); 50]),
        reply: vec![LONGEST_NOTATION.to_owned(); 50],
    };
    let steps = vec![step; MOST_STEPS - 1];
    let plan =
        |id: i64| Plan { id: id.into(), person: BIG.into(), steps: steps.clone(), draft: false, pass: None };
    let words = text::planned(&steps, std::slice::from_ref(&steps));
    check(&posts::plans(game, &(0..MOST_PLANS as i64).map(plan).collect::<Vec<_>>(), &words));
    check(&posts::plans(game, &[], text::PLAN_GONE));
}

/// Checks the posts of every kind of offer in a game, with all votes and without any.
fn check_offers(game: &Game) {
    let everybody = game.people();
    let offer_of = |kind| Offer {
        id: u64::MAX.into(),
        game: game.id,
        kind,
        person: everybody[0],
        seat: Some(Seat::FIRST),
        ply: 0,
        ending: None,
        message: None,
        votes: Vec::new(),
    };
    for vote in [Vote::Accept, Vote::Decline] {
        let all = everybody.len();
        for (kind, answered) in [
            (OfferKind::Draw, 0),
            (OfferKind::Draw, all),
            (OfferKind::TakeBack, 0),
            (OfferKind::TakeBack, all),
            (OfferKind::Abort, all),
            (OfferKind::Pause, 0),
            (OfferKind::Pause, all),
            (OfferKind::Substitute, 1),
            (OfferKind::Resign, 0),
        ] {
            let votes = everybody.iter().take(answered).map(|&person| (person, vote)).collect();
            check_offer(game, &Offer { votes, ..offer_of(kind) });
        }
    }
    let late = with_late_seats(game, everybody[0]);
    let overdue = offer_of(OfferKind::Overdue);
    check_offer(&late, &overdue);
    let votes = everybody[1..].iter().copied().zip(overdue::choices(&late, &overdue).into_iter().cycle());
    let overdue = Offer { votes: votes.collect(), ..overdue };
    check_offer(&late, &overdue);
    let shown = posts::offer(&late, &overdue).content;
    for seat in late.seats_of(everybody[0]).iter() {
        assert!(shown.contains(&text::seat(late.table.kind(), seat)), "{shown}");
    }
}

/// Returns the game at a time when all seats of a person are late.
fn with_late_seats(game: &Game, person: PersonId) -> Game {
    let mut game = game.clone();
    let seats = game.seats_of(person);
    for clock in game.clocks.seats.iter_mut().filter(|clock| seats.contains(clock.seat)) {
        clock.overdue = Some(NOW);
    }
    game
}

/// Checks the posts of an open offer, and of each way in which it can end.
fn check_offer(game: &Game, open: &Offer) {
    check(&posts::offer(game, open));
    for ending in [Ending::Accepted, Ending::Declined, Ending::Withdrawn, Ending::Lapsed] {
        let closed = Offer { ending: Some(ending), ..open.clone() };
        check(&posts::offer(game, &closed));
        let mut paused = game.clone();
        paused.clocks.paused = Some(NOW);
        posts::offer_news(&paused, &closed).iter().for_each(check);
        posts::resumed(game, &closed).iter().for_each(check);
    }
}

/// Returns the options with this number of seats and every number as large as the rules allow.
fn largest(kind: Kind, seats: u8) -> Options {
    let start = Options::new().with("players", i64::from(seats));
    let specs = kind.about().options.iter();
    specs.fold(start, |options, spec| {
        let greatest = match spec.takes {
            Takes::Int { max, .. } => Some(max),
            Takes::IntOf(numbers) => numbers.iter().copied().max(),
            Takes::Seats(_) | Takes::TextOf(_) | Takes::Flag => None,
        };
        let larger = greatest.map(|greatest| options.clone().with(spec.name, greatest));
        larger.filter(|larger| kind.new_game(larger).is_ok()).unwrap_or(options)
    })
}

/// Returns the ratings after a game, with the longest numbers for everybody.
fn rated_end(game: &Game) -> RatedEnd {
    let people = game.people().into_iter();
    let change = |person| ShownChange { person, shown: 16_239, gained: -14_739, listed: false };
    RatedEnd { changes: people.map(change).collect(), voided: false }
}

/// Plays up to `plies` moves that `choose` picks, then lets all players resign. Checks every post on the way.
fn check_game(options: Options, mut game: Game, plies: usize, mut choose: impl FnMut(usize) -> usize) {
    game.options = options;
    let picture = Picture { png: vec![0], alt: "x".repeat(1024) };
    check(&posts::started_lobby(&game));
    check(&posts::ask_resign(&game));
    check(&posts::ask_abort(&game));
    while let Some(seat) = game.table.to_act().first() {
        if game.record.len().is_multiple_of(16) {
            for seat in game.table.to_act().iter() {
                check_screens(|draft, path| drawn(posts::moves_panel(&game, seat, draft, path, false)));
                check(&posts::which_move(&game, seat, &"x".repeat(300), &game.table.legal_moves(seat), true));
            }
            check_plans(&game);
            check_offers(&game);
            check(&posts::more(&game, Viewer::Public, true));
            check(&posts::text_board(&game, Viewer::Seat(seat)));
            check(&posts::past_board(&game, 0));
        }
        let legal = game.table.legal(seat);
        let notation = if game.record.len() > plies { RESIGN } else { legal[choose(legal.len())].as_str() };
        game.enter(seat, notation).unwrap();
        check(&posts::board(&game, (Viewer::Public, 0), NOW, Some(&rated_end(&game)), Some(picture.clone())));
        let since = last_turn_begins(&game.table, &game.record);
        check(&posts::board(&game, (Viewer::Seat(seat), since), NOW, None, Some(picture.clone())));
        let page = HistoryPage {
            game: Box::new(game.clone()),
            then: Box::new(game.clone()),
            to: Viewer::Seat(seat),
            number: game.record.len(),
            last: usize::MAX,
            entries: 0..game.record.len(),
            at: Some(Timestamp::MAX),
            taken_back: true,
        };
        check(&posts::history(&page, Some(picture.clone())));
        let person = game.person_in(seat).unwrap();
        check(&posts::notification(&game, person, BIG.into()));
        let notification = Notification { turn: u32::MAX, seat: seat.index() as u8 };
        check(&posts::reminder(&game, notification, Notification::REMINDERS, person, BIG.into()));
        let next =
            NextGame { waiting: 999, guild: BIG.into(), channel: BIG.into(), message: Some(BIG.into()) };
        check(&match posts::receipt(&game, person, game.record.len(), false) {
            Receipt::Done(mut post) => {
                posts::lead_on(&mut post, &next);
                *post
            }
            Receipt::Continued(panel) => drawn(*panel),
        });
        let chosen = vec![LONGEST_NOTATION.to_owned(); 5];
        check(&posts::closed_panel(&game, person, game.table.turn(), &chosen));
        let (id, revision) = (game.id, u32::MAX);
        let draft = vec!["an40+am39=a".to_owned(); 4];
        let confirm = Action::Confirm { game: id, revision, notations: draft.clone() };
        let undo = Action::Screen { game: id, revision, seat, draft, path: String::new() };
        let offered = [(text::CONFIRM.to_owned(), confirm), (text::UNDO.to_owned(), undo)];
        check(&posts::closed(id, &offered));
        check(&posts::ended(&game, person, BIG.into()));
        check(&posts::result(&game, BIG.into()));
        for why in [
            MoveRejected::moved_on(&game).into(),
            Rejected::not_your_turn(&game),
            Rejected::not_playing(&game),
            Rejected::no_longer_playing(&game),
            Rejected::game_over(&game),
        ] {
            let words = text::rejected(&why);
            assert!(words.chars().count() <= 2000, "{words}");
        }
    }
    let outcome = game.table.outcome().unwrap();
    let longest = ["x".repeat(MOST_CONFIRMED - 1)];
    for question in [
        text::ask_end(&game, &outcome, &longest),
        text::ask_cost(&"x".repeat(80), &longest),
        text::ask_again(&longest),
    ] {
        check(&posts::ask(BIG.into(), question, u32::MAX, &longest));
    }
}

#[test]
fn posts_of_all_games_are_within_discords_limits() {
    for &kind in Kind::ALL {
        let seats = seats::seat_counts(kind, &Options::new()).unwrap().into_iter();
        let mut tables: Vec<(u8, usize)> = seats.map(|seats| (seats, seats.into())).collect();
        if kind.about().several_seats {
            tables.push((kind.about().most(), 2));
        }
        for (seats, people) in tables {
            let options = Options::new().with("players", i64::from(seats));
            let table = Table::new(kind, &options).unwrap();
            check_game(options, game(seats, people, table), 300, chance(7 + u64::from(seats)));
        }
    }
}

#[test]
fn posts_of_huge_games_fit_discords_limits() {
    for &kind in Kind::ALL {
        let most = kind.about().most();
        let options = largest(kind, most);
        let table = Table::new(kind, &options).unwrap();
        // A few people with several seats have the longest menus, and many people have the longest lists.
        let people = if kind.about().several_seats { vec![most.into(), 2] } else { vec![most.into()] };
        for people in people {
            check_game(options.clone(), game(most, people, table.clone()), 64, chance(11));
        }
    }
}

/// Returns options of which each has another value than in a game without any.
fn all_unusual(kind: Kind) -> Options {
    let mut options = Options::new();
    for spec in kind.about().options.iter().filter(|spec| spec.name != PRESET) {
        options.set(spec.name, "a value that is long");
    }
    options
}

#[tokio::test]
async fn rules_fit_discord_and_describe_their_boards() {
    let pictures = Pictures::new(Theme::Light, Profile::Quick);
    for &kind in Kind::ALL {
        for (index, page) in kind.about().pages.iter().enumerate() {
            let mut picture = None;
            if let Some(diagram) = &page.board {
                let drawn = pictures.diagram(kind, diagram).await.unwrap();
                assert!(drawn.alt.starts_with(diagram.caption), "{kind}: {}", drawn.alt);
                assert!(
                    drawn.alt.len() > diagram.caption.len() + 20,
                    "{kind}: the position follows the caption"
                );
                picture = Some(drawn);
            }
            let presets = kind.about().presets.iter().map(|preset| Options::new().with(PRESET, preset.name));
            for here in presets.map(Some).chain([None, Some(all_unusual(kind))]) {
                check(&posts::rules(kind, index, picture.clone(), here.as_ref()));
            }
        }
    }
}

#[test]
fn lists_and_pieces_are_within_discords_limits() {
    check(&posts::help());
    let many = data::Holdings {
        games: u32::MAX,
        running: u32::MAX,
        lobbies: u32::MAX,
        ratings: u32::MAX,
        opponents: u32::MAX,
        plans: u32::MAX,
        sketches: u32::MAX,
        puzzles: u32::MAX,
        votes: u32::MAX,
        notices: u32::MAX,
        weeks: u32::MAX,
        settings: true,
    };
    let person = BIG.into();
    let asked = |kind| data::Erasure { person, kind, at: Timestamp::MAX, asked: Timestamp::MAX };
    for pending in [None, Some(asked(data::ErasureKind::Now)), Some(asked(data::ErasureKind::Later))] {
        for games in [0, 1, u32::MAX] {
            check(&posts::ask_erasure(games, pending.as_ref()));
            check(&posts::erasure_waits(games, Timestamp::MAX));
            check(&Post::text(text::erased(games)));
        }
        for ratings in [data::RatingsWish::On, data::RatingsWish::Hidden, data::RatingsWish::Off] {
            for (holdings, world) in [(many, true), (data::Holdings::default(), false)] {
                let visibility = data::Visibility { profile: world, hours: world };
                check(&posts::privacy(&PrivacyPanel { holdings, ratings, world, visibility, pending }));
            }
        }
    }
    check(&posts::personal_file(b"{}"));
    for count in [0, 1, 300] {
        let failed = Failed {
            channel: BIG.into(),
            kind: OutboxKind::Ready,
            why: "x".repeat(5000),
            at: Timestamp::MAX,
        };
        let lost = Some(Failures { count: usize::MAX, last: Timestamp::MAX });
        let place = Place { game: BIG.into(), guild: BIG.into(), channel: BIG.into() };
        let held = vec![place; count];
        let status = Status {
            counts: Counts::default(),
            differing: usize::MAX,
            held,
            without_machines: u32::MAX,
            failed: Some(vec![failed; count]),
        };
        let status = text::status(&status, lost);
        assert!(status.chars().count() <= 2000, "{status}");
    }
    check(&posts::notice(BIG.into(), u32::MAX, BIG.into(), &"x".repeat(5000)));
    check(&posts::all_games());
    for &kind in Kind::ALL {
        let words = "x".repeat(80);
        let offers: Vec<LegalMove> = (0..300)
            .map(|n| LegalMove {
                notation: format!("an40&am{n}=p"),
                words: words.clone(),
                path: Vec::new(),
                route: rules::Route::default(),
                takes: 0,
                dies: false,
            })
            .collect();
        for info in kind.about().pieces {
            let picture = Some(Picture { png: vec![0], alt: "x".repeat(1024) });
            check(&posts::piece(kind, info, None));
            check(&posts::piece(kind, info, Some(PieceOnBoard { moves: &offers, to_act: true, picture })));
        }
    }
    let question = |kind| Question { kind, person: BIG.into(), message: Some(BIG.into()) };
    let of_all = [OfferKind::Draw, OfferKind::TakeBack, OfferKind::Abort, OfferKind::Pause].map(question);
    // All other players are late.
    let questions_of_all = [of_all.as_slice(), &[question(OfferKind::Overdue); 7]].concat();
    let listed = |n: u64| Listed {
        id: n.into(),
        kind: Kind::ALL[n as usize % Kind::ALL.len()],
        state: if n.is_multiple_of(3) { GameState::Lobby } else { GameState::Running },
        guild: BIG.into(),
        channel: BIG.into(),
        message: n.is_multiple_of(2).then(|| BIG.into()),
        waits: n.is_multiple_of(2),
        to_move: n.is_multiple_of(4),
        questions: questions_of_all[..n as usize % (questions_of_all.len() + 1)].to_vec(),
        people: people(8),
        suspended: n.is_multiple_of(5),
        paused: n.is_multiple_of(7),
        overdue: n.is_multiple_of(3),
        deadline: n.is_multiple_of(2).then_some(Timestamp::MAX),
        alone: true,
        against_machines: n.is_multiple_of(2),
    };
    for count in [0, 1, 5, 12, 300] {
        let games: Vec<Listed> = (0..count).map(listed).collect();
        check(&posts::games(BIG.into(), &games));
        // The game with the most lines also comes first.
        check(&posts::games(BIG.into(), &games.iter().rev().cloned().collect::<Vec<_>>()));
        check(&posts::digest(BIG.into(), &games, "2026-01-31"));
        for why in [
            Rejected::NoGameHere { others: games.clone().into() },
            SuspendedRejected::NoneSuch { suspended: games }.into(),
        ] {
            let words = text::rejected(&why);
            assert!(words.chars().count() <= 2000, "{words}");
        }
    }
}
