//! With a base URL the bot talks to that server and to nobody else, or not at all.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::process::{PATIENCE, TOKEN, petri};

/// What a made-up server has been asked: the first lines of the requests.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl Asked {
    fn lines(&self) -> Vec<String> {
        self.0.lock().expect("nothing fails while it holds this").clone()
    }
}

/// A server that answers every request with this body; `None`: that takes requests and never answers.
async fn server(body: Option<&'static str>) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let asked = Asked::default();
    let note = asked.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, body, note.clone()));
        }
    });
    (url, asked)
}

async fn answer(mut stream: TcpStream, body: Option<&'static str>, asked: Asked) {
    let (from, mut to) = stream.split();
    let mut lines = BufReader::new(from).lines();
    let mut first = true;
    while let Ok(Some(line)) = lines.next_line().await {
        if first {
            asked.0.lock().expect("nothing fails while it holds this").push(line.clone());
        }
        first = line.is_empty();
        if let (true, Some(body)) = (first, body) {
            let head = format!("content-type: application/json\r\ncontent-length: {}", body.len());
            let answer = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}");
            if to.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

/// Starts the bot against a base URL, expects that it refuses, and answers what it says.
async fn refusal(url: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let run = petri()
        .arg("run")
        .env("DISCORD_TOKEN", TOKEN)
        .env("PETRI_DISCORD_URL", url)
        .env("PETRI_DATA_DIR", folder.path())
        .output();
    let output = tokio::time::timeout(PATIENCE, run).await.expect("it ends by itself").expect("it runs");
    assert!(!output.status.success(), "it must refuse");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(!said.contains("panicked") && !said.contains(TOKEN), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_names_discords_gateway_is_refused_at_once() {
    let (url, asked) = server(Some(r#"{"url":"wss://gateway.discord.gg"}"#)).await;
    let said = refusal(&url).await;
    assert!(said.contains("Discord's own gateway") && said.contains(&url), "{said}");
    assert_eq!(asked.lines(), ["GET /api/v10/gateway HTTP/1.1"], "nothing else was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_talks_nonsense_is_refused() {
    let (url, asked) = server(Some("<html>hello</html>")).await;
    let said = refusal(&url).await;
    assert!(said.contains(&format!("{url}/api/v10/gateway does not answer")), "{said}");
    let others: Vec<String> =
        asked.lines().into_iter().filter(|line| line != "GET /api/v10/gateway HTTP/1.1").collect();
    assert_eq!(others, [""; 0], "nothing else was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_never_answers_is_refused() {
    let (url, asked) = server(None).await;
    let said = refusal(&url).await;
    assert!(said.contains("does not answer") && said.contains(&url), "{said}");
    let others: Vec<String> =
        asked.lines().into_iter().filter(|line| line != "GET /api/v10/gateway HTTP/1.1").collect();
    assert_eq!(others, [""; 0], "nothing else was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_server_at_all_is_refused() {
    // A port that was free a moment ago, and that nobody listens on.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let said = refusal(&url).await;
    assert!(said.contains("does not answer; is the server there?") && said.contains(&url), "{said}");
}
