//! Completions.

use super::*;

#[test]
fn setup_completions_are_within_discords_limits() {
    for typed in ["", "p", "stract"] {
        check_choices(&choices::complete_game(typed));
    }
    for typed in ["", "hard", "72h+12h/120h", "29d 23h/turn hard pass weekends"] {
        check_choices(&choices::complete_clock(typed));
    }
    for typed in ["", "a", "america/"] {
        let zones = clock::complete(typed).into_iter();
        let choice =
            |zone: &str| Choice { label: zone.to_owned(), value: zone.to_owned(), hint: String::new() };
        check_choices(&zones.map(choice).collect::<Vec<_>>());
    }
    for &kind in Kind::ALL {
        match catalogue::options(kind).next() {
            Some(_) => check_choices(&choices::complete(kind, "", None)),
            None => assert!(choices::complete(kind, "", None).is_empty(), "{kind} has no options"),
        }
        let mut typed = String::new();
        for spec in catalogue::options(kind) {
            check_choices(&choices::complete(kind, &format!("{typed}{}", &spec.name[..1]), None));
            let values = choices::complete(kind, &format!("{typed}{}=", spec.name), None);
            check_choices(&values);
            typed = format!("{} ", values[values.len() - 1].value);
            check_choices(&choices::complete(kind, &typed, None));
        }
    }
}

/// Checks the completions for the player to move in a running game.
async fn check_completions(world: &Fixture, id: GameId) {
    let (mover, _) = world.mover(id).await;
    let moves = async |typed: &str| {
        choices::all(world.service.complete_move(&world.by(mover), typed.to_owned()).await.unwrap())
    };
    let all = moves("").await;
    check_choices(&all);
    check_choices(&moves(&all[0].value[..1]).await);
    // The value grows with each move of a turn, and with orders for several seats.
    let mut typed = String::new();
    for _ in 0..4 {
        let next = moves(&typed).await;
        if next.is_empty() {
            break;
        }
        check_choices(&next);
        typed = format!("{} ", next[next.len() - 1].value);
    }
    let (kind, seats) = world.service.seats_that_can_open(&world.by(mover)).await.unwrap();
    check_choices(&choices::seats(kind, &seats));
    check_choices(&info::complete(Some(kind), ""));
}

/// Checks the completions for a player who waits and plans, in a game that has just begun. Later every move may end the game,
/// which leaves nothing to plan.
async fn check_planning(world: &Fixture, id: GameId) {
    let game = world.game(id).await;
    let waiting = game.table.here().without(game.table.to_act());
    let person = game.people_in(waiting).into_iter().next();
    let Some(person) = person.filter(|_| can_plan(game.table.kind())) else { return };
    let plans = async |field, wished: Wished| {
        choices::all(world.service.complete_plan(&world.by(person), field, wished).await.unwrap())
    };
    check_choices(&plans(Field::Next, Wished { next: Some(String::new()), ..Wished::default() }).await);
    let mut condition = String::new();
    let reply = loop {
        let wished = Wished { condition: Some(condition.clone()), ..Wished::default() };
        let next = plans(Field::Condition, wished.clone()).await;
        let reply = plans(Field::Reply, Wished { reply: Some(String::new()), ..wished }).await;
        if !reply.is_empty() {
            break reply;
        }
        // It is not the planner's turn yet.
        check_choices(&next);
        condition = format!("{} ", next[0].value);
    };
    check_choices(&reply);
}

#[tokio::test]
async fn game_completions_are_within_discords_limits() {
    let mut games = Vec::new();
    for &kind in Kind::ALL {
        let (fewest, most) = (usize::from(kind.about().fewest()), usize::from(kind.about().most()));
        games.extend([(kind.slug().to_owned(), fewest), (catalogue::largest(kind), most)]);
        if kind.about().several_seats {
            // Each player has several seats and names them by colour.
            games.push((catalogue::largest(kind), 2));
        }
    }
    for (wish, people) in games {
        let world = Fixture::new().await;
        let others: Vec<u64> = (BOB..).take(people - 1).collect();
        let id = world.begin(&wish, &others).await;
        check_planning(&world, id).await;
        let mut choose = chance(7);
        for ply in 0..12 {
            let game = world.game(id).await;
            let Some(seat) = game.table.to_act().first() else { break };
            if ply % 4 == 0 {
                check_completions(&world, id).await;
            }
            let legal = game.table.legal(seat);
            let (mover, _) = world.mover(id).await;
            // A move that would lose the game asks for confirmation and is not played then.
            let _ = world.service.play_typed(&world.by(mover), legal[choose(legal.len())].clone()).await;
        }
    }
}

#[tokio::test]
async fn other_completions_are_within_discords_limits() {
    let world = Fixture::new().await;
    check_choices(&info::complete(None, ""));
    // More games than a completion can list.
    for channel in 1..=30_u64 {
        let in_channel = |person: u64| Caller { channel: channel.into(), ..world.by(person) };
        let id = world.try_open(&in_channel(ANN), "plankton-synapse", &[]).await.unwrap().id;
        world.service.join(&in_channel(BOB), id).await.unwrap();
        world.service.start(&in_channel(ANN), id).await.unwrap();
        world.service.channel_gone(channel.into()).await.unwrap();
    }
    check_choices(&choices::suspended(&world.service.suspended(&world.by(ANN)).await.unwrap()));
}
