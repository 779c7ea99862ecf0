//! Pages through the turns of a game.

use std::ops::Range;

use data::{Game, GameId};
use jiff::Timestamp;
use rules::are_in_effect;

use super::{
    core::{Caller, Service},
    export::game_to_look_at,
    lookup::viewer,
};
use crate::{
    content::{Content, HistoryPage, Page, Response},
    error::Error,
    game::film,
};

impl Service {
    /// Returns the last turn of the channel's game as the caller may see it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the channel has no game.
    pub async fn history(&self, caller: &Caller) -> Result<Response, Error> {
        let of = *caller;
        let (game, times) = self
            .store
            .read(move |tx| {
                let game = tx.open(game_to_look_at(tx, &of)?)?;
                let times: Vec<Timestamp> = tx.record(game.id)?.iter().map(|entry| entry.at).collect();
                Ok::<_, Error>((game, times))
            })
            .await?;
        Ok(Response::Ephemeral(history_page(caller, game, &times, Page::Last)?))
    }

    /// Returns another turn, which replaces the shown one.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game.
    pub async fn history_page(&self, caller: &Caller, id: GameId, page: Page) -> Result<Response, Error> {
        let (game, times) = self
            .store
            .read(move |tx| {
                let times: Vec<Timestamp> = tx.record(id)?.iter().map(|entry| entry.at).collect();
                Ok::<_, Error>((tx.open(id)?, times))
            })
            .await?;
        Ok(Response::Update(history_page(caller, game, &times, page)?))
    }
}

fn history_page(caller: &Caller, game: Game, times: &[Timestamp], page: Page) -> Result<Content, Error> {
    let turns = turns(&game);
    let last = turns.len();
    // Page 0 is the start of the game, and page `n` its turn `n`.
    let number = match page {
        Page::First => 0,
        Page::Last => last,
        Page::At(number) => (number as usize).min(last),
    };
    let entries = number.checked_sub(1).and_then(|index| turns.get(index).cloned()).unwrap_or(0..0);
    let in_effect = are_in_effect(&game.record);
    Ok(Content::History(HistoryPage {
        to: viewer(&game, caller.person),
        then: Box::new(game.at_ply(entries.end as u32)?),
        number,
        last,
        at: entries.clone().next_back().and_then(|index| times.get(index).copied()),
        taken_back: !entries.is_empty() && !in_effect[entries.clone()].contains(&true),
        entries,
        game: Box::new(game),
    }))
}

/// Returns the turns of a game as ranges of its record. A turn that still waits for secret orders is left out; `/board` shows
/// what the caller may know of it.
pub(super) fn turns(game: &Game) -> Vec<Range<usize>> {
    let mut turns = film::turns(&game.record);
    turns.retain(|turn| !(game.keeps_secrets() && game.record[turn.start].turn >= game.table.turn()));
    turns
}

#[cfg(test)]
mod tests {
    use data::PersonId;
    use rules::{BACK, Kind, Options, Seat, Table, Viewer};

    use super::*;
    use crate::{
        fixture::{self, ANN, BOB, EVE, Fixture, ephemeral, rejection, replaced},
        rejected::{LookRejected, Rejected},
    };

    /// Checks the turns of a table at which these seats entered these notations.
    #[track_caller]
    fn check(kind: Kind, entries: &[(u8, &str)], want: &[Range<usize>]) {
        let mut table = Table::new(kind, &Options::new().with("players", 2)).unwrap();
        let mut record = Vec::new();
        for &(seat, notation) in entries {
            record.push(table.enter(&record, Seat::new(seat).unwrap(), notation).unwrap());
        }
        let game = Game { record, ..fixture::game(2, 2, table) };
        assert_eq!(turns(&game), want);
    }

    #[test]
    fn each_page_is_a_turn() {
        check(Kind::Protozoa, &[], &[]);
        check(Kind::Protozoa, &[(1, "p@f4"), (2, "p@a1")], &[0..1, 1..2]);
        check(Kind::Semiosphere, &[(1, "a1"), (2, "h1"), (1, "a2"), (1, "end")], &[0..1, 1..2, 2..4]);
        check(Kind::Semiosphere, &[(1, "a1"), (2, "h1"), (1, "a2")], &[0..1, 1..2, 2..3]);
    }

    #[test]
    #[allow(clippy::single_range_in_vec_init)] // There is one turn.
    fn turn_with_pending_orders_is_no_page() {
        check(Kind::Stract, &[(1, "pass"), (2, rules::ABORT)], &[0..2]);
        check(Kind::Stract, &[(1, "pass")], &[]);
        check(Kind::Stract, &[(1, "pass"), (2, "pass"), (2, "pass")], &[0..2]);
        let back = format!("{BACK}0");
        check(Kind::Stract, &[(1, "pass"), (2, "pass"), (2, "w+a1"), (1, &back), (1, "pass")], &[0..2, 2..4]);
        check(Kind::Stract, &[(1, "pass"), (1, "!resign")], &[0..2]);
    }

    /// Returns the page that a response shows.
    #[track_caller]
    fn page_of(content: Content) -> HistoryPage {
        match content {
            Content::History(page) => page,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn pages_lead_through_the_turns() {
        let fixture = Fixture::new().await;
        let caller = fixture.by(EVE);
        let nothing = rejection(fixture.service.history(&caller).await);
        assert!(matches!(nothing, Rejected::NoGameHere { .. }), "{nothing:?}");
        let id = fixture.begin("semiosphere", &[BOB]).await;
        let first = page_of(ephemeral(fixture.service.history(&caller).await));
        assert_eq!((first.game.id, first.number, first.last), (id, 0, 0));
        for _ in 0..3 {
            fixture.play_any(id).await;
        }
        let last = page_of(ephemeral(fixture.service.history(&fixture.by(ANN)).await));
        assert_eq!((last.game.id, last.number, last.last), (id, 3, 3));
        for (page, number) in [(Page::First, 0), (Page::At(1), 1), (Page::At(99), 3), (Page::Last, 3)] {
            let shown = page_of(replaced(fixture.service.history_page(&caller, id, page).await));
            assert_eq!((shown.number, shown.last), (number, 3), "{page:?}");
            assert_eq!(
                (shown.then.record.len(), shown.game.record.len()),
                (shown.entries.end, 3),
                "{page:?}"
            );
        }
        assert!(fixture.service.history_page(&caller, 99.into(), Page::First).await.is_err());
    }

    #[tokio::test]
    async fn page_has_the_turn_and_its_time() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("protozoa", &[BOB]).await;
        let (person, seat) = fixture.mover(id).await;
        fixture.play(id, "p@f4").await;
        let page = page_of(ephemeral(fixture.service.history(&fixture.by(EVE)).await));
        let record = fixture.service.store().read(move |tx| tx.record(id)).await.unwrap();
        assert_eq!((page.entries.clone(), page.at), (0..1, Some(record[0].at)));
        let entry = &page.game.record[0];
        assert_eq!((entry.seat, entry.notation.as_str()), (seat, "p@f4"));
        assert_eq!(page.game.person_at(seat, 1), Some(person));
    }

    #[tokio::test]
    async fn each_caller_has_their_own_view_of_a_page() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("stract preset=standard turns=2", &[BOB]).await;
        let game = fixture.game(id).await;
        let people = [1, 2].map(|seat| game.person_in(Seat::new(seat).unwrap()).unwrap());
        let order = async |person: PersonId, order: &str| {
            ephemeral(fixture.service.play_typed(&fixture.by(person), order.to_owned()).await);
        };
        let page = async |by: PersonId| page_of(ephemeral(fixture.service.history(&fixture.by(by)).await));
        for (person, typed) in [(0, "f+c8"), (0, "w+c8"), (1, "e+c1")] {
            order(people[person], typed).await;
        }
        for (person, to) in [
            (people[0], Viewer::Seat(Seat::FIRST)),
            (people[1], Viewer::Seat(Seat::FIRST.next(2))),
            (EVE.into(), Viewer::Public),
        ] {
            assert_eq!(page(person).await.to, to);
        }
        // Orders of an unfinished turn are on no page, not even for their player.
        let own = page(people[0]).await;
        order(people[0], "pass").await;
        let after = page(people[0]).await;
        assert_eq!((after.number, after.last, after.entries), (own.number, own.last, own.entries));
        order(people[1], "pass").await;
        assert_eq!(page(EVE.into()).await.to, Viewer::Open, "the game is over");
    }

    #[tokio::test]
    async fn resigned_game_hides_nothing() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("stract preset=standard", &[BOB]).await;
        let people = fixture.game(id).await.players;
        for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "pass"), (1, "pass"), (0, "e+a8")] {
            ephemeral(fixture.service.play_typed(&fixture.by(people[turn].person), order.to_owned()).await);
        }
        let page =
            async |page| page_of(replaced(fixture.service.history_page(&fixture.by(EVE), id, page).await)).to;
        let board = async |person: u64| match ephemeral(fixture.service.board(&fixture.by(person)).await) {
            Content::Board { to, .. } => to,
            other => panic!("{other:?}"),
        };
        for to in [page(Page::At(1)).await, page(Page::Last).await, board(EVE).await] {
            assert_eq!(to, Viewer::Public);
        }
        fixture.service.resign(&fixture.by(ANN), id).await.unwrap();
        let mut all = vec![page(Page::At(1)).await, page(Page::Last).await];
        for person in [ANN, BOB, EVE] {
            all.push(board(person).await);
        }
        assert_eq!(all, [Viewer::Open; 5]);
    }

    /// Returns the game and the file of an exported record.
    #[track_caller]
    fn exported(content: Content) -> (Game, data::RecordFile) {
        match content {
            Content::Record { game, bytes } => (*game, data::RecordFile::read(&bytes).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn game_with_secrets_is_exported_after_its_end() {
        let fixture = Fixture::new().await;
        let nothing = rejection(fixture.service.export(&fixture.by(EVE)).await);
        assert!(matches!(nothing, Rejected::NoGameHere { .. }), "{nothing:?}");
        let id = fixture.begin("stract", &[BOB]).await;
        let refused = rejection(fixture.service.export(&fixture.by(ANN)).await);
        assert_eq!(refused, LookRejected::StillSecret { kind: Kind::Stract }.into());
        fixture.service.resign(&fixture.by(ANN), id).await.unwrap();
        let (game, record) = exported(ephemeral(fixture.service.export(&fixture.by(EVE)).await));
        assert_eq!(game.id, id);
        assert_eq!(record.replay().unwrap().record.len(), 1);
        assert!(!record.write().contains(&format!("\"{ANN}\"")), "the record names no one");
    }

    #[tokio::test]
    async fn open_game_is_exported_while_it_runs() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("protozoa", &[BOB]).await;
        fixture.play(id, "p@f4").await;
        let (_, record) = exported(ephemeral(fixture.service.export(&fixture.by(EVE)).await));
        let replayed = record.replay().unwrap();
        assert_eq!((replayed.compared, &record.outcome), (1, &None));
        assert_eq!(replayed.table, fixture.game(id).await.table);
    }
}
