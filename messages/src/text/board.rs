//! Texts below a board and in the panels to move.

use std::collections::BTreeSet;

use jiff::Timestamp;
use play::rejected::Ended;
use rules::AnyEvent;

use super::{
    clocks::time_left,
    common::*,
    lobby::by_sides,
    outcome::{over, result},
};

/// Says below a board that a machine is to move and fails.
const MACHINE_FAILS: &str =
    "A machine can't move here, so the game waits. Any player can call it off with `/offer abort`.";
/// Says below a board that a machine is to move, and this bot lets none play any more.
const MACHINES_OFF: &str =
    "Machines are switched off here, so the game waits. Any player can call it off with `/offer abort`.";

/// Says below a board what it waits for where machines do not play: `None` if it does not wait for machines alone.
#[must_use]
pub fn without_machines(game: &Game) -> Option<&'static str> {
    let awaited = game.awaited();
    (!awaited.is_empty() && awaited.into_iter().all(PersonId::is_machine)).then_some(MACHINES_OFF)
}

/// Asks the players to act. At the end, says how the game ended and names all players.
#[must_use]
pub fn notification(game: &Game) -> String {
    let Some(outcome) = game.table.outcome() else {
        let (thinking, awaited): (Vec<PersonId>, Vec<PersonId>) =
            game.awaited().into_iter().partition(|person| person.is_machine());
        let is_last =
            game.table.kind().is_simultaneous() && game.table.here().len() > 1 && thinking.is_empty();
        return match awaited.len() {
            0 if game.held => MACHINE_FAILS.to_owned(),
            0 if thinking.len() == 1 => format!("{} is thinking.", machines(&thinking)),
            0 => format!("{} are thinking.", machines(&thinking)),
            1 if is_last => {
                format!("{}, your move: everyone else has ordered.", mentions(awaited))
            }
            1 => format!("{}, your move.", mentions(awaited)),
            _ => format!("{}, your moves.", mentions(awaited)),
        };
    };
    // Discord notifies only those whom a message names.
    let players = mentions(game.people().into_iter().filter(|person| !person.is_machine()));
    format!("The game is over: {}.\nThanks for playing, {players}!", result(game, &outcome))
}

/// Returns the heading of a board.
#[must_use]
pub fn board_title(game: &Game) -> String {
    format!("{} · game {}", game.table.kind().title(), game.id)
}

/// Returns the small print of a board that `to` sees.
#[must_use]
pub fn board_footer(game: &Game, to: Viewer) -> String {
    if game.table.outcome().is_some() {
        // The chart below counts turns, so where turns have several moves, the footer counts turns, too.
        return match turns_played(game) {
            turns if turns == moves_played(game) => moves_counted(game),
            turns => plural(turns, "turn"),
        };
    }
    let is_public = game.table.kind().has_secrets() && to == Viewer::Public;
    let own = if is_public { " · My view shows your own pieces" } else { "" };
    format!("/move · {}{own}", plain(game.table.kind().about().notation))
}

/// Says how the players of a game that is over begin the next one.
#[must_use]
pub fn next_begins(game: &Game) -> String {
    match game.table.outcome() {
        Some(_) => "`/rematch` or `/play` starts the next game.".to_owned(),
        None => String::new(),
    }
}

/// Counts the turns with a move.
fn turns_played(game: &Game) -> usize {
    let moves = game.record.iter().filter(|entry| entry.is_move());
    moves.map(|entry| entry.turn).collect::<BTreeSet<_>>().len()
}

/// Returns `16 moves`, or `31 orders` in a game in which all order at once. A turn of Semiosphere consists of actions.
pub(super) fn moves_counted(game: &Game) -> String {
    let noun = match game.table.kind() {
        Kind::Semiosphere => "action",
        kind if kind.is_simultaneous() => "order",
        _ => "move",
    };
    plural(moves_played(game), noun)
}

/// Counts the moves. The record also has entries for resignations and the like, and orders that a later one of the same turn has
/// replaced.
fn moves_played(game: &Game) -> usize {
    let moves = game.record.iter().filter(|entry| entry.is_move());
    if !game.table.kind().is_simultaneous() {
        return moves.count();
    }
    moves.map(|entry| (entry.turn, entry.seat)).collect::<BTreeSet<_>>().len()
}

/// Returns the mark of the next board post. No other post has the same, so the outbox can find it among others.
#[must_use]
pub fn board_mark(game: &Game) -> String {
    board_number(game, game.board_count + 1)
}

/// Returns the mark of the newest board post.
#[must_use]
pub fn board_mark_before(game: &Game) -> String {
    board_number(game, game.board_count)
}

/// Returns the mark of the next board post as releases before schema version 12 wrote it. The response to such a post may have
/// been lost right before an upgrade.
#[must_use]
pub fn earlier_board_mark(game: &Game) -> String {
    format!("#{}-{}", game.id, game.board_count + 1)
}

fn board_number(game: &Game, number: u32) -> String {
    format!("board {number} of game {}", game.id)
}

/// Returns small print with a mark at its end.
#[must_use]
pub fn marked(footer: &str, mark: &str) -> String {
    format!("{footer} · {mark}")
}

/// Asks one player to move; the board is in message `board`. The outbox finds the message again by these words.
#[must_use]
pub fn ping(game: &Game, person: PersonId, board: MessageId) -> String {
    let (title, board) = (game.table.kind().title(), link(game.guild, game.channel, board));
    let last = last_one(game, person);
    format!("{}, your move in **{title}**, game {}: {board}{last}", mention(person), game.id)
}

/// Reminds one player to move; the board is in message `board`.
#[must_use]
pub fn reminder(game: &Game, person: PersonId, board: MessageId) -> String {
    let (title, board) = (game.table.kind().title(), link(game.guild, game.channel, board));
    let last = last_one(game, person);
    format!("⏰ {}, it's still your move in **{title}**, game {}: {board}{last}", mention(person), game.id)
}

/// Notifies one player that a game has ended; the board is in message `board`. The outbox finds the message again by these
/// words.
#[must_use]
pub fn ended(game: &Game, person: PersonId, board: MessageId) -> String {
    let (title, board) = (game.table.kind().title(), link(game.guild, game.channel, board));
    let result = game.table.outcome().map(|outcome| result(game, &outcome)).unwrap_or_default();
    format!("{}, your game of **{title}** is over, game {}: {result}. {board}", mention(person), game.id)
}

/// Reports the result of a game whose final board is in message `board`. The outbox finds the message again by these words.
#[must_use]
pub fn reported(game: &Game, board: MessageId) -> String {
    let (title, board) = (game.table.kind().title(), link(game.guild, game.channel, board));
    let result = game.table.outcome().map(|outcome| result(game, &outcome)).unwrap_or_default();
    let players = mentions(game.people());
    format!("**{title}**, game {} of {players}: {result} {board}", game.id)
}

/// Returns a line for the last player who has to give orders in a simultaneous turn. Machines don't wait for anybody.
fn last_one(game: &Game, person: PersonId) -> &'static str {
    let has_company = game.people().iter().any(|&other| other != person && !other.is_machine());
    if game.table.kind().is_simultaneous() && has_company && game.awaited() == [person] {
        "\nYou're the last one we're waiting for."
    } else {
        ""
    }
}

/// Returns the `number`th notice about a game. The number sets it apart from notices with the same words, so the outbox can
/// find it again.
#[must_use]
pub fn numbered_notice(game: GameId, number: u32, channel: ChannelId, words: &str) -> String {
    format!("Game {game}, note {number}, <#{channel}>: {words}")
}

/// Notifies one player of an offer. The outbox finds the message again by its first line.
#[must_use]
pub fn offer_notice(person: PersonId, words: &str) -> String {
    format!("{}, you are asked: {words}", mention(person))
}

/// Quotes a message below the link to it.
#[must_use]
pub fn said_here(words: &str, guild: GuildId, channel: ChannelId, message: MessageId) -> String {
    format!("{}\n{}", link(guild, channel, message), cut(words, 1500))
}

/// Quotes a message of a channel in a notice, with the link to it.
#[must_use]
pub fn said_there(words: &str, guild: GuildId, channel: ChannelId, message: MessageId) -> String {
    format!("{} {}", cut(words, 1500), link(guild, channel, message))
}

/// Removes the markdown that Discord would show as it is in small print.
pub(super) fn plain(markdown: &str) -> String {
    markdown.replace('`', "")
}

/// Lists the seats: who plays, who is to move, and how much time each has left.
#[must_use]
pub fn seats(game: &Game, now: Timestamp) -> String {
    let to_act = game.table.to_act();
    let outcome = game.table.outcome();
    let sides = game.table.game().sides().len();
    seat_lines(game, game.record.len(), |seat| match &outcome {
        Some(outcome) => match outcome.ranking.place(seat) {
            Some(1) if !outcome.is_draw() => " 🏆".to_owned(),
            // Where two sides play, the cup says enough.
            Some(place) if sides > 2 && !outcome.ranking.is_draw() => format!(" · place {place}"),
            _ => String::new(),
        },
        None if game.table.left().contains(seat) => " has left".to_owned(),
        None if to_act.contains(seat) => format!(" ◀ to move{}", time_left(game, seat, now)),
        None => time_left(game, seat, now),
    })
}

/// Lists the seats, and who has left, on a board that a newer one has replaced.
#[must_use]
pub fn seats_then(game: &Game) -> String {
    seat_lines(game, game.record.len(), |seat| match game.table.left().contains(seat) {
        true => " has left".to_owned(),
        false => String::new(),
    })
}

/// Lists the seats as they were drawn.
#[must_use]
pub fn seats_drawn(game: &Game) -> String {
    seat_lines(game, 0, |_| String::new())
}

/// Lists who held which seat when the record had `ply` entries.
fn seat_lines(game: &Game, ply: usize, note: impl Fn(Seat) -> String) -> String {
    let kind = game.table.kind();
    by_sides(game.table.game(), |by| {
        let person = game.person_at(by, ply).map(holder).unwrap_or_default();
        format!("{} {person}{}", seat(kind, by), note(by))
    })
}

/// Reports what happened since entry `since` of the record, as far as `to` may know it.
#[must_use]
pub fn story(game: &Game, to: Viewer, since: usize) -> String {
    if game.record.is_empty() {
        let seats = match (game.seating, game.rematch_of) {
            (Seating::Lot, None) => "Seats were drawn by lot.",
            (Seating::Lot, Some(_)) => "The seats have rotated.",
            (Seating::Order, _) => "Seats follow the order of joining.",
        };
        return format!("The game begins. {seats}");
    }
    tell(game, to, since, game.record.get(since..).unwrap_or_default())
}

/// Reports these entries of the record, which come after its first `since`.
pub(super) fn tell(game: &Game, to: Viewer, since: usize, entries: &[Played]) -> String {
    let mut sentences = Vec::new();
    let mut told = 0;
    for (at, played) in entries.iter().enumerate() {
        if let Some(words) = at_the_table(game, since + 1 + at, played) {
            sentences.extend(what_they_did(game, to, &entries[told..at]));
            sentences.push(words);
            told = at;
        }
    }
    sentences.extend(what_they_did(game, to, &entries[told..]));
    // On a phone, nobody reads a long paragraph to its end.
    let between = if sentences.len() > 3 { "\n" } else { " " };
    sentences.join(between)
}

/// Reports the effects of moves, with one sentence for those that belong together. Transient effects are left out once their turn
/// is over.
pub(super) fn what_they_did<'p>(
    game: &Game,
    to: Viewer,
    moves: impl IntoIterator<Item = &'p Played>,
) -> Vec<String> {
    let who = |by: Seat| format!("**{}**", game.table.kind().colour(by).name());
    let to = game.table.viewer(to);
    let (mut sentences, mut events) = (Vec::new(), Vec::new());
    for played in moves {
        let is_over = played.turn < game.table.turn() || game.table.outcome().is_some();
        let seen = played.events.iter().filter_map(|event| event.visible_to(to));
        events.extend(seen.filter(|event| !(is_over && event.is_transient())));
        if played.forced {
            sentences.extend(AnyEvent::describe_all(&events, &who));
            events.clear();
            sentences.push("It was the only legal move.".to_owned());
        }
    }
    sentences.extend(AnyEvent::describe_all(&events, &who));
    sentences
}

/// Reports an entry that is not a move, such as a resignation, as ply `ply`.
fn at_the_table(game: &Game, ply: usize, played: &Played) -> Option<String> {
    let seat = game.table.kind().colour(played.seat).name();
    let who = match game.person_at(played.seat, ply) {
        Some(person) => format!("**{seat}** ({})", mention(person)),
        None => format!("**{seat}**"),
    };
    match played.notation.as_str() {
        rules::RESIGN => Some(format!("{who} resigned.")),
        rules::TIMEOUT => Some(format!("{who} ran out of time.")),
        rules::SKIP => {
            // Announced once; it stays true for as long as they are absent.
            let stop = game.skipped(played.seat, ply) == Game::ABSENT;
            let stop = if stop { " I won't notify them again until they move." } else { "" };
            Some(format!("{who} ran out of time, so the turn passes.{stop}"))
        }
        rules::DRAW => Some("The players agreed on a draw.".to_owned()),
        rules::ALL_LATE => Some("All sides ran out of time, so nobody wins.".to_owned()),
        rules::ABORT if game.is_abandoned(ply) => {
            Some("Nobody has moved for two turns in a row, so I've called the game off.".to_owned())
        }
        rules::ABORT => Some("The game was called off.".to_owned()),
        rules::SUBSTITUTE => Some(format!("{who} takes over from here.")),
        // The number of orders by then is a secret, because some may have been changed.
        back if back.starts_with(rules::BACK) && game.table.kind().has_secrets() => {
            Some("The game went back to an earlier turn.".to_owned())
        }
        back => back
            .strip_prefix(rules::BACK)
            .map(|ply| format!("The game went back to the position after move {ply}.")),
    }
}

/// Confirms a move to its player: what was played and what it did.
#[must_use]
pub fn receipt(game: &Game, person: PersonId, played: &[Played]) -> String {
    let mine = game.seats_of(person);
    let own_move = |entry: &Played| mine.contains(entry.seat) && !entry.forced;
    let Some(end) = played.iter().rposition(own_move) else { return "Nothing was played.".to_owned() };
    let last = &played[end];
    let others = |entry: &Played| entry.turn != last.turn || entry.seat != last.seat;
    let to = mine.first().map_or(Viewer::Public, Viewer::Seat);
    // A secret order replaces the one before it; a turn of several moves is confirmed as a whole.
    if game.table.kind().is_simultaneous() {
        let same = |one: &Played, other: &Played| one.turn == other.turn && one.seat == other.seat;
        let stands = |&(at, entry): &(usize, &Played)| {
            let own = entry.turn == last.turn && mine.contains(entry.seat) && entry.is_move();
            own && !played[at + 1..].iter().any(|later| same(later, entry))
        };
        let own: Vec<&Played> = played.iter().enumerate().filter(stands).map(|(_, entry)| entry).collect();
        return receipt_for(game, to, &own);
    }
    let begin = played[..end].iter().rposition(others).map_or(0, |at| at + 1);
    receipt_for(game, to, &played[begin..=end].iter().collect::<Vec<_>>())
}

fn receipt_for(game: &Game, to: Viewer, own: &[&Played]) -> String {
    let notations: Vec<String> = own.iter().map(|entry| entry.notation.clone()).collect();
    let story = what_they_did(game, to, own.iter().copied()).join(" ");
    let said = cut(&format!("✅ {} {story}", code_list_within(&notations, 800)), 1500);
    match machines_answer(&game.awaited()).filter(|_| !game.held) {
        Some(answer) => format!("{said}\n{answer}"),
        None => said,
    }
}

/// Says that machines move next, if only they do. Their board comes when they have moved.
pub(super) fn machines_answer(awaited: &[PersonId]) -> Option<String> {
    let verbs = if awaited.len() == 1 { "is thinking and answers" } else { "are thinking and answer" };
    let only_machines = !awaited.is_empty() && awaited.iter().all(|person| person.is_machine());
    only_machines.then(|| format!("{} {verbs} in about ten seconds.", machines(awaited)))
}

/// Says that moves were chosen in the panel of an earlier turn. The moves of that turn follow.
#[must_use]
pub fn stale_choice(chosen: &[&str]) -> String {
    let verb = if chosen.len() == 1 { "wasn't" } else { "weren't" };
    let chosen: Vec<String> = chosen.iter().map(|notation| quoted(notation)).collect();
    format!(
        "That panel was for an earlier turn, so {} {verb} played. You played this in that turn:\n",
        listed(&chosen)
    )
}

/// Says that a turn is over, and what follows for a player: the end of the game, their next turn, or a wait for others.
#[must_use]
pub fn turn_over(game: &Game, person: PersonId) -> String {
    if game.table.outcome().is_some() {
        return over(Ended::of(game).as_ref());
    }
    if !game.awaited().contains(&person) {
        return format!("That turn is over. The game is now waiting for {}.", mentions(game.awaited()));
    }
    let why = match game.table.kind().is_simultaneous() {
        true => "Everyone has ordered, and the turn was carried out.",
        false => "That turn is over, and it's your move again.",
    };
    format!("{why} Press **{MOVE}** to see the new board.")
}

/// Labels the button that switches to another seat of the same player.
#[must_use]
pub fn for_seat(kind: Kind, to: Seat) -> String {
    format!("Order for {}", seat(kind, to))
}

/// Asks which of these moves the player meant.
#[must_use]
pub fn which_move(typed: &str, offers: &[&LegalMove]) -> String {
    let question = match offers {
        [_] => {
            format!("{} isn't a whole move, so nothing was played. Did you mean this one?", quoted(typed))
        }
        _ => format!(
            "{} can mean several moves, so nothing was played. Which one did you mean?",
            quoted(typed)
        ),
    };
    above_moves(question, offers)
}

/// Lists moves below a sentence.
pub(super) fn above_moves(sentence: String, offers: &[&LegalMove]) -> String {
    /// Nobody reads more.
    const MOST: usize = 8;
    let mut lines = vec![sentence];
    lines.extend(offers.iter().take(MOST).map(|offer| format!("`{}` {}", offer.notation, offer.words)));
    if offers.len() > MOST {
        lines.push(format!("… and {} more", offers.len() - MOST));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use engine::Level;
    use play::fixture::{ANN, BOB, Fixture, ephemeral};

    use super::*;

    #[tokio::test]
    async fn player_knows_that_a_machine_is_thinking() {
        let world = Fixture::new().await;
        let id = world.alone("protozoa", Level::Spore).await;
        let mut game = world.game(id).await;
        let machine = game.players.iter().find(|player| player.person.is_machine()).unwrap().person;
        let mine = game.seats_of(ANN.into()).first().unwrap();
        while game.record.last().is_none_or(|entry| entry.seat != mine) {
            let seat = game.table.to_act().first().unwrap();
            // Two promotions in a row would end the game: all pieces die.
            let legal = game.table.legal(seat);
            let step = legal.iter().find(|notation| !notation.ends_with('+')).unwrap();
            game.enter(seat, step).unwrap();
        }
        let thinks = format!("{} is thinking and answers in about ten seconds.", machines(&[machine]));
        assert!(receipt(&game, ANN.into(), &game.record).ends_with(&thinks));
        game.held = true;
        assert!(!receipt(&game, ANN.into(), &game.record).contains("thinking"));
        assert_eq!(machines_answer(&[]), None);
        assert_eq!(machines_answer(&[machine, BOB.into()]), None);
        assert_eq!(machines_answer(&[machine]), Some(thinks));
    }

    #[tokio::test]
    async fn replaced_orders_do_not_count_as_moves() {
        let world = Fixture::new().await;
        let id = world.begin("stract", &[BOB]).await;
        let game = world.game(id).await;
        let player = game.players[0];
        for order in &game.table.legal(player.seat)[..2] {
            ephemeral(world.service.play_typed(&world.by(player.person), order.clone()).await);
        }
        let game = world.game(id).await;
        assert_eq!((game.record.len(), moves_played(&game)), (2, 1));
    }
}
