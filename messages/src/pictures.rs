//! Draws boards on blocking threads, so that the threads that respond to players stay free.

use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use data::{BoardTheme, Game};
use play::game::turn::last_turn_begins;
use render::{Chart, Painter, Profile, Scene, Theme};
use rules::{AnyEvent, Diagram, Focus, Kind, Played, Table, Viewer, grid::Square};

use crate::view::Picture;

/// Painters with their settings. Clones share the prepared sprites.
#[derive(Clone)]
pub struct Pictures {
    theme: Theme,
    painters: Arc<Painters>,
    profile: Profile,
}

/// A painter for each theme, made when it is first needed.
#[derive(Default)]
struct Painters {
    dark: OnceLock<Painter>,
    light: OnceLock<Painter>,
}

impl Painters {
    fn of(&self, theme: Theme) -> &Painter {
        let painter = if theme == Theme::Light { &self.light } else { &self.dark };
        painter.get_or_init(|| Painter::new(theme))
    }
}

impl Pictures {
    /// Returns a painter for a theme. The profile packs pictures well for a network, or quickly for this machine.
    #[must_use]
    pub fn new(theme: Theme, profile: Profile) -> Pictures {
        Pictures { theme, painters: Arc::default(), profile }
    }

    /// Returns a painter for another theme, or for the same one if none is given.
    #[must_use]
    pub fn in_theme(&self, theme: Option<BoardTheme>) -> Pictures {
        let theme = match theme {
            Some(BoardTheme::Dark) => Theme::Dark,
            Some(BoardTheme::Light) => Theme::Light,
            None => self.theme,
        };
        Pictures { theme, ..self.clone() }
    }

    /// Draws the board of a game as `to` may see it, with the last turn marked.
    ///
    /// # Errors
    /// When the board cannot be drawn.
    pub async fn board(&self, game: &Game, to: Viewer) -> anyhow::Result<Picture> {
        self.focused(game, to, &[]).await
    }

    /// Draws the board as [`Pictures::board`] does, with marks for a player who asked about a piece.
    ///
    /// # Errors
    /// When the board cannot be drawn.
    pub async fn focused(
        &self,
        game: &Game,
        to: Viewer,
        focus: &[(Square, Focus)],
    ) -> anyhow::Result<Picture> {
        self.drawn(render::scene(&game.table, to, &last_turn(&game.table, &game.record)).focused(focus)).await
    }

    /// Draws a board from a game's rules.
    ///
    /// # Errors
    /// When the diagram cannot be set up or drawn.
    pub async fn diagram(&self, kind: Kind, diagram: &Diagram) -> anyhow::Result<Picture> {
        let scene = render::diagram(kind, diagram).context("setting up a diagram")?;
        self.drawn(scene).await
    }

    /// Draws a chart of ratings.
    ///
    /// # Errors
    /// When the chart cannot be drawn.
    pub async fn chart(&self, chart: Chart) -> anyhow::Result<Picture> {
        let (painters, theme, profile) = (self.painters.clone(), self.theme, self.profile);
        let drawn = tokio::task::spawn_blocking(move || {
            let alt = chart.alt();
            painters.of(theme).chart(&chart, profile).map(|png| Picture { png, alt })
        });
        drawn.await.context("drawing was interrupted")?.context("drawing a chart")
    }

    async fn drawn(&self, scene: Scene) -> anyhow::Result<Picture> {
        let (painters, theme, profile) = (self.painters.clone(), self.theme, self.profile);
        let drawn = tokio::task::spawn_blocking(move || {
            let alt = scene.alt();
            painters.of(theme).png(&scene, profile).map(|png| Picture { png, alt })
        });
        drawn.await.context("drawing was interrupted")?.context("drawing a board")
    }
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
