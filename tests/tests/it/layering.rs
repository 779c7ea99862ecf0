//! Checks which crate may know which. ARCHITECTURE.md lists what must not be; these tests look for it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use cargo_metadata::{Dependency, DependencyKind, Metadata, MetadataCommand, Package};

fn metadata() -> Metadata {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo metadata")
}

fn folder(package: &Package) -> PathBuf {
    package.manifest_path.parent().expect("a manifest is in a folder").into()
}

/// Returns all Rust files below a folder with their text.
pub(crate) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            found.push((path, text));
        }
    }
    assert!(!found.is_empty(), "{} has no source", folder.display());
    found
}

#[track_caller]
fn nowhere(folder: &Path, words: &[&str]) {
    for (path, text) in sources(folder) {
        for word in words {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn crates_depend_only_on_allowed_crates() {
    let metadata = metadata();
    let ours: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    for package in &metadata.packages {
        let may: &[&str] = match package.name.as_str() {
            "rules" | "clock" | "ratings" | "meters" | "playground" => &[],
            "engine" | "render" => &["rules"],
            "data" => &["rules", "engine", "clock", "ratings", "meters"],
            "play" => &["rules", "engine", "clock", "ratings", "data"],
            "messages" => &["rules", "engine", "render", "clock", "ratings", "meters", "data", "play"],
            "bot" => &["rules", "engine", "clock", "meters", "data", "play", "messages"],
            "petri" => &[
                "rules",
                "engine",
                "render",
                "clock",
                "meters",
                "data",
                "play",
                "messages",
                "bot",
                "playground",
            ],
            "tests" => {
                &["rules", "clock", "meters", "data", "play", "messages", "bot", "playground", "petri"]
            }
            other => panic!("no rule says what {other} may depend on"),
        };
        // A dependency that only the tests of a crate use does not count.
        let normal = |dependency: &&Dependency| dependency.kind == DependencyKind::Normal;
        for dependency in package.dependencies.iter().filter(normal) {
            let name = dependency.name.as_str();
            assert!(!ours.contains(name) || may.contains(&name), "{} depends on {name}", package.name);
        }
    }
}

#[test]
fn only_bot_and_petri_use_discords_library() {
    for package in &metadata().packages {
        // `petri doctor` sends Discord two plain questions.
        if ["bot", "petri"].contains(&package.name.as_str()) {
            continue;
        }
        let libraries = package.dependencies.iter().map(|dependency| dependency.name.as_str());
        let known: Vec<&str> = libraries.filter(|name| ["serenity", "poise"].contains(name)).collect();
        assert!(known.is_empty(), "{} depends on {known:?}", package.name);
        nowhere(&folder(package).join("src"), &["serenity::", "poise::"]);
    }
}

#[test]
fn rules_use_no_clock_no_chance_no_files() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/src");
    nowhere(&rules, &["std::time", "std::fs", "std::net", "std::env", "rand::", "HashMap"]);
}

#[test]
fn engine_uses_no_clock_no_chance_no_files() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    nowhere(&engine, &["Instant", "SystemTime", "thread::", "std::fs", "std::net", "std::env", "rand::"]);
}

#[test]
fn clock_never_reads_the_time() {
    let clock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clock/src");
    nowhere(&clock, &["std::time", "std::fs", "std::net", "std::env", "rand::", "::now(", "::system()"]);
}

#[test]
fn ratings_use_no_time_no_chance_no_files() {
    let ratings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ratings/src");
    nowhere(&ratings, &["std::time", "std::fs", "std::net", "std::env", "rand::", "HashMap"]);
}
