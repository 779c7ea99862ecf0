//! Tests that the descriptions of the games fit where they are shown.

use std::{collections::BTreeSet, fs};

use rules::{Diagram, END, Focus, Kind, OptionSpec, Options, PASS, PLAYERS, PRESET, Showcase, Takes, Value};

use crate::walk::Dice;

#[test]
fn every_folder_is_a_game_in_the_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games");
    let folders: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap().replace('_', "-"))
        .collect();
    let games: BTreeSet<String> = Kind::ALL.iter().map(|kind| kind.slug().to_owned()).collect();
    assert_eq!(folders, games, "rules/src/games/mod.rs: a line in `for_each_game!` for every folder");
    assert_eq!(games.len(), Kind::ALL.len());
}

/// A file that `main.rs` does not name is not compiled, and its tests would never run.
#[test]
fn every_test_file_is_compiled() {
    let files: BTreeSet<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "main.rs")
        .collect();
    let named =
        include_str!("main.rs").lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    assert_eq!(
        files,
        named.map(|name| format!("{name}.rs")).collect(),
        "rules/tests/it/main.rs: a `mod` line for every file beside it"
    );
}

#[test]
fn games_are_found_by_name() {
    for &kind in Kind::ALL {
        assert_eq!(Kind::from_slug(kind.slug()), Some(kind));
        assert_eq!(kind.to_string(), kind.slug());
    }
    assert_eq!(Kind::from_slug("chess"), None);
}

#[test]
fn texts_fit_where_they_are_shown() {
    for &kind in Kind::ALL {
        let about = kind.about();
        check_text(about.title, 32);
        check_text(about.goal, 100);
        check_text(about.length, 100);
        check_text(about.notation, 150);
        assert!(about.slug.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
        assert!(about.seats.is_sorted() && about.colours.len() >= usize::from(about.most()));
        assert!((3..=12).contains(&about.pages.len()), "{kind}: {} pages", about.pages.len());
        for page in about.pages {
            check_text(page.title, 100);
            assert!((200..=3500).contains(&page.text.chars().count()), "{kind}: {}", page.title);
            assert_eq!(page.text.trim(), page.text);
            if let Some(diagram) = &page.board {
                check_text(diagram.caption, 300);
                assert!(diagram.caption.ends_with('.') && !diagram.caption.contains(['*', '`']));
            }
        }
        let names: BTreeSet<&str> = about.pieces.iter().map(|piece| piece.name).collect();
        assert!(!names.is_empty() && names.len() == about.pieces.len(), "{kind}: {names:?}");
        for piece in about.pieces {
            check_text(piece.name, 32);
            check_text(piece.text, 600);
            assert_eq!(piece.name, piece.name.to_lowercase());
        }
        let reasons: BTreeSet<&str> = about.endings.iter().map(|ending| ending.reason).collect();
        assert!(!reasons.is_empty() && reasons.len() == about.endings.len(), "{kind}: {reasons:?}");
        for ending in about.endings {
            check_text(ending.words, 60);
            assert!(
                ![rules::RESIGNED, rules::TIMED_OUT, rules::AGREED, rules::LATE].contains(&ending.reason)
            );
        }
        assert!(about.sides.is_empty() || about.sides.len() == 2, "{kind}: {:?}", about.sides);
        for option in about.all_options() {
            check_text(option.name, 32);
            check_text(&option.default.to_string(), 100);
            check_text(option.about, 100);
        }
    }
}

#[test]
fn game_and_preset_rows_are_short_sentences() {
    for &kind in Kind::ALL {
        let about = kind.about();
        check_row(&format!("{}: {}", about.title, about.summary));
        let preset = about.options.iter().find(|option| option.name == PRESET);
        let values = match preset.map(|option| option.takes) {
            Some(Takes::TextOf(values)) => values.iter().copied().collect(),
            None => BTreeSet::new(),
            other => panic!("{kind}: {other:?}"),
        };
        let presets: BTreeSet<&str> = about.presets.iter().map(|preset| preset.name).collect();
        assert_eq!(presets, values, "{kind}: every preset has a row");
        for preset in about.presets {
            check_text(preset.about, 40);
            check_row(preset.about);
        }
    }
}

/// Checks a row of a menu: a whole sentence with the number of players and how long they play.
#[track_caller]
fn check_row(row: &str) {
    check_text(row, 60);
    assert!(row.ends_with('.') && !row.contains('`'), "{row}");
    assert!(row.contains(" play") && (row.contains("turns") || row.contains("rounds")), "{row}");
}

#[test]
fn figures_follow_the_options() {
    for (kind, options, says) in [
        (Kind::Protozoa, Options::new().with("goal", 8), "8 points win."),
        (Kind::Protozoa, Options::new().with("rounds", 1).with("players", 4), "at most 1 round (4 turns) on"),
        (Kind::PlanktonSynapse, Options::new(), "After 300 turns, the game is a draw."),
        (Kind::PlanktonSynapse, Options::new().with(PRESET, "correspondence"), "After 120 turns, zoorbs"),
        (Kind::PlanktonSynapse, Options::new().with("loss", "first"), "your first zoorb"),
        (Kind::Semiosphere, Options::new().with("points", 5).with("rows", 7), "has 5 points"),
        (Kind::Stract, Options::new().with(PRESET, "correspondence"), "20 turns on 5 × 6 tiles"),
        (Kind::Stract, Options::new().with("fire", 3), "10 water, 3 fire and 10 earth"),
        (Kind::Parasites, Options::new().with("size", 12), "12 × 12 squares"),
    ] {
        let figures = kind.new_game(&options).unwrap().figures();
        assert!(figures.contains(says), "{kind}: {figures}");
    }
}

/// Most pages explain something on the board, and show it.
#[test]
fn every_diagram_can_be_set_up() {
    for &kind in Kind::ALL {
        let pages = kind.about().pages;
        let boards: Vec<&Diagram> = pages.iter().filter_map(|page| page.board.as_ref()).collect();
        assert!(boards.len() + 2 >= pages.len(), "{kind}: {} of {} pages", boards.len(), pages.len());
        let positions: BTreeSet<_> = boards.iter().map(|board| (board.position, board.moves)).collect();
        assert_eq!(positions.len(), boards.len(), "{kind}: no board is shown twice");
        for board in boards {
            let (_, events) = board.set_up(kind).unwrap();
            assert_eq!(events.is_empty(), board.moves.is_empty(), "{kind}: {}", board.caption);
            let marked = board.focus().unwrap();
            let squares: BTreeSet<_> = marked.iter().map(|(square, _)| square.to_string()).collect();
            assert_eq!(squares.len(), marked.len(), "{kind}: one mark on a square: {}", board.caption);
            let spoken_of = marked.iter().any(|(_, focus)| *focus == Focus::Here);
            assert_eq!(
                spoken_of,
                !marked.is_empty(),
                "{kind}: a piece is marked whenever its squares are: {}",
                board.caption
            );
        }
    }
}

#[test]
fn every_showcase_can_be_set_up() {
    let (mut names, mut stems) = (BTreeSet::new(), BTreeSet::new());
    for &kind in Kind::ALL {
        assert!(!kind.showcase().is_empty(), "{kind}: showcase.rs has no position");
        for showcase in kind.showcase() {
            let (table, events) = showcase.set_up(kind).unwrap();
            assert_eq!(events.is_empty(), showcase.moves.is_empty(), "{}", showcase.name);
            assert_eq!(table.kind(), kind);
            check_text(showcase.shows, 100);
            assert!(showcase.shows.ends_with('.'), "{}", showcase.shows);
            assert!(showcase.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", showcase.name);
            assert!(names.insert(showcase.name), "two are called {}", showcase.name);
            assert!(stems.insert(showcase.stem()), "two show the same: {}", showcase.shows);
        }
    }
}

#[test]
fn bad_showcases_explain_the_error() {
    const START: &str = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
    let why = |showcase: Showcase| showcase.set_up(Kind::Protozoa).unwrap_err().to_string();
    assert!(why(Showcase::new("", "", START).after(&[(1, "p@d4")])).contains("p@d4 is refused"));
    assert!(why(Showcase::new("", "", "8 2")).contains("cannot be read"));
}

/// Plays three rounds of random moves, then passes and ends turns where it can.
#[test]
fn quick_games_are_over_soon() {
    const MOST: usize = 400;
    for &kind in Kind::ALL {
        for &seats in kind.about().seats {
            let quick = kind.quick(seats);
            // A game without options is short by itself, or it fails below.
            let some = quick.iter().next().is_some() || kind.about().options.is_empty();
            assert!(some, "{kind}: showcase.rs has no options for {seats}");
            let mut game = kind.new_game(&quick.with(PLAYERS, i64::from(seats))).unwrap();
            let mut dice = Dice::new(seats.into());
            let mut plies = 0;
            while let Some(seat) = game.to_act().first() {
                let legal = game.legal(seat);
                let lively = plies < 3 * usize::from(seats);
                let rest = legal.iter().find(|notation| [PASS, END].contains(&notation.as_str()));
                let next = rest.filter(|_| !lively).unwrap_or_else(|| dice.pick(&legal));
                game.play(seat, next, &mut |_| {}).unwrap();
                plies += 1;
                assert!(plies < MOST, "{kind} for {seats} does not end: showcase.rs needs other options");
            }
        }
    }
}

#[test]
fn bad_diagrams_explain_the_error() {
    let why = |diagram: Diagram| diagram.set_up(Kind::Protozoa).unwrap_err().to_string();
    const START: &str = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
    assert!(why(Diagram::new("8 2", "")).starts_with("the diagram cannot be read"));
    assert!(why(Diagram::new(START, "").after(&[(1, "p@d4")])).contains("p@d4 is refused"));
    assert!(why(Diagram::new(START, "").after(&[(0, "p@a1")])).contains("seats are counted from 1"));
    assert!(Diagram::new(START, "").with(&[(Focus::Here, "d4  e4")]).focus().is_err());
}

#[track_caller]
fn check_text(text: &str, longest: usize) {
    let length = text.chars().count();
    assert!(length > 0 && length <= longest, "{length} of at most {longest} characters: {text}");
    assert!(!text.contains('\n'), "one line: {text}");
}

#[test]
fn options_accept_their_range_and_no_more() {
    for &kind in Kind::ALL {
        // Some values do not go with every number of players.
        let counts = [kind.about().fewest(), kind.about().most()];
        let takes = |name: &str, value: Value| {
            let given = |players: u8| Options::new().with("players", i64::from(players));
            let new = |players: u8| kind.new_game(&given(players).with(name, value.clone())).ok();
            let games: Vec<_> = counts.into_iter().filter_map(new).collect();
            // The reader of position texts must accept the same ranges.
            for game in &games {
                assert_eq!(kind.read(&game.position()).as_ref(), Ok(game), "{kind}: {name}");
            }
            !games.is_empty()
        };
        for option in kind.about().all_options() {
            match option.takes {
                Takes::Int { min, max } => {
                    assert!(takes(option.name, min.into()), "{kind}: {}", option.name);
                    assert!(takes(option.name, max.into()), "{kind}: {}", option.name);
                    assert!(!takes(option.name, (min - 1).into()), "{kind}: {}", option.name);
                    assert!(!takes(option.name, (max + 1).into()), "{kind}: {}", option.name);
                }
                Takes::IntOf(values) => {
                    for &value in values {
                        assert!(takes(option.name, value.into()), "{kind}: {}", option.name);
                    }
                }
                Takes::TextOf(texts) => {
                    for &text in texts {
                        assert!(takes(option.name, text.into()), "{kind}: {}", option.name);
                    }
                    assert!(!takes(option.name, "no such thing".into()), "{kind}: {}", option.name);
                }
                // How many seats go with which options is tested elsewhere.
                Takes::Seats(counts) => {
                    assert!(!takes(option.name, (i64::from(counts[counts.len() - 1]) + 1).into()), "{kind}");
                }
                Takes::Flag => assert!(takes(option.name, true.into()), "{kind}: {}", option.name),
            }
            assert!(!takes(option.name, Value::Other), "{kind}: {}", option.name);
        }
        assert!(takes("seed", Value::Other), "{kind}");
        for &seats in kind.about().seats {
            let game = kind.new_game(&Options::new().with("players", i64::from(seats))).unwrap();
            assert_eq!(game.seats(), seats);
        }
    }
}

/// Returns the values that an option accepts, as players type them.
fn values(option: OptionSpec) -> Vec<(String, Value)> {
    match option.takes {
        Takes::Int { min, max } => (min..=max).map(|value| (value.to_string(), value.into())).collect(),
        Takes::IntOf(values) => values.iter().map(|&value| (value.to_string(), value.into())).collect(),
        Takes::Seats(counts) => {
            counts.iter().map(|&count| (count.to_string(), i64::from(count).into())).collect()
        }
        Takes::TextOf(texts) => texts.iter().map(|&text| (text.to_owned(), text.into())).collect(),
        Takes::Flag => [true, false].map(|flag| (flag.to_string(), flag.into())).to_vec(),
    }
}

#[test]
fn preset_sets_defaults_of_options() {
    for &kind in Kind::ALL {
        for preset in kind.about().presets {
            let (chosen, given) = (Options::new().with(PRESET, preset.name), Options::of(preset.sets));
            assert_eq!(kind.new_game(&chosen), kind.new_game(&given), "{kind}: {}", preset.name);
        }
    }
}

/// Menus mark the default.
#[test]
fn option_defaults_match_a_game_without_them() {
    for &kind in Kind::ALL {
        let counts: Vec<Options> = kind
            .about()
            .seats
            .iter()
            .map(|&seats| Options::new().with(rules::PLAYERS, i64::from(seats)))
            .collect();
        for option in kind.about().options {
            let changes_nothing = |value: &Value| {
                let same = |given: &Options| {
                    kind.new_game(&given.clone().with(option.name, value.clone())) == kind.new_game(given)
                };
                counts.iter().all(same)
            };
            let words = option.default.to_string();
            let all = values(*option);
            let defaults: Vec<&str> = all
                .iter()
                .filter(|(_, value)| changes_nothing(value))
                .map(|(typed, _)| typed.as_str())
                .collect();
            let is_value = all.iter().any(|(typed, _)| *typed == words);
            if defaults.is_empty() {
                assert!(!is_value, "{kind}: {} depends on the players: {words}", option.name);
            } else {
                assert!(
                    defaults.contains(&words.as_str()),
                    "{kind}: {} is {defaults:?}, not {words}",
                    option.name
                );
            }
        }
    }
}
