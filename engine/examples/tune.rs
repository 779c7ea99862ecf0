//! Learns weights: `tune <game> <games> <nodes> <seed> <file> [options]`.

use engine::tune::Lessons;
use rules::{Kind, Options};

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let kind = Kind::from_slug(&args[0]).unwrap();
    let mut options = Options::new();
    for option in args.iter().skip(5) {
        let (name, value) = option.split_once('=').unwrap();
        match value.parse::<i64>() {
            Ok(number) => options.set(name, number),
            _ => options.set(name, value),
        }
    }
    let lessons = Lessons {
        kind,
        options,
        games: args[1].parse().unwrap(),
        nodes: args[2].parse().unwrap(),
        seed: args[3].parse().unwrap(),
        weights: None,
    };
    let lesson = lessons.learn(&mut |_| {}).unwrap();
    println!("{} samples, loss {:.4} before, {:.4} after", lesson.samples, lesson.before, lesson.after);
    println!("{}", lesson.weights);
    std::fs::write(&args[4], lesson.weights.to_string()).unwrap();
}
