//! What somebody does who has never seen Petri: starts it without a token.

use std::{path::Path, process::Stdio};

use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

use crate::process::petri;

/// Starts bot and playground in one process; its address.
async fn start(data: &Path, port: &str) -> (Child, String) {
    let mut command = petri();
    command.arg("--data-dir").arg(data).args(["--port", port]).env_remove("DISCORD_TOKEN");
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("the program starts");
    let said = BufReader::new(child.stdout.take().expect("it is piped")).lines().next_line().await;
    let said = said.expect("it can be read").expect("it says where the page is");
    let address = said.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    (child, address.to_owned())
}

async fn stop(mut child: Child) {
    let pid = child.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().await.expect("kill runs").success());
    assert!(child.wait().await.expect("it ends").success(), "Ctrl-C is no failure");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_a_page_is_ready_that_says_what_to_type_and_remembers() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, address) = start(folder.path(), "0").await;
    let page = reqwest::get(&address).await.expect("an answer").text().await.expect("a page");
    assert!(page.contains("<html"), "{page}");
    let welcome = format!("{address}/playground/v1/welcome");
    let lines: serde_json::Value =
        reqwest::get(&welcome).await.expect("an answer").json().await.expect("what to type");
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(3), "{lines}");
    assert!(lines["lines"][0].as_str().is_some_and(|line| line.contains("/play")), "{lines}");

    // Nobody else can have that port, and is told what to do.
    let port = address.rsplit(':').next().expect("a port").to_owned();
    let other = tempfile::tempdir().expect("a folder");
    let refused = petri().arg("--data-dir").arg(other.path()).args(["--port", &port]).output().await;
    let refused = refused.expect("the program runs");
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("--port"), "{why}");

    let people = format!("{address}/playground/v1/people");
    let made = reqwest::Client::new().post(&people).json(&serde_json::json!({ "name": "Cleo" })).send().await;
    assert!(made.expect("an answer").status().is_success());
    stop(child).await;
    assert!(folder.path().join("petri.sqlite").exists());
    let (child, address) = start(folder.path(), &port).await;
    let people = format!("{address}/playground/v1/people");
    let people = reqwest::get(&people).await.expect("an answer").text().await.expect("people");
    assert!(people.contains("Cleo"), "what was there is kept: {people}");
    stop(child).await;
}
