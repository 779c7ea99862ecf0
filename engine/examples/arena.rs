//! Plays a match: `arena <game> <A> <B> <openings> <seed> [options]`, with players such as `random`, `greedy`, `apex`,
//! `3000` (nodes without noise) or `3000:file` (with weights from a file).

use std::time::Duration;

use engine::{
    Level, Mind, Weights,
    arena::{Match, Player},
};
use rules::{Kind, Options};

fn player(kind: Kind, text: &str) -> Player {
    let (name, file) = text.split_once(':').map_or((text, None), |(name, file)| (name, Some(file)));
    let weights = file.map(|file| Weights::read(kind, &std::fs::read_to_string(file).unwrap()).unwrap());
    match name {
        "random" => Player::Random,
        "greedy" => Player::Greedy { weights, noise: 0 },
        _ => match Level::ALL.into_iter().find(|level| level.name().to_lowercase() == name) {
            Some(level) => Player::Machine(Mind { weights, ..level.into() }),
            None => {
                Player::Machine(Mind { level: Level::Hunter, nodes: Some(name.parse().unwrap()), weights })
            }
        },
    }
}

fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kind = Kind::from_slug(&args[0]).unwrap();
    let mut options = Options::new();
    for option in args.iter().skip(5) {
        let (name, value) = option.split_once('=').unwrap();
        match (value.parse::<i64>(), value.parse::<bool>()) {
            (Ok(number), _) => options.set(name, number),
            (_, Ok(flag)) => options.set(name, flag),
            _ => options.set(name, value),
        }
    }
    let play = Match {
        kind,
        options,
        players: [player(kind, &args[1]), player(kind, &args[2])],
        openings: args[3].parse().unwrap(),
        seed: args[4].parse().unwrap(),
        sprt: None,
    };
    println!("{}\n{}", args.join(" "), play.play(&clock, &mut |_| {}).unwrap());
}
