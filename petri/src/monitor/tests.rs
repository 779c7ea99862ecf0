use std::{path::Path, sync::Mutex};

use data::{Store, StoreError};
use meters::Alive;
use play::time::Clock;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::*;

/// A bot that does nothing, watched over HTTP.
struct World {
    folder: TempDir,
    meters: Meters,
    stop: CancellationToken,
    url: String,
    _serving: AbortOnDropHandle<()>,
}

fn database(folder: &Path) -> std::path::PathBuf {
    crate::data_dir::database(folder)
}

impl World {
    async fn begin() -> World {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&database(folder.path())).await.unwrap();
        let (meters, stop) = (Meters::default(), CancellationToken::new());
        let watched = Watched {
            service: Service::new(store, Arc::default(), Clock::default()),
            link: Link::default(),
            meters: meters.clone(),
            stop: stop.clone(),
        };
        let monitor = Monitor::bind(SocketAddr::from(([127, 0, 0, 1], 0)), false).await.unwrap();
        let url = format!("http://{}", monitor.address());
        let playing = Arc::new(OnceLock::from(watched));
        World { folder, meters, stop, url, _serving: monitor.watch(playing, CancellationToken::new()) }
    }

    fn workers(&self) -> [Alive; 2] {
        [self.meters.worker().begin(), self.meters.scheduler().begin()]
    }

    async fn get(&self, path: &str) -> (u16, String) {
        get(&self.url, path).await
    }

    #[track_caller]
    fn check((status, text): (u16, String), want: u16, words: &str) {
        assert_eq!(status, want, "{text}");
        assert!(text.contains(words), "{text}");
    }
}

async fn get(url: &str, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("{url}{path}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test]
async fn bot_that_waits_is_healthy_but_not_ready() {
    let monitor = Monitor::bind(SocketAddr::from(([127, 0, 0, 1], 0)), false).await.unwrap();
    let (url, waits) = (format!("http://{}", monitor.address()), CancellationToken::new());
    let _serving = monitor.watch(Arc::default(), waits.clone());
    World::check(get(&url, "/healthz").await, 503, "the bot is starting");
    waits.cancel();
    World::check(get(&url, "/healthz").await, 200, "ok");
    for page in ["/ready", "/metrics"] {
        World::check(get(&url, page).await, 503, "another program uses the database alone");
    }
}

#[tokio::test]
async fn bot_is_healthy_while_its_workers_run() {
    let world = World::begin().await;
    World::check(world.get("/healthz").await, 503, "the outbox worker does not run");
    let [worker, scheduler] = world.workers();
    World::check(world.get("/healthz").await, 200, "ok");
    drop(scheduler);
    World::check(world.get("/healthz").await, 503, "the scheduler does not run");
    drop(worker);
}

#[tokio::test]
async fn bot_that_cannot_commit_is_not_healthy() {
    let world = World::begin().await;
    let _workers = world.workers();
    let other = Store::open(&database(world.folder.path())).await.unwrap();
    let (holds, held) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let ends = Mutex::new(Some((holds, released)));
    let holding = tokio::spawn(async move {
        let hold = move |_: &data::Tx<'_>| {
            if let Some((holds, released)) = ends.lock().ok().and_then(|mut ends| ends.take()) {
                let _ = holds.send(());
                let _ = released.blocking_recv();
            }
            Ok::<_, StoreError>(())
        };
        other.write(hold).await
    });
    held.await.unwrap();
    World::check(world.get("/healthz").await, 503, "nothing can be stored");
    // A commit of this very moment is proof enough.
    world.meters.committed(Duration::ZERO);
    World::check(world.get("/healthz").await, 200, "ok");
    release.send(()).unwrap();
    holding.await.unwrap().unwrap();
}

#[tokio::test]
async fn bot_without_connection_is_not_ready() {
    let world = World::begin().await;
    World::check(world.get("/ready").await, 503, "no connection");
    world.stop.cancel();
    World::check(world.get("/ready").await, 503, "stopping");
}

#[tokio::test]
async fn metrics_have_the_media_type_of_prometheus() {
    let world = World::begin().await;
    let answer = reqwest::get(format!("{}/metrics", world.url)).await.unwrap();
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let text = answer.text().await.unwrap();
    assert!(text.contains("petri_outbox_due 0.0\n") && text.ends_with("# EOF\n"), "{text}");
}

#[tokio::test]
async fn public_address_needs_permission() {
    let anywhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let refused = Monitor::bind(anywhere, false).await.unwrap_err().to_string();
    assert!(refused.contains("--metrics-beyond-loopback"), "{refused}");
    Monitor::bind(anywhere, true).await.unwrap();
}

#[tokio::test]
async fn taken_address_is_reported() {
    let first = Monitor::bind(SocketAddr::from(([127, 0, 0, 1], 0)), false).await.unwrap();
    let refused = Monitor::bind(first.address(), false).await.unwrap_err();
    assert!(format!("{refused:#}").contains(&first.address().to_string()), "{refused:#}");
}
