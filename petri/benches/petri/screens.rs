//! Measures what the bot computes for a screen of the panel: its choices, its words and its picture. Each game is in the position of
//! a random game that has the most legal moves, and the screen is the slowest of those that the first one leads to. It should take
//! at most 20 ms.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use data::Game;
use divan::Bencher;
use messages::{
    action::Action,
    pictures::Pictures,
    posts::{self, GROUP},
    view::{Picture, Row},
};
use play::{catalogue, fixture, setup};
use rand::{SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use render::{Profile, Theme};
use rules::{END, Kind, PASS, PLAYERS, Seat, Table, Value};
use tokio::runtime::Runtime;

/// Each game with its default options, and on its largest board with as many players as possible.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let both = |&kind: &Kind| [kind.slug().to_owned(), catalogue::largest(kind)];
    Kind::ALL.iter().flat_map(both).collect()
});
/// The most plies of a game when looking for its position with the most legal moves.
const MOST_PLIES: usize = 400;

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let world = World {
        runtime: Runtime::new().unwrap(),
        pictures: Pictures::new(Theme::Dark, Profile::Post),
        screens: Vec::new(),
    };
    let screens = GAMES.iter().map(|wish| world.slowest(wish)).collect();
    World { screens, ..world }
});

struct World {
    runtime: Runtime,
    pictures: Pictures,
    screens: Vec<Screen>,
}

/// A screen of the panel.
#[derive(Clone)]
struct Screen {
    game: Game,
    seat: Seat,
    draft: Vec<String>,
    path: String,
}

impl Screen {
    /// Returns the screens that the buttons and menus of this one lead to.
    fn onward(&self) -> Vec<Screen> {
        let panel = posts::moves_panel(&self.game, self.seat, &self.draft, &self.path, false);
        let mut ways: Vec<(Action, Option<String>)> = Vec::new();
        for row in panel.post.rows {
            match row {
                Row::Buttons(buttons) => ways.extend(buttons.into_iter().map(|button| (button.action, None))),
                Row::Menu(menu) => ways.extend(menu.choices.iter().map(|line| {
                    (menu.action.clone(), line.value.strip_prefix(GROUP).map(ToOwned::to_owned))
                })),
                Row::Several(_) | Row::Pick(_) | Row::Link(_) => {}
            }
        }
        let screen = |(action, word): (Action, Option<String>)| match action {
            Action::Screen { draft, path, .. } => {
                let path = word.map_or_else(|| path.clone(), |word| format!("{path}.{word}"));
                Some(Screen { draft, path, ..self.clone() })
            }
            _ => None,
        };
        ways.into_iter().filter_map(screen).collect()
    }
}

impl World {
    /// Makes the words, the choices and the picture of a screen.
    fn show(&self, screen: &Screen) -> Picture {
        let panel = posts::moves_panel(&screen.game, screen.seat, &screen.draft, &screen.path, false);
        self.runtime.block_on(self.pictures.panel(panel.scene, panel.is_preview)).unwrap()
    }

    fn time(&self, screen: &Screen) -> Duration {
        let begun = Instant::now();
        divan::black_box(self.show(screen));
        begun.elapsed()
    }

    /// Returns the slowest screen in the position with the most legal moves.
    fn slowest(&self, wish: &str) -> Screen {
        let (game, seat) = crowded(wish);
        let first = Screen { game, seat, draft: Vec::new(), path: String::new() };
        let mut screens = first.onward();
        screens.push(first);
        screens.into_iter().max_by_key(|screen| self.time(screen).min(self.time(screen))).unwrap()
    }
}

/// Returns a position with many legal moves, and the seat to act.
fn crowded(wish: &str) -> (Game, Seat) {
    let (name, options) = wish.split_once(' ').unwrap_or((wish, ""));
    let kind = catalogue::find_game(name).unwrap();
    let options = setup::read(kind, options).unwrap();
    let count = match options.get(PLAYERS) {
        Some(&Value::Int(count)) => count.unsigned_abs(),
        _ => kind.about().fewest().into(),
    };
    let table = Table::new(kind, &options.with(PLAYERS, count as i64)).unwrap();
    let mut game = fixture::game(count as u8, count as usize, table);
    let mut random = StdRng::seed_from_u64(1);
    let (mut best, mut most) = (None, 0);
    for _ in 0..MOST_PLIES {
        let Some(seat) = game.table.to_act().first() else { break };
        let legal = game.table.legal(seat);
        // Later positions have more pieces, which cost time in the picture.
        let crowd = legal.len() + game.record.len() / 8;
        if crowd >= most {
            most = crowd;
            best = Some((game.clone(), seat));
        }
        // A game in which players pass becomes no fuller.
        let moves: Vec<&String> =
            legal.iter().filter(|notation| ![PASS, END].contains(&notation.as_str())).collect();
        let notation = moves.choose(&mut random).copied().unwrap_or(&legal[0]);
        game.enter(seat, notation).unwrap();
    }
    best.unwrap()
}

#[divan::bench(args = GAMES.iter(), sample_count = 50, sample_size = 1)]
fn a_screen(bencher: Bencher<'_, '_>, game: &String) {
    let screen = &WORLD.screens[GAMES.iter().position(|known| known == game).unwrap()];
    bencher.bench_local(|| WORLD.show(screen));
}
