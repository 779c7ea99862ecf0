//! The arbiter judges a game from outside: it reads lines of commands and writes lines of JSON, for scripts and for bots in
//! other languages.
//!
//! `docs/arbiter.md` lists the commands and responses. A line with a mistake gets the response `{"ok":false,"error":"…"}` and
//! changes nothing.

use std::{
    io::{self, BufRead, Read, Write},
    str::FromStr,
};

use data::options_from_json;
use rules::{Any, Kind, Outcome, Seat, SeatSet, Viewer};
use serde_json::{Map, Value as Json, json};

/// The longest line that is read, in bytes. The longest position text has about 20,000.
const LONGEST_LINE: usize = 1 << 20;

/// The greatest depth of `perft`, which bounds the recursion.
const DEEPEST: u32 = 16;

/// The most moves that `perft` plays. This many take about a quarter of an hour.
const MOST_PLAYS: u64 = 10_000_000_000;

const COMMANDS: &str = "new, position, state, legal, move, resolve, view, log, perft and quit";

const NO_GAME: &str = "there is no game yet; begin with `new` or `position`";

/// Why a command failed, for `{"ok":false,"error":"…"}`.
type Error = String;

/// An arbiter that judges at most one game.
///
/// ```
/// let mut arbiter = petri::arbiter::Arbiter::default();
/// arbiter.answer("new protozoa {}");
/// assert_eq!(
///     arbiter.answer("move 1 d4+").as_deref(),
///     Some(r#"{"ok":true,"position":"8 2 15 1/60 2 4@0,4@0 e4=d2,d5=d2,e5=d1"}"#),
/// );
/// ```
#[derive(Debug, Default)]
pub struct Arbiter {
    game: Option<Any>,
}

impl Arbiter {
    /// Returns the response to one line without its line break, as one line of JSON, or `None` for `quit`.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        if line == "quit" {
            return None;
        }
        Some(self.carry_out(line).unwrap_or_else(refusal))
    }

    fn carry_out(&mut self, line: &str) -> Result<String, Error> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match command {
            "new" => self.new_game(rest)?,
            "position" => self.set_position(rest)?,
            "state" if rest.is_empty() => state(self.game()?),
            "legal" => legal(self.game()?, rest)?,
            "move" => self.play(rest)?,
            "resolve" if rest.is_empty() => self.resolve()?,
            "view" => view(self.game()?, rest)?,
            "log" => log(self.game()?, rest)?,
            "perft" => perft(self.game()?, rest, MOST_PLAYS)?,
            _ => return Err(format!("there is no such command; there are {COMMANDS}")),
        };
        Ok(answer.to_string())
    }

    fn new_game(&mut self, rest: &str) -> Result<Json, Error> {
        let (name, options) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let kind = kind(name)?;
        let given: Map<String, Json> = serde_json::from_str(options)
            .map_err(|error| format!("the options are no JSON object: {error}"))?;
        let game = kind.new_game(&options_from_json(&given)).map_err(|error| error.to_string())?;
        Ok(position(self.game.insert(game)))
    }

    fn set_position(&mut self, rest: &str) -> Result<Json, Error> {
        let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let game = kind(name)?.read(text).map_err(|error| error.to_string())?;
        Ok(position(self.game.insert(game)))
    }

    fn play(&mut self, rest: &str) -> Result<Json, Error> {
        let game = self.game.as_mut().ok_or(NO_GAME)?;
        let (seat, notation) = rest.split_once(' ').ok_or("write `move <seat> <notation>`")?;
        let seat = seat_of(game, seat)?.ok_or("spectators do not move")?;
        game.play(seat, notation, &mut |_| {}).map_err(|refusal| refusal.to_string())?;
        Ok(position(game))
    }

    fn resolve(&mut self) -> Result<Json, Error> {
        let game = self.game.as_mut().ok_or(NO_GAME)?;
        if game.resolve(&mut |_| {}) {
            Ok(position(game))
        } else {
            Err("there is no simultaneous turn to resolve".to_owned())
        }
    }

    fn game(&self) -> Result<&Any, Error> {
        self.game.as_ref().ok_or_else(|| NO_GAME.to_owned())
    }
}

/// Responds to all lines of `input` until `quit` or the end.
///
/// # Errors
/// If reading or writing fails. Lines that are too long or no UTF-8 count as mistakes.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut arbiter = Arbiter::default();
    let mut line = Vec::new();
    while let Some(read) = read_line(&mut input, &mut line)? {
        let answer = match (read, str::from_utf8(&line)) {
            (Line::TooLong, _) => Some(refusal(format!("a line has at most {LONGEST_LINE} bytes"))),
            (Line::Whole, Err(_)) => Some(refusal("the line is no UTF-8")),
            (Line::Whole, Ok(line)) => arbiter.answer(line.strip_suffix('\r').unwrap_or(line)),
        };
        let Some(answer) = answer else { break };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

enum Line {
    Whole,
    TooLong,
}

/// Reads up to the next line break, and keeps at most [`LONGEST_LINE`] bytes. Returns `None` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Line>> {
    line.clear();
    let limit = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.ends_with(b"\n") {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole))
}

fn refusal(error: impl AsRef<str>) -> String {
    json!({ "ok": false, "error": error.as_ref() }).to_string()
}

fn position(game: &Any) -> Json {
    json!({ "ok": true, "position": game.position() })
}

fn state(game: &Any) -> Json {
    json!({
        "position": game.position(),
        "to_act": numbers(game.to_act()),
        "outcome": game.outcome().as_ref().map(outcome),
        "scores": game.scores(),
    })
}

fn outcome(outcome: &Outcome) -> Json {
    let ranking: Vec<Vec<u8>> = outcome.ranking.groups().iter().copied().map(numbers).collect();
    json!({ "ranking": ranking, "reason": outcome.reason })
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

/// Lists the legal moves of a seat. A number without a seat has none.
fn legal(game: &Any, rest: &str) -> Result<Json, Error> {
    let seat = u64::from_str(rest).map_err(|_| "write `legal <seat>`")?;
    let seat = u8::try_from(seat).ok().and_then(Seat::new).filter(|seat| seat.number() <= game.seats());
    Ok(json!({ "moves": seat.map(|seat| game.legal(seat)).unwrap_or_default() }))
}

fn view(game: &Any, rest: &str) -> Result<Json, Error> {
    Ok(json!({ "view": game.view(viewer(game, rest)?) }))
}

fn log(game: &Any, rest: &str) -> Result<Json, Error> {
    Ok(json!({ "log": game.log(viewer(game, rest)?) }))
}

fn perft(game: &Any, rest: &str, most: u64) -> Result<Json, Error> {
    let depth = u32::from_str(rest).ok().filter(|&depth| depth <= DEEPEST);
    let depth = depth.ok_or_else(|| format!("write `perft <depth>` with a depth up to {DEEPEST}"))?;
    let nodes = game.perft_within(depth, most);
    let nodes = nodes
        .ok_or_else(|| format!("more than {most} moves would have to be played; take a smaller depth"))?;
    Ok(json!({ "nodes": nodes }))
}

fn viewer(game: &Any, text: &str) -> Result<Viewer, Error> {
    Ok(seat_of(game, text)?.map_or(Viewer::Public, Viewer::Seat))
}

/// Returns the seat with this number, or `None` for 0, the spectators.
fn seat_of(game: &Any, text: &str) -> Result<Option<Seat>, Error> {
    let error = || format!("a seat is a number from 1 to {}", game.seats());
    match u8::from_str(text).map_err(|_| error())? {
        0 => Ok(None),
        number => Seat::new(number).filter(|_| number <= game.seats()).map(Some).ok_or_else(error),
    }
}

fn kind(name: &str) -> Result<Kind, Error> {
    Kind::from_slug(name).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.slug()).collect();
        format!("there is no such game; there are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends lines to one arbiter and compares the last response.
    #[track_caller]
    fn check(lines: &[&str], answer: Json) {
        let mut arbiter = Arbiter::default();
        let answers: Vec<Option<String>> = lines.iter().map(|line| arbiter.answer(line)).collect();
        let last = answers.last().unwrap().as_ref().unwrap();
        assert!(!last.contains('\n'), "the response is one line");
        assert_eq!(serde_json::from_str::<Json>(last).unwrap(), answer);
    }

    #[track_caller]
    fn check_refused(lines: &[&str]) {
        let mut arbiter = Arbiter::default();
        let last = lines.iter().map(|line| arbiter.answer(line)).last().unwrap().unwrap();
        let answer: Json = serde_json::from_str(&last).unwrap();
        assert_eq!(answer["ok"], Json::Bool(false), "{lines:?}");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()));
        assert!(last.len() < 1000, "the response does not repeat a long input");
    }

    const START: &str = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
    const NEW: &str = r#"new protozoa {"players":2,"seed":7}"#;

    #[test]
    fn game_is_set_up_and_played() {
        check(&[NEW], json!({ "ok": true, "position": START }));
        check(&["new protozoa"], json!({ "ok": true, "position": START }));
        let placed = "8 2 15 1/60 2 5@1,4@0 d4=d1,e4=d2,f4=p1,d5=d2,e5=d1";
        check(&[NEW, "move 1 p@f4"], json!({ "ok": true, "position": placed }));
        check(&[&format!("position protozoa {START}")], json!({ "ok": true, "position": START }));
        check(&[NEW, "view 0"], json!({ "view": START }));
        check(&[NEW, "view 2"], json!({ "view": START }));
        check(&[NEW, "log 1"], json!({ "log": [] }));
        check(&[NEW, "perft 2"], json!({ "nodes": 33_826 }));
        check(&[NEW, "perft 0"], json!({ "nodes": 1 }));
        check(&[NEW, "legal 2"], json!({ "moves": [] }));
        check(&[NEW, "legal 9"], json!({ "moves": [] }));
        check(&[NEW, "legal 0"], json!({ "moves": [] }));
        check(
            &["new semiosphere {}", "legal 1"],
            json!({ "moves": ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"] }),
        );
    }

    #[test]
    fn state_shows_who_acts_and_the_outcome() {
        check(
            &[NEW, "state"],
            json!({ "position": START, "to_act": [1], "outcome": null, "scores": [4, 4] }),
        );
        check(
            &["position protozoa 8 2 15 60/60 0 9@20,9@31 d4=d1,e4=d2,d5=d2,e5=d1", "state"],
            json!({
                "position": "8 2 15 60/60 0 9@20,9@31 d4=d1,e4=d2,d5=d2,e5=d1",
                "to_act": [],
                "outcome": { "ranking": [[1], [2]], "reason": "limit" },
                "scores": [9, 9],
            }),
        );
    }

    #[test]
    fn mistakes_are_refused_and_change_nothing() {
        let deep = format!("new protozoa {}", r#"{"a":"#.repeat(100_000));
        let long = format!("move 1 {}", "x".repeat(100_000));
        for line in [
            "",
            " ",
            "state now",
            "resolve 1",
            "new",
            "new chess {}",
            "new protozoa {",
            "new protozoa []",
            "new protozoa 7",
            &deep,
            r#"new protozoa {"players":2.0}"#,
            r#"new protozoa {"size":null}"#,
            "position",
            "position protozoa",
            "position protozoa 8 2 15",
            "position protozoa  8",
            "move",
            "move 1",
            "move 0 p@f4",
            "move 3 p@f4",
            "move 2 p@f4",
            "move 1  p@f4",
            "move x p@f4",
            "move 1 p@f4 ",
            "move 1 d9",
            &long,
            "legal",
            "legal x",
            "legal -1",
            "resolve",
            "view",
            "view 3",
            "view -1",
            "log x",
            "perft",
            "perft -1",
            "perft 17",
            "perft 4294967296",
            "perft 99999999999999999999",
            "Quit",
            "\u{0}",
            "new\tprotozoa {}",
            "né 1",
        ] {
            check_refused(&[NEW, line]);
            check(&[NEW, line, "view 1"], json!({ "view": START }));
        }
    }

    #[test]
    fn perft_stops_before_it_takes_too_long() {
        let game = Kind::Protozoa.read(START).unwrap();
        assert_eq!(perft(&game, "2", 184 + 33_826), Ok(json!({ "nodes": 33_826 })));
        let error = perft(&game, "2", 184 + 33_825).unwrap_err();
        assert_eq!(error, "more than 34009 moves would have to be played; take a smaller depth");
        let simultaneous = Kind::Stract.new_game(&rules::Options::new()).unwrap();
        assert_eq!(perft(&simultaneous, "1", 22 + 484), Ok(json!({ "nodes": 484 })));
        assert!(perft(&simultaneous, "1", 22 + 483).is_err());
    }

    #[test]
    fn commands_need_a_game() {
        for line in ["state", "legal 1", "move 1 p@f4", "resolve", "view 0", "log 0", "perft 1"] {
            check_refused(&[line]);
        }
    }

    #[track_caller]
    fn answers(input: &[u8]) -> Vec<Json> {
        let mut output = Vec::new();
        run(input, &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_line_gets_one_line_until_quit() {
        let replies = answers(b"new protozoa {}\r\n\n\xff\xfe\nperft 1\nquit\nperft 1\n");
        assert_eq!(replies.len(), 4);
        assert_eq!(replies[1]["ok"], Json::Bool(false));
        assert_eq!(replies[2]["ok"], Json::Bool(false));
        assert_eq!(replies[3], json!({ "nodes": 184 }));
        assert_eq!(answers(b"new protozoa {}\nperft 1"), [replies[0].clone(), replies[3].clone()]);
        assert!(answers(b"").is_empty());
    }

    #[test]
    fn overlong_line_is_one_mistake() {
        let mut input = b"new protozoa {}\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', 3 * LONGEST_LINE));
        input.extend(b"\nperft 1\n");
        let replies = answers(&input);
        assert_eq!(replies.len(), 3);
        assert_eq!(replies[1]["ok"], Json::Bool(false));
        assert_eq!(replies[2], json!({ "nodes": 184 }));
    }
}
