//! Tests of the table: seats that leave or are skipped, their places, and take-backs.

use proptest::{prelude::*, test_runner::TestRunner};
use rules::{
    ABORT, ALL_LATE, BACK, DRAW, Kind, Options, Played, RESIGN, RESIGNED, Refusal, SKIP, SUBSTITUTE, Seat,
    SeatSet, TIMEOUT, Table, are_in_effect, in_effect,
};

use crate::walk::{self, Dice};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn new(kind: Kind, players: i64) -> Table {
    Table::new(kind, &Options::new().with("players", players)).unwrap()
}

#[track_caller]
fn play(table: &mut Table, entries: &[(u8, &str)]) {
    for &(number, notation) in entries {
        let ply = table.ply();
        let played = table.play(seat(number), notation).unwrap_or_else(|why| panic!("{notation}: {why}"));
        assert_eq!(table.ply(), ply + 1);
        assert_eq!(played.seat, seat(number));
        assert_eq!(played.notation, notation);
    }
}

/// Compares the result, as groups of seat numbers with the reason, or the seats to act.
#[track_caller]
fn check(table: &Table, expected: &str) {
    let numbers = |seats: SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<String>();
    let found = match table.outcome() {
        None => format!("to act {}", numbers(table.to_act())),
        Some(outcome) => {
            assert!(table.to_act().is_empty());
            let groups: Vec<String> = outcome.ranking.groups().iter().copied().map(numbers).collect();
            format!("{} {}", groups.join(" "), outcome.reason)
        }
    };
    assert_eq!(found, expected);
}

#[test]
fn with_two_players_the_other_one_wins() {
    let mut table = new(Kind::Protozoa, 2);
    play(&mut table, &[(1, "p@f4"), (1, RESIGN)]);
    check(&table, "2 1 resigned");
    assert_eq!(table.play(seat(2), RESIGN), Err(Refusal::Over));
    assert_eq!(table.play(seat(2), "p@a1"), Err(Refusal::Over));
    assert!(table.legal(seat(2)).is_empty());
    assert!(table.legal_moves(seat(2)).is_empty());
}

#[test]
fn resigning_is_possible_out_of_turn() {
    let mut table = new(Kind::Protozoa, 2);
    play(&mut table, &[(2, RESIGN)]);
    check(&table, "1 2 resigned");
}

#[test]
fn a_team_resigns_together() {
    for teams in ["own", "mixed"] {
        let mut table =
            Table::new(Kind::Protozoa, &Options::new().with("players", 4).with("teams", teams)).unwrap();
        play(&mut table, &[(1, "e5-"), (2, RESIGN)]);
        check(&table, "13 24 resigned");
        assert_eq!(table.left(), [seat(2), seat(4)].into_iter().collect());
    }
}

#[test]
fn remaining_players_play_on_and_rank_first() {
    let mut table = new(Kind::Protozoa, 4);
    play(&mut table, &[(1, "p@a1"), (2, RESIGN)]);
    check(&table, "to act 3");
    assert_eq!(table.turn(), 2, "the turn of seat 2 was skipped");
    assert_eq!(table.play(seat(2), "p@b1"), Err(Refusal::NotYourTurn { to_act: SeatSet::one(seat(3)) }));
    assert_eq!(table.play(seat(2), RESIGN), Err(Refusal::NotYourTurn { to_act: SeatSet::one(seat(3)) }));
    play(&mut table, &[(3, "p@a1"), (4, "p@a1"), (1, "p@a1")]);
    check(&table, "to act 3");
    assert_eq!(table.turn(), 6, "it was skipped again");
    play(&mut table, &[(1, RESIGN)]);
    check(&table, "to act 3");
    assert_eq!(table.turn(), 6, "it was not the turn of seat 1");
    play(&mut table, &[(3, "p@a1")]);
    check(&table, "to act 4");
    play(&mut table, &[(4, RESIGN)]);
    check(&table, "3 4 1 2 resigned");
}

#[test]
fn skipped_turns_count_towards_the_limit() {
    let options = Options::new().with("players", 3).with("rounds", 1);
    let mut table = Table::new(Kind::Protozoa, &options).unwrap();
    play(&mut table, &[(1, "p@a1"), (3, RESIGN)]);
    check(&table, "to act 2");
    play(&mut table, &[(2, "p@a1")]);
    check(&table, "12 3 limit");
    assert_eq!(table.turn(), 3);
}

#[test]
fn the_void_takes_seats_that_leave() {
    let mut table = new(Kind::Semiosphere, 2);
    play(&mut table, &[(1, "a1"), (2, "h1"), (1, "a2"), (1, RESIGN)]);
    check(&table, "2 1 survivor");

    let mut table = new(Kind::Semiosphere, 3);
    play(&mut table, &[(1, "a1"), (2, "c1"), (2, RESIGN)]);
    check(&table, "to act 3");
    assert_eq!(table.game().position(), "8x11 3/2/0/- 0 1 3 a1:h:3,x1:v:0,-:h:3 -");
    play(&mut table, &[(3, "h1")]);
    check(&table, "to act 1");
    play(&mut table, &[(1, "a2"), (1, "end"), (3, "end")]);
    check(&table, "1 23 survivor");
}

#[test]
fn seats_can_leave_before_placing() {
    let mut table = new(Kind::Semiosphere, 3);
    play(&mut table, &[(3, RESIGN), (1, "a1")]);
    check(&table, "to act 2");
    play(&mut table, &[(2, "b1")]);
    check(&table, "to act 1");

    let mut table = new(Kind::Semiosphere, 4);
    play(&mut table, &[(1, "a1"), (2, "b1"), (3, "c1"), (4, RESIGN)]);
    check(&table, "to act 1");
    assert_eq!(table.turn(), 4);
}

#[test]
fn seats_taken_early_rank_behind_late_leavers() {
    let mut table = new(Kind::Semiosphere, 4);
    play(&mut table, &[(1, "a1"), (2, "b1"), (3, "c1"), (4, "d1")]);
    play(&mut table, &[(1, "end"), (2, "b2"), (2, "end"), (3, "c2"), (3, "end"), (4, "d2"), (4, "end")]);
    check(&table, "to act 2");
    assert_eq!(table.turn(), 8);
    assert!(table.play(seat(1), RESIGN).is_err(), "the void has taken it");
    play(&mut table, &[(2, RESIGN)]);
    check(&table, "to act 3");
    play(&mut table, &[(3, RESIGN)]);
    check(&table, "4 23 1 survivor");
}

#[test]
fn refused_entries_change_nothing() {
    let mut table = new(Kind::Protozoa, 2);
    let before = table.clone();
    for (number, notation) in
        [(2, "p@f4"), (1, "x"), (1, "p@d4"), (3, RESIGN), (2, SKIP), (1, "!back 0"), (1, "!Resign")]
    {
        assert!(table.play(seat(number), notation).is_err(), "{notation}");
        assert_eq!(table, before);
    }
    assert_eq!(RESIGNED, "resigned");
}

/// The game goes to its end with the seats that are still there, whoever leaves and whenever, and ranks everybody.
#[test]
fn games_end_well_when_players_leave() {
    for &kind in Kind::ALL {
        let config = ProptestConfig {
            cases: 128,
            max_global_rejects: 10_000,
            failure_persistence: None,
            ..Default::default()
        };
        TestRunner::new(config)
            .run(&(walk::options(kind), any::<u64>()), |(options, seed)| {
                let Ok(table) = Table::new(kind, &options) else {
                    return Err(TestCaseError::reject("options clash"));
                };
                play_with_interruptions(table, &mut Dice::new(seed));
                Ok(())
            })
            .unwrap();
    }
}

fn play_with_interruptions(mut table: Table, dice: &mut Dice) {
    let mut record: Vec<Played> = Vec::new();
    let everybody: Vec<Seat> = SeatSet::all(table.game().seats()).iter().collect();
    while table.outcome().is_none() {
        let there: Vec<Seat> = table.here().iter().collect();
        let acting: Vec<Seat> = table.to_act().iter().collect();
        assert!(
            !acting.is_empty() && acting.iter().all(|seat| there.contains(seat)),
            "{}",
            table.game().position()
        );
        let ply = table.ply();
        let played = match dice.roll(40) {
            0 => table.enter(&record, *dice.pick(&there), RESIGN),
            1 => table.enter(&record, *dice.pick(&there), TIMEOUT),
            2 if table.can_skip(acting[0]) => table.enter(&record, acting[0], SKIP),
            3 if !record.is_empty() => {
                let back = format!("{BACK}{}", record.len() - 1 - dice.roll(record.len().min(6)));
                table.enter(&record, *dice.pick(&there), &back)
            }
            4 if dice.roll(20) == 0 => {
                table.enter(&record, *dice.pick(&there), [DRAW, ALL_LATE][dice.roll(2)])
            }
            _ => {
                let seat = *dice.pick(&acting);
                let mv = dice.pick(&table.legal(seat)).clone();
                table.enter(&record, seat, &mv)
            }
        };
        assert!(played.is_ok(), "{played:?}: {}", table.game().position());
        record.extend(played);
        assert_eq!(table.ply(), ply + 1);
        assert_eq!(table.kind().read(&table.game().position()), Ok(table.game().without_past()));
    }
    assert!(table.to_act().is_empty());
    let ranking = table.outcome().unwrap().ranking;
    let ranked: Vec<Seat> = ranking.groups().iter().flat_map(|group| group.iter()).collect();
    assert_eq!(ranked.len(), everybody.len());
    assert!(everybody.iter().all(|&seat| ranking.place(seat).is_some()));
}

#[test]
fn seats_out_of_time_leave() {
    let mut table = new(Kind::Protozoa, 2);
    play(&mut table, &[(1, "p@f4"), (2, TIMEOUT)]);
    check(&table, "1 2 timeout");

    let mut table = new(Kind::Protozoa, 3);
    play(&mut table, &[(1, TIMEOUT), (3, RESIGN)]);
    check(&table, "2 3 1 resigned");
}

#[test]
fn skipped_seats_play_on() {
    let mut table = new(Kind::Semiosphere, 2);
    assert!(!table.can_skip(seat(1)), "everybody has to place a piece");
    assert!(table.play(seat(1), SKIP).is_err());
    play(&mut table, &[(1, "a1"), (2, "h1"), (1, "a2"), (1, SKIP)]);
    check(&table, "to act 2");
    assert_eq!(table.turn(), 3);
    assert_eq!(table.play(seat(1), SKIP), Err(Refusal::NotYourTurn { to_act: SeatSet::one(seat(2)) }));

    let mut table = new(Kind::Stract, 2);
    play(&mut table, &[(2, SKIP)]);
    check(&table, "to act 1");
}

#[test]
fn an_agreed_draw_shares_first_place() {
    let mut table = new(Kind::Protozoa, 2);
    play(&mut table, &[(1, "p@f4"), (1, DRAW)]);
    check(&table, "12 agreed");
    assert_eq!(table.play(seat(2), "p@a1"), Err(Refusal::Over));
    assert!(table.legal(seat(2)).is_empty());

    let mut table = new(Kind::Protozoa, 4);
    play(&mut table, &[(2, RESIGN), (1, DRAW)]);
    check(&table, "134 2 agreed");
}

#[test]
fn all_sides_out_of_time_share_a_draw() {
    let seats = |numbers: &[u8]| numbers.iter().map(|&number| seat(number)).collect();
    let mut table = new(Kind::Stract, 4);
    // Seats 1 and 3 are a team, seats 2 and 4 the other.
    for (late, nobody) in
        [(&[1u8, 2][..], false), (&[1, 3], false), (&[1, 2, 3], false), (&[1, 2, 3, 4], true)]
    {
        assert_eq!(table.leaves_nobody(seats(late)), nobody, "{late:?}");
    }
    play(&mut table, &[(3, RESIGN)]);
    assert!(table.leaves_nobody(seats(&[1, 2, 4])));
    play(&mut table, &[(1, ALL_LATE)]);
    check(&table, "1234 late");
    assert!(table.outcome().unwrap().is_draw());
    assert_eq!(table.play(seat(1), ALL_LATE), Err(Refusal::Over));
    assert!(!new(Kind::Stract, 2).leaves_nobody(seats(&[2])));
}

/// Carries out entries of a record, one after the other.
#[track_caller]
fn enter(table: &mut Table, record: &mut Vec<Played>, entries: &[(u8, &str)]) {
    for &(number, notation) in entries {
        record.push(table.enter(record, seat(number), notation).unwrap());
    }
}

#[test]
fn taken_back_entries_leave_no_trace() {
    let (mut table, mut record) = (new(Kind::Protozoa, 2), Vec::new());
    enter(&mut table, &mut record, &[(1, "p@f4"), (2, "p@a1")]);
    let (before, revision) = (table.game().clone(), table.revision());
    enter(&mut table, &mut record, &[(1, "p@a2"), (2, "p@a8"), (2, "!back 2")]);
    assert_eq!(table.game(), &before);
    check(&table, "to act 1");
    assert_eq!(table.ply(), 5, "the record continues");
    assert!(table.revision() > revision && table.turn() > 2, "earlier lists of legal moves are stale");

    // Entries that were taken back once stay so, even if the game goes back further.
    enter(&mut table, &mut record, &[(1, "p@b2"), (2, RESIGN)]);
    assert_eq!(table.enter(&record, seat(1), "!back 1"), Err(Refusal::Over));
    let (mut again, mut replayed) = (new(Kind::Protozoa, 2), Vec::new());
    for entry in &record {
        replayed.push(again.enter(&replayed, entry.seat, &entry.notation).unwrap());
    }
    assert_eq!((&again, &replayed), (&table, &record));
    let kept: Vec<&str> = in_effect(&record).iter().map(|entry| entry.notation.as_str()).collect();
    assert_eq!(kept, ["p@f4", "p@a1", "p@b2", RESIGN]);
}

#[test]
fn any_number_of_entries_can_be_taken_back() {
    let (mut table, mut record) = (new(Kind::Protozoa, 2), Vec::new());
    enter(&mut table, &mut record, &[(1, "p@f4")]);
    // Each take-back goes back to the one before, which makes a chain as long as the record.
    while record.len() < 4000 {
        let back = format!("{BACK}{}", record.len() - 1);
        enter(&mut table, &mut record, &[(1, &back), (1, "p@f4")]);
    }
    let stand = are_in_effect(&record);
    assert_eq!(stand.iter().filter(|are_in_effect| **are_in_effect).count(), 1);
    assert_eq!((stand.last(), in_effect(&record)), (Some(&true), vec![&record[record.len() - 1]]));
}

#[test]
fn take_backs_need_an_existing_ply() {
    let (mut table, mut record) = (new(Kind::Protozoa, 2), Vec::new());
    enter(&mut table, &mut record, &[(1, "p@f4")]);
    for wrong in ["!back 1", "!back 7", "!back -1", "!back", "!back x", "!back +0", "!back 00", "!back 0 "] {
        assert!(table.enter(&record, seat(1), wrong).is_err(), "{wrong}");
    }
    for nobody in [3, 8] {
        let refused = table.enter(&record, seat(nobody), "!back 0");
        assert_eq!(refused, Err(Refusal::NotYourTurn { to_act: SeatSet::one(seat(2)) }));
    }
    enter(&mut table, &mut record, &[(1, "!back 0")]);
    check(&table, "to act 1");

    let (mut table, mut record) = (new(Kind::Protozoa, 3), Vec::new());
    enter(&mut table, &mut record, &[(1, "p@a1"), (3, RESIGN)]);
    assert!(table.enter(&record, seat(3), "!back 0").is_err(), "a seat that has left cannot take moves back");
    enter(&mut table, &mut record, &[(2, "!back 0")]);
    check(&table, "to act 1");
}

#[test]
fn forced_passes_are_known_and_marked() {
    let lonely = "8 2 15 20/60 1 9@9,9@10 a1=p1,c1=p1,e1=p1,g1=p1,a3=p1,c3=d1,e3=d1,g3=d1,a5=d1,c5=d1,e5=q1,g5=q1,a7=q1,c7=q1,e7=q1";
    let mut table = Table::from(Kind::Protozoa.read(lonely).unwrap());
    assert_eq!(table.forced(), Some(Seat::FIRST));
    assert!(table.play(Seat::FIRST, "pass").unwrap().forced);
    assert_eq!(table.forced(), None, "the game is over");
    let mut free = new(Kind::Protozoa, 2);
    assert_eq!(free.forced(), None);
    assert!(!free.play(Seat::FIRST, "p@f4").unwrap().forced);
}

/// Seats 1 and 2 have their queens. The others have lost theirs, seat 4 before seat 3.
const TWO_ARE_OUT: &str = "9,Q2/10/10/4,B1,5/10/10/10/10/10/Q1,9 4 1 2 - 0 4/3";

#[test]
fn eliminated_seats_do_not_share_a_draw() {
    let table = Table::from(Kind::Parasites.read(TWO_ARE_OUT).unwrap());
    assert_eq!(table.here(), [seat(1), seat(2)].into_iter().collect());
    let mut drawn = table.clone();
    play(&mut drawn, &[(1, DRAW)]);
    check(&drawn, "12 3 4 agreed");

    let mut void = new(Kind::Semiosphere, 3);
    play(&mut void, &[(1, "a1"), (2, "c1"), (2, RESIGN), (3, "h1"), (1, DRAW)]);
    check(&void, "13 2 agreed");
}

#[test]
fn eliminated_seats_keep_their_place() {
    let mut table = Table::from(Kind::Parasites.read(TWO_ARE_OUT).unwrap());
    for entry in [RESIGN, TIMEOUT] {
        let refused = table.play(seat(3), entry);
        assert_eq!(refused, Err(Refusal::NotYourTurn { to_act: SeatSet::one(seat(1)) }), "{entry}");
    }
    play(&mut table, &[(2, TIMEOUT)]);
    check(&table, "1 3 4 2 timeout");
}

#[test]
fn the_last_seat_not_eliminated_wins() {
    let mut table = Table::from(Kind::Parasites.read(TWO_ARE_OUT).unwrap());
    play(&mut table, &[(2, RESIGN)]);
    check(&table, "1 3 4 2 resigned");
}

#[test]
fn aborted_games_have_no_result() {
    let mut table = new(Kind::Protozoa, 3);
    play(&mut table, &[(1, "p@a1"), (3, RESIGN), (2, ABORT)]);
    check(&table, " aborted");
    assert_eq!(table.play(seat(1), RESIGN), Err(Refusal::Over));
}

#[test]
fn substitutes_take_over_the_seat_as_it_is() {
    let (mut table, mut record) = (new(Kind::Protozoa, 2), Vec::new());
    enter(&mut table, &mut record, &[(1, "p@f4")]);
    let (game, revision, turn) = (table.game().clone(), table.revision(), table.turn());
    enter(&mut table, &mut record, &[(2, SUBSTITUTE)]);
    assert_eq!((table.game(), table.turn(), table.ply()), (&game, turn, 2));
    assert!(table.revision() > revision, "the previous player's list of legal moves is stale");
    enter(&mut table, &mut record, &[(2, "p@a1"), (1, "!back 1")]);
    check(&table, "to act 2");
}
