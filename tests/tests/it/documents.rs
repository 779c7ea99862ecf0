//! Every rule that the code cites is in the documents, every ruling is cited, and every command is documented.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use rules::Kind;

use crate::layering::sources;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the name of a game's files.
fn module(kind: Kind) -> String {
    kind.slug().replace('-', "_")
}

fn document(kind: Kind) -> String {
    fs::read_to_string(root().join(format!("docs/rules/{}.md", module(kind)))).expect("a document")
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

/// Returns all comments about a game: in its code, in the code that draws it, and in its tests.
fn comments(kind: Kind) -> String {
    let module = module(kind);
    let own = |file: &Path| {
        file.components().any(|part| part.as_os_str() == module.as_str())
            || file.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(&module))
    };
    let folders = ["rules/src/games", "render/src/games", "rules/tests/it"];
    let files = folders.iter().flat_map(|folder| sources(&root().join(folder)));
    let texts = files.filter(|(file, _)| own(file)).map(|(_, text)| text);
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
    let vectors: serde_json::Value = serde_json::from_slice(&fs::read(file).expect("vectors")).expect("JSON");
    let cases = vectors["cases"].as_array().expect("a list");
    let rulings = cases.iter().flat_map(|case| case["rulings"].as_array().expect("a list"));
    rulings.map(|word| word.as_str().and_then(ruling).expect("a ruling")).collect()
}

#[test]
fn cited_and_settled_rulings_match() {
    let index = fs::read_to_string(root().join("docs/rules/README.md")).unwrap();
    for &kind in Kind::ALL {
        let document = document(kind);
        let rulings: BTreeSet<u32> = settled(&document).into_iter().collect();
        let last = rulings.last().copied().unwrap();
        assert!(rulings.iter().copied().eq(1..=last), "{kind}: {rulings:?}");
        assert_eq!(settled(&document).len(), rulings.len(), "{kind}: two rulings have the same number");
        let row =
            index.lines().find(|line| line.contains(&format!("({}.md)", module(kind)))).expect("a document");
        assert!(row.contains(&format!("| R1 to R{last} |")), "{row}");

        let mut cited: BTreeSet<u32> = words(&comments(kind)).filter_map(ruling).collect();
        cited.extend(shown(kind));
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

/// Returns the commands in backticks, without the slash: `play`, `admin clock`.
fn commands_in(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter_map(|quoted| quoted.strip_prefix('/')).map(ToOwned::to_owned).collect()
}

/// Compares documented commands with the real ones: every command appears, and every subcommand that is named exists.
#[track_caller]
fn check_commands(told: &BTreeSet<String>) {
    let commands = bot::commands::all();
    let names: BTreeSet<&str> = commands.iter().map(|command| &*command.name).collect();
    let told_names: BTreeSet<&str> = told.iter().filter_map(|told| told.split(' ').next()).collect();
    assert_eq!(told_names, names);
    for (name, within) in told.iter().filter_map(|told| told.split_once(' ')) {
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
    let mut helped = commands_in(bot::text::HELP);
    assert!(helped.insert("help".to_owned()), "a reader of the help has found /help");
    check_commands(&helped);
}
