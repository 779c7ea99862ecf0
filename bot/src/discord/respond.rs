//! Responses to interactions. Discord accepts one for three seconds only, so a failed attempt is repeated at once.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use serenity::{
    all::{CreateInteractionResponse, EditInteractionResponse, Http, InteractionId, MessageId},
    builder::Builder as _,
    http::HttpError,
};
use tokio::time::{Instant, error::Elapsed, sleep, sleep_until, timeout};

use super::parts::failure;

/// How long after its beginning an interaction accepts a response: a little less than Discord's three seconds, some of which may
/// have passed unnoticed.
const ANSWERABLE: Duration = Duration::from_millis(2800);
/// The least time that an attempt gets before another one runs beside it, or before the interaction no longer accepts a response.
const LEAST: Duration = Duration::from_millis(500);
/// The first pause between two attempts. Each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of attempts for requests that Discord accepts for a quarter of an hour, and the time limit of each.
const TRIES: u32 = 5;
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a response did not reach Discord, as far as the bot knows.
#[derive(Debug, thiserror::Error)]
#[error("{why:#}")]
pub struct Undelivered {
    why: anyhow::Error,
    /// Whether an attempt may have got through all the same.
    pub uncertain: bool,
    /// Whether Discord says that the interaction has a response already. The bot that served the server before, or the one that serves it
    /// now, has sent it.
    pub has_response: bool,
}

/// Returns whether something failed because the interaction has a response already.
pub fn has_response(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Undelivered>().is_some_and(|undelivered| undelivered.has_response)
}

/// Responds to an interaction that began at `begun`. Retries while the interaction accepts a response and Discord or the network
/// fails.
///
/// An attempt without a reply is never given up, because Discord may only be slow: the next attempt runs beside it.
///
/// # Errors
/// If Discord rejects the response, or no attempt succeeds in time.
pub async fn respond(
    http: &Http,
    (interaction, token): (InteractionId, &str),
    response: &CreateInteractionResponse,
    begun: Instant,
) -> Result<(), Undelivered> {
    let until = begun + ANSWERABLE;
    let in_time = |at: Instant| (at + LEAST <= until).then_some(at);
    // Discord may have acted on an attempt long before its reply comes.
    let silence = until.max(Instant::now()) + PATIENCE;
    let attempt = || response.clone().execute(http, (interaction, token));
    // Half of the time left leaves room for another attempt if this one gets no reply.
    let patience = || (until.saturating_duration_since(Instant::now()) / 2).max(LEAST);
    let mut pause = PAUSE;
    let mut attempts = FuturesUnordered::from_iter([attempt()]);
    let mut next = in_time(Instant::now() + patience() + pause);
    // Whether an attempt that has failed may have got through.
    let mut uncertain = false;
    let mut has_response = false;
    let mut why = anyhow::anyhow!("no answer");
    while next.is_some() || !attempts.is_empty() {
        tokio::select! {
            Some(sent) = attempts.next() => {
                let Err(error) = sent else { return Ok(()) };
                match outcome(&error) {
                    Outcome::Answered if uncertain || !attempts.is_empty() => return Ok(()),
                    Outcome::Answered => (next, has_response) = (None, true),
                    Outcome::Refused => next = None,
                    Outcome::NotDone => next = in_time(Instant::now() + pause),
                    Outcome::Unknown => {
                        uncertain = true;
                        next = in_time(Instant::now() + pause);
                    }
                }
                why = failure(error);
            }
            () = sleep_until(next.unwrap_or(silence)) => {
                if next.is_none() {
                    uncertain = true;
                    break;
                }
                tracing::info!(%interaction, "response failed, retrying: {why:#}");
                pause *= 2;
                attempts.push(attempt());
                next = in_time(Instant::now() + patience() + pause);
            }
        }
    }
    Err(Undelivered { why, uncertain, has_response })
}

/// Edits the response to an interaction, and retries while Discord or the network fails.
///
/// # Errors
/// If Discord rejects the edit, or all attempts fail.
pub async fn edit_response(http: &Http, token: &str, edit: &EditInteractionResponse) -> anyhow::Result<()> {
    let mut tries = Tries::default();
    loop {
        let tried = timeout(PATIENCE, edit.clone().execute(http, token)).await;
        if let Some(done) = tries.judge(tried).await {
            return done.map(drop);
        }
    }
}

/// Returns the message of an interaction response, and retries while Discord or the network fails.
///
/// # Errors
/// If there is no such message, or all attempts fail.
pub async fn message_of_response(http: &Http, token: &str) -> anyhow::Result<MessageId> {
    let mut tries = Tries::default();
    loop {
        let tried = timeout(PATIENCE, http.get_original_interaction_response(token)).await;
        if let Some(done) = tries.judge(tried).await {
            return done.map(|message| message.id);
        }
    }
}

/// Returns whether Discord says that an interaction has no response yet.
pub async fn lacks_response(http: &Http, token: &str) -> bool {
    const QUESTIONS: usize = 2;
    // Discord knows no webhook for an interaction without a response.
    const UNKNOWN_WEBHOOK: isize = 10_015;
    for _ in 0..QUESTIONS {
        match timeout(LEAST, http.get_original_interaction_response(token)).await {
            Ok(Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))))
                if answer.status_code.is_client_error() =>
            {
                return answer.error.code == UNKNOWN_WEBHOOK;
            }
            Ok(Ok(_)) => return false,
            Ok(Err(_)) | Err(_) => {}
        }
    }
    false
}

/// The number of failed attempts of a request that may safely be repeated.
#[derive(Default)]
struct Tries(u32);

impl Tries {
    /// Returns the result of an attempt. If another attempt may help, waits for a pause and returns `None`.
    async fn judge<T>(&mut self, tried: Result<serenity::Result<T>, Elapsed>) -> Option<anyhow::Result<T>> {
        let why = match tried {
            Ok(Ok(done)) => return Some(Ok(done)),
            Ok(Err(error)) => match outcome(&error) {
                Outcome::Answered | Outcome::Refused => return Some(Err(failure(error))),
                Outcome::NotDone | Outcome::Unknown => failure(error),
            },
            Err(_) => anyhow::anyhow!("no answer in {PATIENCE:?}"),
        };
        self.0 += 1;
        if self.0 == TRIES {
            return Some(Err(why));
        }
        sleep(PAUSE * 4_u32.pow(self.0 - 1)).await;
        None
    }
}

/// The outcome of a failed request, as far as it matters for the next attempt.
enum Outcome {
    /// The interaction has a response already, perhaps from an earlier attempt.
    Answered,
    /// Discord would reject it again.
    Refused,
    /// Discord did not act on it, and another attempt may succeed.
    NotDone,
    /// Discord may have acted on it, and another attempt may succeed.
    Unknown,
}

fn outcome(error: &serenity::Error) -> Outcome {
    const ALREADY_ANSWERED: isize = 40_060;
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            match (answer.status_code.as_u16(), answer.error.code) {
                (_, ALREADY_ANSWERED) => Outcome::Answered,
                (429, _) => Outcome::NotDone,
                (408 | 500.., _) => Outcome::Unknown,
                _ => Outcome::Refused,
            }
        }
        serenity::Error::Http(HttpError::Request(_)) => Outcome::Unknown,
        _ => Outcome::Refused,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use messages::view;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::{TcpListener, TcpStream},
    };

    use tokio::task::JoinHandle;

    use super::*;

    const DONE: &str = "204 Done";
    const BROKEN: &str = "502 Bad Gateway";
    const SLOW: &str = "429 Too Many Requests";
    const ANSWERED: &str = "400 Bad Request\r\nX-Code: 40060";
    const LATE: &str = "404 Not Found\r\nX-Code: 10062";
    /// Closes the connection without a response.
    const RESET: &str = "";
    /// Keeps the connection open without a response.
    const SILENT: &str = "silent";
    /// As [`SILENT`] until the next attempt, and then succeeds.
    const HELD: &str = "held";

    async fn reply(stream: &mut TcpStream, says: &str) {
        let code = says.split("X-Code: ").nth(1).unwrap_or("0");
        let body = format!("{{\"message\":\"says why\",\"code\":{code}}}");
        let head = format!("Content-Length: {}\r\nConnection: close", body.len());
        let answer = format!("HTTP/1.1 {says}\r\n{head}\r\n\r\n{body}");
        stream.write_all(answer.as_bytes()).await.unwrap();
    }

    /// Starts a server that sends these replies in turn. Returns it with a client, and the number of requests so far.
    async fn serve(says: &'static [&'static str]) -> (JoinHandle<()>, Arc<Http>, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let http = crate::connect::http("token", Some(&format!("http://{}", listener.local_addr().unwrap())));
        let tries = Arc::new(AtomicUsize::new(0));
        let counted = tries.clone();
        let server: JoinHandle<()> = tokio::spawn(async move {
            let (mut silent, mut held) = (Vec::new(), None);
            for says in says {
                let (mut stream, _) = listener.accept().await.unwrap();
                counted.fetch_add(1, Ordering::SeqCst);
                let mut request = [0; 4096];
                assert_ne!(stream.read(&mut request).await.unwrap(), 0);
                if let Some(mut held) = held.take() {
                    reply(&mut held, DONE).await;
                    silent.push(held);
                }
                match *says {
                    SILENT => silent.push(stream),
                    HELD => held = Some(stream),
                    RESET => {}
                    says => reply(&mut stream, says).await,
                }
            }
            std::future::pending().await
        });
        (server, Arc::new(http), tries)
    }

    /// Responds to an interaction while the server sends these replies in turn. Returns whether that succeeds, and the number
    /// of attempts. A failure says whether the interaction has a response already.
    async fn answered(says: &'static [&'static str], arrival: Instant) -> (Result<(), bool>, usize) {
        let (server, http, tries) = serve(says).await;
        let response = super::super::response(&view::ephemeral("hello"));
        let sent = respond(&http, (7.into(), "s3cret"), &response, arrival).await;
        server.abort();
        (sent.map_err(|undelivered| undelivered.has_response), tries.load(Ordering::SeqCst))
    }

    #[tokio::test]
    async fn failed_response_is_sent_again() {
        for (says, want) in [
            (&[DONE] as &[_], (Ok(()), 1)),
            (&[BROKEN, DONE], (Ok(()), 2)),
            (&[BROKEN, BROKEN, DONE], (Ok(()), 3)),
            (&[RESET, DONE], (Ok(()), 2)),
            (&[SILENT, DONE], (Ok(()), 2)),
            (&[SLOW, DONE], (Ok(()), 2)),
            // The first attempt got through, but its outcome was lost.
            (&[BROKEN, ANSWERED], (Ok(()), 2)),
            (&[SILENT, ANSWERED], (Ok(()), 2)),
            (&[SILENT, BROKEN, ANSWERED], (Ok(()), 3)),
            // The first attempt got through, but slowly.
            (&[HELD, SILENT], (Ok(()), 2)),
            (&[HELD, LATE], (Ok(()), 2)),
            // Another response came first.
            (&[ANSWERED], (Err(true), 1)),
            (&[SLOW, ANSWERED], (Err(true), 2)),
            (&[LATE], (Err(false), 1)),
        ] {
            assert_eq!(answered(says, Instant::now()).await, want, "{says:?}");
        }
    }

    #[tokio::test]
    async fn interaction_lacks_a_response_only_if_discord_says_so() {
        const NO_WEBHOOK: &str = "404 Not Found\r\nX-Code: 10015";
        const DELETED: &str = "404 Not Found\r\nX-Code: 10008";
        for (says, want) in [
            (&[NO_WEBHOOK] as &[_], true),
            (&[BROKEN, NO_WEBHOOK], true),
            (&[SILENT, NO_WEBHOOK], true),
            (&[DELETED], false),
            (&[BROKEN, BROKEN], false),
            (&[SILENT, SILENT], false),
        ] {
            let (server, http, _) = serve(says).await;
            // A bot learns it with its first event.
            http.set_application_id(7.into());
            assert_eq!(lacks_response(&http, "s3cret").await, want, "{says:?}");
            server.abort();
        }
    }

    #[tokio::test]
    async fn late_response_is_tried_once() {
        let past = Instant::now().checked_sub(Duration::from_secs(5)).unwrap();
        assert_eq!(answered(&[BROKEN, DONE], past).await, (Err(false), 1));
        assert_eq!(answered(&[DONE], past).await, (Ok(()), 1));
    }
}
