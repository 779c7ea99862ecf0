//! The arbiter as scripts use it: a child process, a line in, a line of JSON out.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout},
};

use crate::process::{PATIENCE, petri};

struct Arbiter {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Arbiter {
    fn start() -> Arbiter {
        let command = petri().arg("arbiter").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = command.expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Arbiter { child, input, output }
    }

    /// Writes any line, and reads the response.
    async fn ask(&mut self, line: impl AsRef<[u8]>) -> Value {
        // Writes and reads at once: a long line does not fit into the pipe, and neither side may wait for the other.
        let write = async {
            self.input.write_all(line.as_ref()).await.expect("the arbiter reads its input");
            self.input.write_all(b"\n").await.expect("the arbiter reads its input");
        };
        let read = tokio::time::timeout(PATIENCE, self.output.next_line());
        let ((), answer) = tokio::join!(write, read);
        let answer = answer
            .expect("the response arrives in time")
            .expect("an answer")
            .expect("the arbiter is running");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

#[tokio::test]
async fn three_lines_are_answered_at_once() {
    let mut arbiter = Arbiter::start();
    let begun = arbiter.ask(r#"new protozoa {"players":2}"#).await;
    assert_eq!(begun["ok"], true);
    let state = arbiter.ask("state").await;
    assert_eq!(state["position"], begun["position"]);
    assert_eq!((&state["to_act"], &state["outcome"]), (&json!([1]), &Value::Null));
    let legal = arbiter.ask("legal 1").await;
    let moves = legal["moves"].as_array().expect("a list");
    assert!(moves.contains(&json!("p@f4")) && moves.len() > 100, "{legal}");
}

#[tokio::test]
async fn only_quit_ends_the_arbiter() {
    let mut arbiter = Arbiter::start();
    arbiter.ask("new semiosphere {}").await;
    let before = arbiter.ask("state").await;
    let garbage: [&[u8]; 9] = [
        b"",
        b"hello",
        b"new",
        b"new protozoa {",
        b"move 1 \xff\xfe\x80",
        b"\xff",
        b"\0\0\0",
        &[b'x'; 10 << 20],
        &[b'['; 100_000],
    ];
    for line in garbage {
        let answer = arbiter.ask(line).await;
        assert_eq!(answer["ok"], false, "{answer}");
        assert!(answer["error"].as_str().is_some_and(|error| (5..1000).contains(&error.len())), "{answer}");
    }
    assert_eq!(arbiter.ask("state").await, before, "mistakes change nothing");
    arbiter.input.write_all(b"quit\n").await.expect("the arbiter reads its input");
    let ended = tokio::time::timeout(PATIENCE, arbiter.child.wait()).await;
    assert!(ended.expect("it ends").expect("a status").success());
}

#[tokio::test]
async fn end_of_input_ends_the_arbiter() {
    let Arbiter { mut child, input, .. } = Arbiter::start();
    drop(input);
    let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
    assert!(ended.expect("it ends").expect("a status").success());
}
