//! Plans in the store.

use clock::from_millis;
use data::{Plan, PlanStep, StoreError};

use crate::world::{GUEST, HOST, World};

fn step(condition: Option<&str>, reply: &str) -> PlanStep {
    let words = |text: &str| text.split(' ').map(ToOwned::to_owned).collect();
    PlanStep { condition: condition.map(words), reply: words(reply) }
}

#[tokio::test]
async fn plans_are_kept_for_each_player() {
    let world = World::new().await;
    let (id, other) = (world.game_of_two(1).await, world.game_of_two(2).await);
    let steps = vec![step(Some("e4 end"), "d5"), step(None, "d6")];
    let first = steps.clone();
    let plans = world
        .write(move |tx| {
            Ok([
                tx.add_plan(id, HOST.into(), &first, false, from_millis(1))?,
                tx.add_plan(id, GUEST.into(), &first[..1], true, from_millis(2))?,
                tx.add_plan(other, HOST.into(), &[], true, from_millis(3))?,
            ])
        })
        .await;
    let text = world.rows("SELECT steps FROM plan ORDER BY id LIMIT 1").await;
    assert_eq!(text, [[r#"[{"if":["e4","end"],"then":["d5"]},{"then":["d6"]}]"#]]);

    let all = world.read(move |tx| tx.plans(id)).await;
    let of_host = Plan { id: plans[0], person: HOST.into(), steps: steps.clone(), draft: false, pass: None };
    let of_guest =
        Plan { id: plans[1], person: GUEST.into(), steps: steps[..1].to_vec(), draft: true, pass: None };
    assert_eq!(all, [of_host, of_guest]);

    world.write(move |tx| tx.set_plan(plans[1], &[step(None, "e6")], false)).await;
    world.write(move |tx| tx.drop_plan(plans[0])).await;
    let left = world.read(move |tx| tx.plans(id)).await;
    assert_eq!((left.len(), left[0].draft, &left[0].steps), (1, false, &vec![step(None, "e6")]));
    world.write(move |tx| tx.drop_plans(id)).await;
    assert_eq!(world.read(move |tx| tx.plans(id)).await, []);
    assert_eq!(world.read(move |tx| tx.plans(other)).await.len(), 1, "the plans of another game stay");

    world.write(move |tx| tx.drop_plan(plans[2])).await;
    let next = world.write(move |tx| tx.add_plan(id, HOST.into(), &[], true, from_millis(4))).await;
    assert!(next > plans[2], "a plan id was used twice");
}

#[tokio::test]
async fn unreadable_plan_is_reported() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    world.write(move |tx| tx.add_plan(id, HOST.into(), &[], false, from_millis(1))).await;
    for steps in ["", "{}", "[{}]", r#"[{"then":"d5"}]"#] {
        world.change(&format!("UPDATE plan SET steps = '{steps}'")).await;
        let read = world.store.read(move |tx| tx.plans(id)).await;
        assert!(matches!(read, Err(StoreError::Unreadable("plan"))), "{steps}: {read:?}");
    }
}
