//! Every rule that the code cites is in the documents, every ruling is cited, and every command is documented.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use rules::{ABORTED, AGREED, Kind, LATE, RESIGNED, TIMED_OUT};

use crate::layering::sources;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the name of a game's files.
fn module(kind: Kind) -> String {
    kind.slug().replace('-', "_")
}

fn document(kind: Kind) -> String {
    read(&format!("docs/rules/{}.md", module(kind)))
}

/// Returns the number in `R12`.
fn ruling(word: &str) -> Option<u32> {
    word.strip_prefix('R')?.parse().ok()
}

/// Returns the rulings of a document, in its order: `- **R12. Beside.** …`.
fn settled(document: &str) -> Vec<u32> {
    let lines = document.lines().filter_map(|line| line.strip_prefix("- **")?.split_once(". "));
    lines.filter_map(|(word, _)| ruling(word)).collect()
}

/// Returns the section numbers of a document: `8`, `8.1`.
fn sections(document: &str) -> BTreeSet<String> {
    let heads = document.lines().filter(|line| line.starts_with('#'));
    let numbers = heads.filter_map(|head| head.trim_start_matches('#').split_whitespace().next());
    numbers.map(|number| number.trim_end_matches('.').to_owned()).collect()
}

/// Whether a file is in the folder of a game's module or has its name, alone or before a `_`.
fn is_of(module: &str, file: &Path) -> bool {
    // A folder above the workspace can have the name of a game, too.
    let file = file.strip_prefix(root()).unwrap_or(file);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    file.components().any(|part| part.as_os_str() == module)
        || stem.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Returns all comments about a game: in its code, in the code that draws it, and in its tests.
fn comments(kind: Kind) -> String {
    let module = module(kind);
    let folders = ["rules/src/games", "render/src/games", "rules/tests/it"];
    let files = folders.iter().flat_map(|folder| sources(&root().join(folder)));
    let texts = files.filter(|(file, _)| is_of(&module, file)).map(|(_, text)| text);
    let lines: Vec<String> = texts
        .flat_map(|text| text.lines().filter_map(comment).map(ToOwned::to_owned).collect::<Vec<_>>())
        .collect();
    lines.join(" ")
}

fn comment(line: &str) -> Option<&str> {
    line.split_once("//").map(|(_, comment)| comment)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '.').map(|word| word.trim_matches('.'))
}

/// Returns the rulings that the game's test vectors cover.
fn shown(kind: Kind) -> BTreeSet<u32> {
    let file = root().join(format!("rules/tests/data/{}.vectors.json", kind.slug()));
    let vectors: serde_json::Value =
        serde_json::from_slice(&fs::read(&file).expect("vectors")).expect("JSON");
    let cases = vectors["cases"].as_array().expect("a list");
    let rulings = cases.iter().flat_map(|case| {
        let rulings = case["rulings"].as_array();
        rulings.unwrap_or_else(|| panic!("{}: `rulings` is a list in every case", file.display()))
    });
    rulings.map(|word| word.as_str().and_then(ruling).expect("a ruling")).collect()
}

#[test]
fn files_of_a_game_have_its_name() {
    let is_of = |module: &str, file: &str| is_of(module, &root().join(file));
    assert!(
        is_of("stract", "rules/src/games/stract/orders.rs") && is_of("stract", "render/src/games/stract.rs")
    );
    assert!(is_of("stract", "rules/tests/it/stract_secrets.rs"));
    assert!(!is_of("stract", "rules/tests/it/stractor.rs"));
    // The path of the workspace ends with `tests/..`.
    assert!(!is_of("tests", "rules/src/lib.rs"), "folders above the workspace do not count");
}

#[test]
fn cited_and_settled_rulings_match() {
    const INDEX: &str = "docs/rules/README.md";
    let index = read(INDEX);
    for &kind in Kind::ALL {
        let document = document(kind);
        let rulings: BTreeSet<u32> = settled(&document).into_iter().collect();
        let last = rulings.last().copied().unwrap();
        assert!(rulings.iter().copied().eq(1..=last), "{kind}: {rulings:?}");
        assert_eq!(settled(&document).len(), rulings.len(), "{kind}: two rulings have the same number");
        let row = row(INDEX, &index, &format!("| [{}]({}.md) |", kind.title(), module(kind)));
        assert!(
            row.contains(&format!("| R1 to R{last} |")),
            "{INDEX}: the rulings of {kind} are R1 to R{last}"
        );

        let mut cited: BTreeSet<u32> = words(&comments(kind)).filter_map(ruling).collect();
        cited.extend(shown(kind));
        let uncited: Vec<&u32> = rulings.difference(&cited).collect();
        assert!(
            uncited.is_empty(),
            "{kind}: neither a comment nor a test vector cites these rulings: {uncited:?}"
        );
        assert_eq!(cited, rulings, "{kind}: cited rulings, and settled ones");
        let within: BTreeSet<u32> = words(&document).filter_map(ruling).collect();
        assert!(within.is_subset(&rulings), "{kind}: {within:?}");
    }
}

#[test]
fn cited_sections_exist() {
    for &kind in Kind::ALL {
        let there = sections(&document(kind));
        let comments = comments(kind);
        let mut words = words(&comments).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            if !["section", "sections"].contains(&word.to_lowercase().as_str()) {
                continue;
            }
            let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
            while let Some(word) = words.next_if(|word| is_number(word) || ["and", "to"].contains(word)) {
                assert!(!is_number(word) || there.contains(word), "{kind}: section {word}");
            }
        }
    }
}

/// Reads a document of the workspace.
fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the row of a table that begins with these words. Fails the test if there is no such row, or more than one.
#[track_caller]
fn row<'t>(name: &str, text: &'t str, begins: &str) -> &'t str {
    let mut rows = text.lines().filter(|line| line.starts_with(begins));
    let found = rows.next().unwrap_or_else(|| panic!("{name}: add a row that begins with `{begins}`"));
    assert!(rows.next().is_none(), "{name}: two rows begin with `{begins}`");
    found
}

/// Returns the number of rows of the table whose head begins with these words.
fn rows_below(text: &str, begins: &str) -> usize {
    let from = text.lines().skip_while(|line| !line.starts_with(begins));
    from.skip(2).take_while(|line| line.starts_with('|')).count()
}

/// Returns the numbers of players as the documents write them: `2 to 4`, or `2`.
fn range(kind: Kind) -> String {
    let (fewest, most) = (kind.about().fewest(), kind.about().most());
    if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
}

/// Returns the words in backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn slugs() -> BTreeSet<&'static str> {
    Kind::ALL.iter().map(|kind| kind.slug()).collect()
}

#[test]
fn readme_lists_every_game() {
    let readme = read("README.md");
    for &kind in Kind::ALL {
        let row = row("README.md", &readme, &format!("| **{}** |", kind.title()));
        let players = row.split(" | ").nth(1).expect("a column for the players");
        let rest = players.strip_prefix(&range(kind)).unwrap_or_else(|| panic!("{row}: {}", range(kind)));
        assert!(rest.is_empty() || rest.starts_with([' ', ',']), "{row}");
    }
    assert_eq!(rows_below(&readme, "| game | players |"), Kind::ALL.len(), "README.md: a row for each game");
}

#[test]
fn index_of_rules_lists_every_game() {
    let index = read("docs/rules/README.md");
    for &kind in Kind::ALL {
        let begins = format!("| [{}]({}.md) |", kind.title(), module(kind));
        let row = row("docs/rules/README.md", &index, &begins);
        let seats = kind.about().seats;
        let without_gaps = seats.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let listed: Vec<String> = seats.iter().map(u8::to_string).collect();
        let players = if without_gaps { range(kind) } else { listed.join(", ") };
        assert!(row.starts_with(&format!("{begins} {players} |")), "{row}: {players}");
    }
    assert_eq!(rows_below(&index, "| Game | Players |"), Kind::ALL.len(), "a row for each game");
}

#[test]
fn record_format_names_games_and_endings() {
    const NAME: &str = "docs/record-format.md";
    let text = read(NAME);
    let games = row(NAME, &text, "| `game` |").trim_start_matches("| `game` |");
    assert_eq!(quoted(games), slugs(), "{NAME}: the names of the games");
    let endings = |row: &str| -> BTreeSet<String> {
        let reasons = row.split('|').nth(2).expect("a column of reasons");
        quoted(reasons).into_iter().map(ToOwned::to_owned).collect()
    };
    for &kind in Kind::ALL {
        let row = row(NAME, &text, &format!("| {} |", kind.title()));
        let reasons: BTreeSet<String> =
            kind.about().endings.iter().map(|ending| ending.reason.to_owned()).collect();
        assert_eq!(endings(row), reasons, "{NAME}: how {kind} ends");
    }
    let table = [RESIGNED, TIMED_OUT, AGREED, LATE, ABORTED].map(ToOwned::to_owned);
    assert_eq!(endings(row(NAME, &text, "| the table |")), BTreeSet::from(table), "{NAME}: the table");
    assert_eq!(rows_below(&text, "| decided by |"), 1 + Kind::ALL.len(), "{NAME}: a row for each game");
}

#[test]
fn arbiter_names_every_game() {
    let text = read("docs/arbiter.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, names) = text.split_once("Games are named as in commands: ").expect("a list of the names");
    let (names, _) = names.split_once('.').expect("the end of the list");
    assert_eq!(quoted(names), slugs(), "docs/arbiter.md: the names of the games");
}

/// Every game has every file that CONTRIBUTING asks for.
#[test]
fn files_of_a_game_are_named_in_contributing() {
    let text = read("CONTRIBUTING.md");
    let (_, rest) = text.split_once("## Add a game\n").expect("a section");
    let (section, _) = rest.split_once("\n## ").expect("another section");
    let named: Vec<&str> =
        section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let (own, shared): (Vec<&str>, Vec<&str>) = named.iter().partition(|name| name.contains('<'));
    assert!(own.len() > 10 && (10..=13).contains(&shared.len()), "{own:?} {shared:?}");
    for &kind in Kind::ALL {
        for name in &own {
            let file = name.replace("<game>", &module(kind)).replace("<slug>", kind.slug());
            assert!(root().join(&file).exists(), "{file}");
        }
    }
    assert!(shared.iter().all(|file| root().join(file).exists()), "{shared:?}");
}

/// Returns the commands in backticks, without the slash: `play`, `admin clock`.
fn commands_in(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter_map(|quoted| quoted.strip_prefix('/')).map(ToOwned::to_owned).collect()
}

/// Compares documented commands with the real ones: every command appears, and every subcommand that is named exists.
#[track_caller]
fn check_commands(described: &BTreeSet<String>) {
    let commands = bot::commands::all();
    let names: BTreeSet<&str> = commands.iter().map(|command| &*command.name).collect();
    let described_names: BTreeSet<&str> =
        described.iter().filter_map(|described| described.split(' ').next()).collect();
    assert_eq!(described_names, names);
    for (name, within) in described.iter().filter_map(|described| described.split_once(' ')) {
        let command = commands.iter().find(|command| command.name == name);
        let known =
            command.is_some_and(|command| command.subcommands.iter().any(|known| known.name == within));
        assert!(known, "there is no /{name} {within}");
    }
}

#[test]
fn documented_commands_match_real_ones() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let rows =
        readme.lines().filter_map(|line| line.strip_prefix("| `/")).filter_map(|row| row.split_once('`'));
    check_commands(&rows.map(|(name, _)| name.to_owned()).collect());
    let mut helped = commands_in(messages::text::HELP);
    assert!(helped.insert("help".to_owned()), "a reader of the help has found /help");
    check_commands(&helped);
}
