//! The log of the program.

use std::io::{self, IsTerminal as _};

use bot::causes::in_words;
use tracing::Subscriber;
use tracing_subscriber::{
    EnvFilter,
    filter::{LevelFilter, Targets},
    fmt::MakeWriter,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// The environment variable that chooses between lines for people and lines of JSON.
const FORMAT: &str = "PETRI_LOG";

/// The form of a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Text, with colours on a terminal.
    Text { colours: bool },
    /// An object of JSON.
    Json,
}

/// Starts logging to standard error, with the filter in `RUST_LOG` and the format in `PETRI_LOG`.
pub(super) fn start() {
    const USUAL: &str = "info,serenity=warn,poise=warn";
    let wish = std::env::var_os(EnvFilter::DEFAULT_ENV).filter(|wish| !wish.is_empty());
    let chosen = wish.map(|wish| read_filter(&wish.to_string_lossy()));
    let (filter, refused) = match chosen {
        None => (USUAL.into(), None),
        Some(Ok(filter)) => (filter, None),
        Some(Err(why)) => (USUAL.into(), Some(why)),
    };
    let format = std::env::var(FORMAT).unwrap_or_default();
    let text = Format::Text { colours: io::stderr().is_terminal() };
    let (format, unknown) = match format.as_str() {
        "" | "text" => (text, None),
        "json" => (Format::Json, None),
        _ => (text, Some(format)),
    };
    logger(filter, format, io::stderr).init();
    if let Some(unknown) = unknown {
        tracing::warn!("{FORMAT} is `{unknown}`, which is neither `text` nor `json`; using text");
    }
    if let Some(why) = refused {
        tracing::warn!("reading RUST_LOG failed, using {USUAL}: {why}");
    }
}

/// Reads the filter of the log. A lone word that is neither a level nor the name of a crate would silence the whole log: the
/// filter takes it for the name of a crate that never logs.
fn read_filter(wish: &str) -> Result<EnvFilter, String> {
    const CRATES: [&str; 17] = [
        "petri",
        "bot",
        "play",
        "messages",
        "data",
        "render",
        "rules",
        "engine",
        "clock",
        "playground",
        "serenity",
        "poise",
        "hyper",
        "h2",
        "reqwest",
        "tungstenite",
        "tokio_tungstenite",
    ];
    let is_name = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let means_nothing =
        |word: &&str| is_name(word) && word.parse::<LevelFilter>().is_err() && !CRATES.contains(word);
    match wish.split(',').map(str::trim).filter(|word| !word.is_empty()).find(means_nothing) {
        Some(word) => Err(format!(
            "`{word}` is neither a level (off, error, warn, info, debug, trace) nor a crate of the bot"
        )),
        None => EnvFilter::try_new(wish).map_err(|error| in_words(&error)),
    }
}

/// Returns the log subscriber. It never logs requests to Discord or events from it, whatever the filter, since these hold
/// interaction tokens.
fn logger<W>(filter: EnvFilter, format: Format, to: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let harmless = Targets::new()
        .with_default(LevelFilter::TRACE)
        // Their warnings contain URLs and unreadable events.
        .with_target("serenity::http", LevelFilter::ERROR)
        .with_target("serenity::gateway::ws", LevelFilter::ERROR)
        .with_targets(
            ["serenity::gateway", "hyper", "h2", "reqwest", "tungstenite", "tokio_tungstenite"]
                .map(|target| (target, LevelFilter::WARN)),
        );
    let all = tracing_subscriber::fmt().with_env_filter(filter).with_writer(to);
    match format {
        Format::Text { colours } => Box::new(all.with_ansi(colours).finish().with(harmless)),
        Format::Json => Box::new(all.json().finish().with(harmless)),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        sync::Arc,
    };

    use bot::discord;
    use messages::view;
    use serenity::all::HttpBuilder;

    use super::*;

    #[test]
    fn log_filter_with_an_unknown_word_is_rejected() {
        for wish in ["info", "DEBUG", "off", "petri=debug", "petri", "info,serenity=warn", "bot::outbox"] {
            assert!(read_filter(wish).is_ok(), "{wish}");
        }
        for wish in ["verbose", "info,loud", "petri=loud"] {
            assert!(read_filter(wish).is_err(), "{wish}");
        }
    }

    #[tokio::test]
    async fn full_log_contains_no_interaction_token() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let file = Arc::new(File::create(&path).unwrap());
        let _logging =
            tracing::subscriber::set_default(logger("trace".into(), Format::Text { colours: false }, file));
        let http =
            HttpBuilder::new("bot-token").proxy("http://127.0.0.1:1").ratelimiter_disabled(true).build();
        let answer = discord::response(&view::ephemeral("hello"));
        http.create_interaction_response(7.into(), "s3cret", &answer, Vec::new()).await.unwrap_err();
        tracing::trace!("and that was all");
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.contains("and that was all"), "{written}");
        assert!(!written.contains("s3cret") && !written.contains("bot-token"), "{written}");
    }

    #[test]
    fn json_line_names_the_interaction() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let file = Arc::new(File::create(&path).unwrap());
        let logging = tracing::subscriber::set_default(logger("info".into(), Format::Json, file));
        tracing::info_span!("interaction", id = 7, command = "move")
            .in_scope(|| tracing::warn!(game = 3, "it broke"));
        drop(logging);
        let line: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(
            (&line["level"], &line["fields"]["message"]),
            (&"WARN".into(), &"it broke".into()),
            "{line}"
        );
        assert_eq!((&line["fields"]["game"], &line["span"]["id"]), (&3.into(), &7.into()), "{line}");
        assert_eq!(line["span"]["command"], "move", "{line}");
    }
}
