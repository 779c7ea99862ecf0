//! With a base URL the bot talks only to that server.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::process::{Bot, Launch, Log, PATIENCE, TOKEN, petri};

/// The first lines of the requests that a made-up server received.
#[derive(Clone, Default)]
struct Requests(Arc<Mutex<Vec<String>>>);

impl Requests {
    fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no thread panics while it holds the lock").clone()
    }
}

/// A server's response to the first line of a request: a status and a body; `None` if it never responds.
type Says = fn(&str) -> Option<(&'static str, &'static str)>;

async fn server(says: Says) -> (String, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let requests = Requests::default();
    let note = requests.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, says, note.clone()));
        }
    });
    (url, requests)
}

async fn answer(mut stream: TcpStream, says: Says, requests: Requests) {
    let (from, mut to) = stream.split();
    let mut lines = BufReader::new(from).lines();
    let mut request = None;
    while let Ok(Some(line)) = lines.next_line().await {
        if request.is_none() {
            requests.0.lock().expect("no thread panics while it holds the lock").push(line.clone());
            request = Some(line.clone());
        }
        if line.is_empty()
            && let Some((status, body)) = request.take().and_then(|request| says(&request))
        {
            let head = format!("content-type: application/json\r\ncontent-length: {}", body.len());
            let answer = format!("HTTP/1.1 {status}\r\n{head}\r\n\r\n{body}");
            if to.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

/// Starts the bot against a base URL, expects it to exit with an error, and returns its standard error.
async fn refusal(url: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let run = petri()
        .arg("run")
        .env("DISCORD_TOKEN", TOKEN)
        .env("PETRI_DISCORD_URL", url)
        .env("PETRI_DATA_DIR", folder.path())
        .output();
    let output = tokio::time::timeout(PATIENCE, run)
        .await
        .expect("the bot exits by itself")
        .expect("the program runs");
    assert!(!output.status.success(), "the bot must exit with an error");
    let printed = String::from_utf8(output.stderr).expect("text");
    assert!(!printed.contains("panicked") && !printed.contains(TOKEN), "{printed}");
    printed
}

/// Starts the bot against a base URL without a Discord server, waits until it logs that it tries again, and stops it. Returns its
/// log.
async fn waits(url: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let log = Log::new();
    let launch = Launch { url, data: folder.path(), ahead_ms: 0, kill_at: None, starter: &[] };
    let mut bot = Bot::launch(&launch, &log);
    let tries = tokio::time::timeout(PATIENCE, bot.logs(&log, "retrying in")).await;
    assert_eq!(tries, Ok(true), "{}", log.tail());
    bot.terminate().await;
    let printed = log.lines().join("\n");
    assert!(!printed.contains("panicked") && !printed.contains(TOKEN), "{printed}");
    printed
}

/// Returns the requests with the token: all except that for the address of the gateway.
fn others(requests: &Requests) -> Vec<String> {
    requests.lines().into_iter().filter(|line| line != "GET /api/v10/gateway HTTP/1.1").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn gateway_of_discord_is_rejected_at_once() {
    let (url, requests) = server(|_| Some(("200 OK", r#"{"url":"wss://gateway.discord.gg"}"#))).await;
    let printed = refusal(&url).await;
    assert!(printed.contains("Discord's own gateway") && printed.contains(&url), "{printed}");
    assert_eq!(requests.lines(), ["GET /api/v10/gateway HTTP/1.1"], "the bot sends no other request");
}

#[tokio::test(flavor = "multi_thread")]
async fn gateway_changed_to_discords_is_rejected() {
    let (url, _) = server(|request| {
        let bot = request.contains("/gateway/bot");
        let limit = r#"{"url":"wss://gateway.discord.gg","shards":1,"session_start_limit":{"total":1,"remaining":1,"reset_after":1,"max_concurrency":1}}"#;
        Some(("200 OK", if bot { limit } else { r#"{"url":"ws://127.0.0.1:1"}"# }))
    })
    .await;
    let printed = refusal(&url).await;
    assert!(printed.contains("Discord's own gateway") && printed.contains(&url), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_token_is_reported_with_advice() {
    let (url, _) = server(|request| {
        if request.contains("/gateway/bot") {
            return Some(("401 Unauthorized", r#"{"message":"401: Unauthorized","code":0}"#));
        }
        Some(("200 OK", r#"{"url":"ws://127.0.0.1:1"}"#))
    })
    .await;
    let printed = refusal(&url).await;
    let last = printed.lines().last().expect("it says why");
    assert_eq!(last, format!("petri: {url} refuses the token; `petri doctor` says what to do"));
}

#[tokio::test(flavor = "multi_thread")]
async fn base_url_that_is_no_url_is_rejected() {
    let printed = refusal("not an address").await;
    assert!(printed.contains("not an address is not the address of a server"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_from_a_server_is_retried() {
    let (url, requests) = server(|_| Some(("200 OK", "<html>hello</html>"))).await;
    let printed = waits(&url).await;
    assert!(printed.contains(&format!("{url}/api/v10/gateway does not answer like Discord")), "{printed}");
    assert_eq!(others(&requests), [""; 0], "the server gets no token");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_stops_while_its_first_request_hangs() {
    let (url, requests) = server(|_| None).await;
    let folder = tempfile::tempdir().expect("a folder");
    let log = Log::new();
    let launch = Launch { url: &url, data: folder.path(), ahead_ms: 0, kill_at: None, starter: &[] };
    let bot = Bot::launch(&launch, &log);
    while requests.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    bot.terminate().await;
    assert_eq!(others(&requests), [""; 0], "the server gets no token");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_waits_for_a_server_that_starts_later() {
    // A port that was free a moment ago, and that no program listens on.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let printed = waits(&url).await;
    assert!(printed.contains(&format!("connection to {url} failed: ")), "{printed}");
    assert_eq!(
        printed.matches("Connection refused").count(),
        printed.matches("retrying in").count(),
        "{printed}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_log_setting_is_reported() {
    let (url, _) = server(|_| Some(("200 OK", r#"{"url":"wss://gateway.discord.gg"}"#))).await;
    let folder = tempfile::tempdir().expect("a folder");
    let run = petri()
        .arg("run")
        .env("RUST_LOG", "info,petri=loud")
        .env("DISCORD_TOKEN", TOKEN)
        .env("PETRI_DISCORD_URL", &url)
        .env("PETRI_DATA_DIR", folder.path())
        .output();
    let output = tokio::time::timeout(PATIENCE, run)
        .await
        .expect("the bot exits by itself")
        .expect("the program runs");
    let printed = String::from_utf8(output.stderr).expect("text");
    assert!(printed.contains("reading RUST_LOG failed"), "{printed}");
}
