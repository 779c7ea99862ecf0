//! `petri arena`, `petri tune` and `petri balance`: how strong machines are, better weights for them, and how fair games are.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, bail};
use engine::{
    Level, Mind, Weights,
    arena::{Balance, Match, Player, Sprt, Verdict},
    tune::Lessons,
};
use messages::text;
use play::{rejected::Rejected, setup};
use rules::{Kind, Options};

use super::shared::say;
use crate::tools;

/// The game of a command, and what it is set up with.
#[derive(clap::Args)]
struct Board {
    /// The name of the game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// Options of the game, such as `players=4 size=6`
    #[arg(long, value_name = "TEXT", default_value = "")]
    options: String,
}

/// Arguments of `petri arena`.
#[derive(clap::Args)]
pub(super) struct ArenaArgs {
    /// The first player: `random`, `greedy`, or a level such as `hunter`. `hunter@3000` thinks for 3000 nodes, and
    /// `hunter+weights.txt` has weights from a file
    first: String,
    /// The second player
    second: String,
    #[command(flatten)]
    board: Board,
    /// The number of openings. Each is played once from every side
    #[arg(long, default_value_t = 200)]
    pairs: u32,
    /// Stop when a test is sure that the first player is stronger by the second number rather than the first, in normalised Elo
    #[arg(long, value_name = "LOWER,UPPER", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// The seed of openings and random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print only the summary
    #[arg(long)]
    quiet: bool,
}

/// Arguments of `petri tune`.
#[derive(clap::Args)]
pub(super) struct TuneArgs {
    /// The name of the game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// Options of the game, such as `players=4 size=6`. If there are several, openings take them in turn
    #[arg(long, value_name = "TEXT", default_value = "")]
    options: Vec<String>,
    /// The number of openings. Each is played once from every side
    #[arg(long, default_value_t = 20_000)]
    pairs: u32,
    /// The nodes of a turn
    #[arg(long, default_value_t = 4000)]
    nodes: u32,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file with the weights to begin with, instead of those of the game
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The file for the new weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Arguments of `petri balance`.
#[derive(clap::Args)]
pub(super) struct BalanceArgs {
    #[command(flatten)]
    board: Board,
    /// The player in all seats, as in `petri arena`
    #[arg(long, default_value = "hunter")]
    player: String,
    /// The number of games
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Board {
    fn read(&self) -> anyhow::Result<(Kind, Options)> {
        let kind = tools::game(&self.game)?;
        if !kind.is_searchable() {
            bail!("machines cannot play {kind}");
        }
        let options = setup::read(kind, &self.options);
        let options =
            options.map_err(|why| anyhow::anyhow!("{}", text::rejected(&Rejected::Options(why))))?;
        Ok((kind, options))
    }
}

/// Plays a match and prints its games and its summary.
///
/// # Errors
/// When the players, the game or its options cannot be read.
pub(super) fn arena(args: &ArenaArgs) -> anyhow::Result<()> {
    let (kind, options) = args.board.read()?;
    let players = [player(kind, &args.first)?, player(kind, &args.second)?];
    let play = Match { kind, options, players, openings: args.pairs, seed: args.seed, sprt: args.sprt };
    let report = play
        .play(&cpu_time, &mut |game| {
            if !args.quiet {
                let (opening, side) = (game.opening + 1, game.side + 1);
                say(&format!("{opening}.{side} {:.2} {} {} plies", game.share, game.reason, game.plies));
            }
        })
        .context("setting up the game")?;
    say(&format!("command  {}", command()));
    say(report.to_string().trim_end());
    if let Some(sprt) = args.sprt {
        let verdict = match report.pairs.verdict(sprt) {
            Verdict::Open => "open",
            Verdict::Rejected => "rejected",
            Verdict::Accepted => "accepted",
        };
        let ratio = report.pairs.log_likelihood_ratio(sprt);
        say(&format!(
            "SPRT     [{}, {}]: {verdict}, log-likelihood ratio {ratio:.2}",
            sprt.lower, sprt.upper
        ));
    }
    Ok(())
}

/// Learns weights from matches of slightly different ones and writes them to a file.
///
/// # Errors
/// When the game or its options cannot be read, or a file cannot be read or written.
pub(super) fn tune(args: &TuneArgs) -> anyhow::Result<()> {
    let boards =
        args.options.iter().map(|options| Board { game: args.game.clone(), options: options.clone() });
    let boards = boards.map(|board| board.read()).collect::<anyhow::Result<Vec<_>>>()?;
    let Some((kind, _)) = boards.first() else { bail!("there are no options to play with") };
    let kind = *kind;
    let weights =
        args.weights.as_deref().map(|file| read_weights(kind, &file.display().to_string())).transpose()?;
    let options = boards.into_iter().map(|(_, options)| options).collect();
    let lessons =
        Lessons { kind, options, openings: args.pairs, nodes: args.nodes, seed: args.seed, weights };
    let weights = lessons
        .learn(&mut |openings| {
            if openings % 1000 == 0 {
                say(&format!("{openings} openings"));
            }
        })
        .context("setting up the game")?;
    fs::write(&args.output, weights.to_string())
        .with_context(|| format!("writing {}", args.output.display()))?;
    say(&format!("command  {}", command()));
    let file = args.output.display();
    for options in &args.options {
        let options = if options.is_empty() { String::new() } else { format!(" --options {options:?}") };
        for nodes in [3_000, 30_000] {
            say(&format!(
                "next     petri arena hunter@{nodes}+{file} hunter@{nodes} --game {kind}{options} --pairs 500 --sprt 0,30"
            ));
        }
    }
    Ok(())
}

/// Plays games of a player against itself and prints how each seat fares.
///
/// # Errors
/// When the player, the game or its options cannot be read.
pub(super) fn balance(args: &BalanceArgs) -> anyhow::Result<()> {
    let (kind, options) = args.board.read()?;
    let player = player(kind, &args.player)?;
    let balance = Balance { kind, options, player, games: args.games, seed: args.seed };
    let tally = balance.play(&mut |_| {}).context("setting up the game")?;
    say(&format!("command  {}", command()));
    say(tally.to_string().trim_end());
    Ok(())
}

/// Reads the two bounds of a sequential test.
fn read_sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(',').and_then(|(lower, upper)| {
        let sprt = Sprt { lower: lower.trim().parse().ok()?, upper: upper.trim().parse().ok()? };
        (sprt.lower < sprt.upper).then_some(sprt)
    });
    bounds.ok_or_else(|| "two rising numbers with a comma between them, such as 0,30".to_owned())
}

/// Reads a player: a name, then `@` and a number of nodes, then `+` and a file of weights.
fn player(kind: Kind, text: &str) -> anyhow::Result<Player> {
    let (rest, file) = text.split_once('+').map_or((text, None), |(rest, file)| (rest, Some(file)));
    let (name, nodes) = rest.split_once('@').map_or((rest, None), |(name, nodes)| (name, Some(nodes)));
    let nodes =
        nodes.map(|nodes| nodes.parse::<u32>().context("the nodes are a whole number")).transpose()?;
    let weights = file.map(|file| read_weights(kind, file)).transpose()?;
    let level = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
    match (name, level) {
        (_, Some(level)) => Ok(Player::Machine(Mind { level, nodes, weights })),
        ("greedy", _) => Ok(Player::Greedy { weights, noise: 0 }),
        ("random", _) => Ok(Player::Random),
        _ => bail!("a player is `random`, `greedy` or a level, not `{name}`"),
    }
}

fn read_weights(kind: Kind, file: &str) -> anyhow::Result<Weights> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {file}"))?;
    Weights::read(kind, &text).with_context(|| format!("{file} holds no weights for {kind}"))
}

/// Returns the command that this program was called with.
fn command() -> String {
    let words = std::env::args()
        .skip(1)
        .map(|word| if word.contains(' ') || word.is_empty() { format!("{word:?}") } else { word });
    ["petri".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the CPU time that this thread has used.
fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names_nodes_and_weights() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("weights.txt");
        fs::write(&file, Weights::of(Kind::Protozoa).to_string()).unwrap();
        let read = |text: &str| player(Kind::Protozoa, text);
        assert_eq!(read("random").unwrap(), Player::Random);
        assert_eq!(read("greedy").unwrap(), Player::GREEDY);
        assert_eq!(read("Apex").unwrap(), Player::Machine(Level::Apex.into()));
        let mind = Mind { nodes: Some(3000), ..Level::Hunter.into() };
        assert_eq!(read("hunter@3000").unwrap(), Player::Machine(mind.clone()));
        let mind = Mind { weights: Some(Weights::of(Kind::Protozoa)), ..mind };
        let full = format!("hunter@3000+{}", file.display());
        assert_eq!(read(&full).unwrap(), Player::Machine(mind));
        for wrong in ["", "stockfish", "hunter@many", "hunter+nowhere.txt"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn bounds_of_a_test_rise() {
        assert_eq!(read_sprt("0,30"), Ok(Sprt { lower: 0.0, upper: 30.0 }));
        for wrong in ["", "0", "30,0", "a,b", "1,2,3"] {
            assert!(read_sprt(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn options_are_read_as_in_chat() {
        let read =
            |game: &str, options: &str| Board { game: game.to_owned(), options: options.to_owned() }.read();
        assert_eq!(read("protozoa", "size=6").unwrap(), (Kind::Protozoa, Options::new().with("size", 6)));
        assert!(read("protozoa", "size=7").is_err());
        assert!(read("chess", "").is_err());
    }
}
