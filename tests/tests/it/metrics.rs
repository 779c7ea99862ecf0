//! A program watches the bot while people play.

use serde_json::json;

use crate::world::{World, story};

/// Returns a page of the bot's monitor, with its status.
async fn page(world: &World, path: &str) -> (u16, String) {
    let lines = world.log.lines();
    let address = lines
        .iter()
        .rev()
        .find_map(|line| line.split_once("serving metrics at ")?.1.strip_suffix("/metrics"));
    let url = format!("{}{path}", address.expect("the log names the address"));
    let answer = reqwest::get(url).await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("text"))
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_what_people_do_and_name_nobody() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "protozoa", "invite": bob.0 });
        let lobby = world.chat.command(&ann, &channel, "play", wish).await.shown();
        world.chat.press(&bob, &lobby, "Join").await.shown();
        world.chat.press(&ann, &lobby, "Start").await.shown();
        let has = |text: &str, line: &str| text.lines().any(|found| found == line);
        let text = world
            .chat
            .wait(&ann, &channel, "the metrics of the game", async |_| {
                let (_, text) = page(world, "/metrics").await;
                let all = has(&text, "petri_interaction_seconds_count{command=\"play\"} 1")
                    && has(&text, "petri_interaction_seconds_count{command=\"button\"} 2")
                    && has(&text, "petri_outbox_due 0.0")
                    && has(&text, "petri_shards{state=\"connected\"} 1");
                all.then_some(text)
            })
            .await;
        for line in
            ["petri_interactions_late_total 0", "petri_games_differing 0", "petri_commits_failed_total 0"]
        {
            assert!(has(&text, line), "{line} is missing in\n{text}");
        }
        assert!(text.contains("petri_rest_requests_total{status=\"200\"}"), "{text}");
        for id in [&ann.0, &bob.0, &channel.0] {
            assert!(!text.contains(id.as_str()), "{id} is in\n{text}");
        }
        for path in ["/healthz", "/ready"] {
            assert_eq!(page(world, path).await, (200, "ok\n".to_owned()));
        }
    })
    .await;
}
