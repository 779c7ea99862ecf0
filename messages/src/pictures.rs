//! Draws boards on blocking threads, so that the threads that respond to players stay free.

use std::{num::NonZero, sync::Arc, thread::available_parallelism, time::Instant};

use anyhow::Context as _;
use data::{BoardLook, BoardTheme, Game};
use meters::Meters;
use play::game::turn::last_turn_begins;
use render::{ALT_MAX, Chart, Frame, Look, PaintError, Painter, Profile, Scene, Theme};
use rules::{AnyEvent, Diagram, Kind, Played, Table, Viewer};
use tokio::sync::Semaphore;

use crate::{
    films::thinned,
    progress::Progress,
    view::{Picture, cut},
};

/// A painter with its settings. Clones share the prepared tiles.
#[derive(Clone)]
pub struct Pictures {
    /// The theme of everybody who has chosen none.
    usual: Theme,
    painter: Painter,
    profile: Profile,
    /// Limits how many pictures other than films are drawn at a time. More than the processors can draw would only take memory.
    drawing: Arc<Semaphore>,
    /// Limits how many films are drawn at a time.
    films: Arc<Semaphore>,
    /// Records how long pictures take, without films.
    meters: Meters,
}

/// The most films that are drawn at a time.
const FILMS: usize = 2;

impl Pictures {
    /// Returns a painter for a theme. The profile packs pictures well for a network, or quickly for this machine.
    #[must_use]
    pub fn new(theme: Theme, profile: Profile) -> Pictures {
        Pictures {
            usual: theme,
            painter: Painter::new(theme),
            profile,
            drawing: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))),
            films: Arc::new(Semaphore::new(FILMS)),
            meters: Meters::default(),
        }
    }

    /// Returns the same painter, which records in these meters how long pictures take.
    #[must_use]
    pub fn measured(self, meters: Meters) -> Pictures {
        Pictures { meters, ..self }
    }

    /// Returns a painter for another look.
    #[must_use]
    pub fn in_look(&self, look: BoardLook) -> Pictures {
        let BoardLook { theme, patterns, flip, big, .. } = look;
        let theme = match theme {
            Some(BoardTheme::Dark) => Theme::Dark,
            Some(BoardTheme::Light) => Theme::Light,
            Some(BoardTheme::Contrast) => Theme::Contrast,
            None => self.usual,
        };
        Pictures { painter: self.painter.with(Look { theme, patterns, flip, big }), ..self.clone() }
    }

    /// Draws the board of a game as `to` may see it, with the last turn marked.
    ///
    /// # Errors
    /// When the board cannot be drawn.
    pub async fn board(&self, game: &Game, to: Viewer) -> anyhow::Result<Picture> {
        self.drawn(board_scene(&game.table, to, &game.record)).await
    }

    /// Draws a screen of the panel. The description of a preview says that it is one.
    ///
    /// # Errors
    /// When the board cannot be drawn.
    pub async fn panel(&self, scene: Scene, is_preview: bool) -> anyhow::Result<Picture> {
        let picture = self.drawn(scene).await?;
        let alt = if is_preview { cut(&format!("Preview: {}", picture.alt), ALT_MAX) } else { picture.alt };
        Ok(Picture { alt, ..picture })
    }

    /// Draws a board from a game's rules.
    ///
    /// # Errors
    /// When the diagram cannot be set up or drawn.
    pub async fn diagram(&self, kind: Kind, diagram: &Diagram) -> anyhow::Result<Picture> {
        let scene = render::diagram(kind, diagram).context("setting up a diagram")?;
        self.drawn(scene).await
    }

    /// Draws a board alone, `width` pixels wide.
    ///
    /// # Errors
    /// When the board cannot be drawn.
    pub(crate) async fn small(&self, scene: Scene, width: u32) -> anyhow::Result<Picture> {
        let (painter, profile) = (self.painter.clone(), self.profile);
        let drawn = self.draw(move || {
            let alt = scene.alt();
            painter.board(&scene, width, profile).map(|png| Picture { png, alt })
        });
        drawn.await?.context("drawing a small board")
    }

    /// Draws the frames of a film as an animated picture of at most `largest` bytes. It starts again `repeats` times, or for ever
    /// if that is `None`. Returns it with the number of frames that became one, or `None` if the file cannot be made so small. Two films
    /// are drawn at a time; others wait.
    ///
    /// # Errors
    /// When the film cannot be drawn.
    pub async fn film(
        &self,
        frames: Vec<Frame>,
        alt: String,
        repeats: Option<u16>,
        tries: &'static [(u32, usize)],
        largest: usize,
    ) -> anyhow::Result<Option<(Picture, usize)>> {
        let _turn = self.films.acquire().await.context("no more films are drawn")?;
        let (painter, progress) = (self.painter.clone(), Progress::current());
        let drawn = tokio::task::spawn_blocking(move || {
            for &(width, nth) in tries {
                let frames = thinned(&frames, nth);
                let mut report = |number| progress.set(number, frames.len());
                let png = painter.film_watched(&frames, width, repeats, &mut report)?;
                if png.len() <= largest {
                    return Ok(Some((Picture { png, alt }, nth)));
                }
            }
            Ok::<_, PaintError>(None)
        });
        drawn.await.context("drawing was interrupted")?.context("drawing a film")
    }

    /// Draws up to six boards with their labels on one sheet. It counts as a film.
    ///
    /// # Errors
    /// When the sheet cannot be drawn.
    pub async fn sheet(&self, scenes: Vec<(String, Scene)>, alt: String) -> anyhow::Result<Picture> {
        let _turn = self.films.acquire().await.context("no more films are drawn")?;
        let (painter, profile) = (self.painter.clone(), self.profile);
        let drawn = self.draw(move || painter.sheet(&scenes, profile));
        let png = drawn.await?.context("drawing a sheet")?;
        Ok(Picture { png, alt })
    }

    /// Draws a chart of ratings or scores.
    ///
    /// # Errors
    /// When the chart cannot be drawn.
    pub async fn chart(&self, chart: Chart) -> anyhow::Result<Picture> {
        let (painter, profile) = (self.painter.clone(), self.profile);
        let drawn = self.draw(move || {
            let alt = chart.alt();
            painter.chart(&chart, profile).map(|png| Picture { png, alt })
        });
        drawn.await?.context("drawing a chart")
    }

    async fn drawn(&self, scene: Scene) -> anyhow::Result<Picture> {
        let (painter, profile) = (self.painter.clone(), self.profile);
        let drawn = self.draw(move || {
            let alt = scene.alt();
            painter.png(&scene, profile).map(|png| Picture { png, alt })
        });
        drawn.await?.context("drawing a board")
    }

    /// Draws on a blocking thread and records how long that took, without the wait for its turn.
    async fn draw<T: Send + 'static>(
        &self,
        draw: impl FnOnce() -> Result<T, PaintError> + Send + 'static,
    ) -> anyhow::Result<Result<T, PaintError>> {
        let _turn = self.drawing.acquire().await.context("no more pictures are drawn")?;
        let meters = self.meters.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let drawn = draw();
            meters.drew(begun.elapsed());
            drawn
        });
        drawn.await.context("drawing was interrupted")
    }
}

/// Returns the board as `to` may see it, with the last turn marked and with what hidden pieces can be.
#[must_use]
pub fn board_scene(table: &Table, to: Viewer, record: &[Played]) -> Scene {
    with_clues(render::scene(table, to, &last_turn(table, record)), table, to, record)
}

/// Adds to a scene what hidden pieces can be.
#[must_use]
pub fn with_clues(scene: Scene, table: &Table, to: Viewer, record: &[Played]) -> Scene {
    render::with_clues(scene, table, to, record.iter().flat_map(|played| &played.events))
}

/// Returns the events of the last turn, which a picture marks. They include secrets; [`render::scene`] hides those.
pub fn last_turn(table: &Table, record: &[Played]) -> Vec<AnyEvent> {
    let played = &record[last_turn_begins(table, record)..];
    played.iter().flat_map(|played| played.events.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use play::fixture::{BOB, Fixture};
    use rules::{ABORT, DRAW, END, Options, RESIGN, Seat, TIMEOUT};

    use super::*;
    use crate::text;

    #[test]
    fn picture_marks_all_plies_of_a_turn() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        let mut record: Vec<Played> = Vec::new();
        while record.iter().rev().take(2).filter(|played| played.turn == table.turn()).count() < 2 {
            let seat = table.to_act().first().unwrap();
            let going_on = table.legal(seat).into_iter().find(|mv| mv != END).unwrap();
            record.push(table.play(seat, &going_on).unwrap());
        }
        let [.., one, two] = record.as_slice() else { unreachable!("the turn has two entries") };
        assert_eq!(last_turn(&table, &record), [one.events.clone(), two.events.clone()].concat());
    }

    #[tokio::test]
    async fn watched_film_reports_its_pictures() {
        static TRY: [(u32, usize); 1] = [(200, 1)];
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let scene = render::scene(&table, Viewer::Public, &[]);
        let frames = vec![Frame { scene, label: String::new(), millis: 100 }; 3];
        let pictures = Pictures::new(Theme::Dark, Profile::Quick);
        let progress = Progress::default();
        let film = pictures.film(frames, String::new(), None, &TRY, usize::MAX);
        assert_eq!(progress.get(), None, "nothing is drawn yet");
        assert!(progress.watch(film).await.unwrap().is_some());
        assert_eq!(progress.get(), Some((3, 3)));
        assert_eq!(text::drawing(2, 3), "Drawing picture 2 of 3 …");
    }

    #[tokio::test]
    async fn pictures_are_measured() {
        let meters = Meters::default();
        let pictures = Pictures::new(Theme::Dark, Profile::Quick).measured(meters.clone());
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let scene = || render::scene(&table, Viewer::Public, &[]);
        // A painter for another look counts in the same meters.
        pictures.in_look(BoardLook::default()).panel(scene(), false).await.unwrap();
        pictures.small(scene(), 200).await.unwrap();
        let text = meters.text(&meters::Reading::default()).unwrap();
        assert!(text.contains("petri_pictures_seconds_count 2\n"), "{text}");
    }

    #[tokio::test]
    async fn picture_and_post_give_the_same_reason() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let game = world.game(id).await;
        let pictures = Pictures::new(Theme::Dark, Profile::Quick);
        for entry in [RESIGN, TIMEOUT, DRAW, ABORT] {
            let mut over = game.clone();
            over.table.play(Seat::FIRST, entry).unwrap();
            let picture = pictures.board(&over, Viewer::Public).await.unwrap();
            let reason = picture.alt.split(": ").nth(2).unwrap().split('.').next().unwrap();
            let words = text::notification(&over);
            assert!(reason.len() > 5 && words.contains(reason), "{reason} and {words}");
        }
    }
}
