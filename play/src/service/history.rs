//! Pages through the turns of a game.

use std::ops::Range;

use data::{Game, GameId, Time};
use rules::are_in_effect;

use super::{
    core::{Caller, Service},
    export::game_to_look_at,
    lookup::viewer,
};
use crate::{
    content::{Content, HistoryPage, Page, Response},
    error::Error,
};

impl Service {
    /// Returns the last turn of the channel's game as the caller may see it, with buttons for the earlier turns.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the channel has no game.
    pub async fn history(&self, caller: &Caller) -> Result<Response, Error> {
        let of = *caller;
        let (game, times) = self
            .store
            .read(move |tx| {
                let game = tx.open(game_to_look_at(tx, &of)?)?;
                let times: Vec<Time> = tx.record(game.id)?.iter().map(|entry| entry.at).collect();
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
                let times: Vec<Time> = tx.record(id)?.iter().map(|entry| entry.at).collect();
                Ok::<_, Error>((tx.open(id)?, times))
            })
            .await?;
        Ok(Response::Update(history_page(caller, game, &times, page)?))
    }
}

fn history_page(caller: &Caller, game: Game, times: &[Time], page: Page) -> Result<Content, Error> {
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
fn turns(game: &Game) -> Vec<Range<usize>> {
    let mut turns = Vec::new();
    let mut end = 0;
    for turn in game.record.chunk_by(|a, b| a.turn == b.turn) {
        let begin = end;
        end += turn.len();
        if !(game.keeps_secrets() && turn[0].turn >= game.table.turn()) {
            turns.push(begin..end);
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use rules::{BACK, Kind, Options, Seat, Table};

    use super::*;
    use crate::fixture::{ANN, BOB, EVE, Fixture, buttons, ephemeral, rejection, replaced};
    use crate::rejected::{LookRejected, Rejected};

    /// Checks the turns of a table at which these seats entered these notations.
    #[track_caller]
    fn check(kind: Kind, entries: &[(u8, &str)], want: &[Range<usize>]) {
        let mut table = Table::new(kind, &Options::new().with("players", 2)).unwrap();
        let mut record = Vec::new();
        for &(seat, notation) in entries {
            record.push(table.enter(&record, Seat::new(seat).unwrap(), notation).unwrap());
        }
        let game = Game { record, ..crate::limits::game(2, 2, table) };
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

    /// Returns whether each button of a page is enabled. No button leads beyond the last page.
    fn pressable(post: &crate::view::Post) -> Vec<bool> {
        let buttons = post.rows.iter().flat_map(|row| match row {
            crate::view::Row::Buttons(buttons) => buttons.as_slice(),
            crate::view::Row::Menu(_) => &[],
        });
        let on = |button: &crate::view::Button| {
            assert!(!matches!(button.action, crate::action::Action::History(_, Page::At(99..))));
            button.on
        };
        buttons.map(on).collect()
    }

    #[tokio::test]
    async fn buttons_page_through_the_turns() {
        let fixture = Fixture::new().await;
        let caller = fixture.by(EVE);
        let nothing = rejection(fixture.service.history(&caller).await);
        assert!(matches!(nothing, Rejected::NoGameHere { .. }), "{nothing:?}");
        let id = fixture.begin("semiosphere", &[BOB]).await;
        let first = ephemeral(fixture.service.history(&caller).await);
        let title = |post: &crate::view::Post| post.card.as_ref().unwrap().title.clone();
        assert_eq!(title(&first), format!("Semiosphere · game {id} · the beginning"));
        for _ in 0..3 {
            fixture.play_any(id).await;
        }
        let last = ephemeral(fixture.service.history(&fixture.by(ANN)).await);
        assert_eq!(title(&last), format!("Semiosphere · game {id} · turn 3 of 3"));
        assert_eq!(buttons(&last), ["First", "Back", "Next", "Last"]);
        for (page, want) in [
            (Page::First, "the beginning"),
            (Page::At(1), "turn 1 of 3"),
            (Page::At(99), "turn 3 of 3"),
            (Page::Last, "turn 3 of 3"),
        ] {
            let shown = replaced(fixture.service.history_page(&caller, id, page).await);
            assert!(title(&shown).ends_with(want), "{page:?}: {}", title(&shown));
            let back = page != Page::First;
            assert_eq!(pressable(&shown), [back, back, !want.contains("3 of 3"), !want.contains("3 of 3")]);
            assert!(shown.pings.is_empty() && shown.card.unwrap().picture.is_some());
        }
        assert!(fixture.service.history_page(&caller, 99.into(), Page::First).await.is_err());
    }

    #[tokio::test]
    async fn page_shows_player_move_and_time() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("protozoa", &[BOB]).await;
        let (person, _) = fixture.mover(id).await;
        fixture.play(id, "p@f4").await;
        let body = ephemeral(fixture.service.history(&fixture.by(EVE)).await).card.unwrap().body;
        let record = fixture.service.store().read(move |tx| tx.record(id)).await.unwrap();
        let (who, at) = (format!("<@{person}>: `p@f4`"), record[0].at.seconds());
        assert!(body.contains(&who) && body.contains(&format!("<t:{at}:f>")), "{body}");
    }

    #[tokio::test]
    async fn secret_orders_are_shown_to_their_player_only() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("stract preset=standard turns=2", &[BOB]).await;
        let game = fixture.game(id).await;
        let people = [1, 2].map(|seat| game.person_in(Seat::new(seat).unwrap()).unwrap());
        let orders = [(0, "f+c8"), (0, "w+c8"), (1, "e+c1")];
        for (person, order) in orders {
            let by = fixture.by(people[person]);
            ephemeral(fixture.service.play_typed(&by, order.to_owned()).await);
        }
        let body = async |by: data::PersonId| {
            ephemeral(fixture.service.history(&fixture.by(by)).await).card.unwrap().body
        };
        let own = body(people[0]).await;
        assert!(own.contains("`w+c8`") && !own.contains("e+c1") && !own.contains("earth"), "{own}");
        for other in [people[1], EVE.into()] {
            let seen = body(other).await;
            assert!(!seen.contains("+c8") && !seen.contains("water") && !seen.contains("fire"), "{seen}");
        }
        // Orders of an unfinished turn are on no page, not even for their player.
        ephemeral(fixture.service.play_typed(&fixture.by(people[0]), "pass".to_owned()).await);
        assert_eq!(body(people[0]).await, own);
        ephemeral(fixture.service.play_typed(&fixture.by(people[1]), "pass".to_owned()).await);
        let page = replaced(fixture.service.history_page(&fixture.by(EVE), id, Page::At(1)).await);
        let told = page.card.unwrap().body;
        assert!(told.contains("`f+c8` `w+c8`") && told.contains("`e+c1`"), "the game is over: {told}");
    }

    #[tokio::test]
    async fn resigned_game_hides_nothing() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("stract preset=standard", &[BOB]).await;
        let people = fixture.game(id).await.players;
        for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "pass"), (1, "pass"), (0, "e+a8")] {
            ephemeral(fixture.service.play_typed(&fixture.by(people[turn].person), order.to_owned()).await);
        }
        let alt = |post: crate::view::Post| post.card.unwrap().picture.unwrap().alt;
        let page = async |page| alt(replaced(fixture.service.history_page(&fixture.by(EVE), id, page).await));
        let board = async |person: u64| alt(ephemeral(fixture.service.board(&fixture.by(person)).await));
        for shown in [page(Page::At(1)).await, page(Page::Last).await, board(EVE).await] {
            assert!(shown.contains("North: unknown c8. South: unknown d1."), "{shown}");
        }
        fixture.service.resign(&fixture.by(ANN), id).await.unwrap();
        let mut all = vec![page(Page::At(1)).await, page(Page::Last).await];
        for person in [ANN, BOB, EVE] {
            all.push(board(person).await);
        }
        for shown in all {
            assert!(shown.contains("North: water c8. South: fire d1."), "{shown}");
        }
        let story = ephemeral(fixture.service.board(&fixture.by(EVE)).await).card.unwrap().body;
        assert!(story.contains("orders e+a8"), "shows the pending order, too: {story}");
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
        let post = ephemeral(fixture.service.export(&fixture.by(EVE)).await);
        let file = post.file.unwrap();
        assert_eq!(file.name, format!("stract-{id}.json"));
        let record = data::RecordFile::read(&file.bytes).unwrap();
        assert_eq!(record.replay().unwrap().record.len(), 1);
        assert!(!record.write().contains(&format!("\"{ANN}\"")), "the record names no one");
    }

    #[tokio::test]
    async fn open_game_is_exported_while_it_runs() {
        let fixture = Fixture::new().await;
        let id = fixture.begin("protozoa", &[BOB]).await;
        fixture.play(id, "p@f4").await;
        let file = ephemeral(fixture.service.export(&fixture.by(EVE)).await).file.unwrap();
        let record = data::RecordFile::read(&file.bytes).unwrap();
        let replayed = record.replay().unwrap();
        assert_eq!((replayed.compared, &record.outcome), (1, &None));
        assert_eq!(replayed.table, fixture.game(id).await.table);
    }
}
