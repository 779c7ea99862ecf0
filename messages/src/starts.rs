//! Small pictures of games as they begin, for lobbies.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use data::{BoardLook, Lobby};
use play::seats;
use render::ALT_MAX;
use rules::{Kind, Options, Table, Viewer};

use crate::{
    pictures::Pictures,
    text,
    view::{Picture, cut},
};

/// The width of such a picture in pixels: a board of eight columns can be read on a phone, and the lobby's buttons stay near.
const WIDTH: u32 = 480;

/// The most pictures that are kept. A server's lobbies mostly have the same few sets of options.
const MOST_KEPT: usize = 128;

/// The game of a picture, its options, and the server's look. Everybody sees a lobby, so no person's look applies to it.
type Key = (Kind, String, BoardLook);

/// The pictures of lobbies, each drawn once for its options and its number of players. Clones share them.
#[derive(Clone)]
pub(crate) struct Starts {
    pictures: Pictures,
    drawn: Arc<Mutex<HashMap<Key, Picture>>>,
}

impl Starts {
    pub(crate) fn new(pictures: Pictures) -> Starts {
        Starts { pictures, drawn: Arc::default() }
    }

    /// Returns the picture of a lobby's game as it would begin, or `None` if no number of players fits the options.
    ///
    /// # Errors
    /// When the picture cannot be drawn.
    pub(crate) async fn of(&self, lobby: &Lobby) -> anyhow::Result<Option<Picture>> {
        let Some(options) = seats::expected(lobby) else { return Ok(None) };
        let key = (lobby.kind, name_of(&options), lobby.look);
        if let Some(known) = self.lock().get(&key) {
            return Ok(Some(known.clone()));
        }
        let Ok(table) = Table::new(lobby.kind, &options) else { return Ok(None) };
        let scene = render::scene(&table, Viewer::Public, &[]);
        let picture = self.pictures.in_look(lobby.look).small(scene, WIDTH).await?;
        let alt = cut(&text::start_alt(&picture.alt), ALT_MAX);
        let picture = Picture { alt, ..picture };
        let mut drawn = self.lock();
        if drawn.len() >= MOST_KEPT {
            drawn.clear();
        }
        drawn.insert(key, picture.clone());
        Ok(Some(picture))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Picture>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a text that is the same for the same options.
fn name_of(options: &Options) -> String {
    options.iter().map(|(name, value)| format!("{name}={value:?} ")).collect()
}

#[cfg(test)]
mod tests {
    use play::fixture::{BOB, Fixture};
    use render::{Profile, Theme};

    use super::*;

    #[tokio::test]
    async fn lobby_pictures_are_small_and_drawn_once() {
        /// The most bytes of a picture.
        const MOST: usize = 20_000;
        let starts = Starts::new(Pictures::new(Theme::Dark, Profile::Post));
        for (number, &kind) in (1..).zip(Kind::ALL) {
            for wish in [kind.slug().to_owned(), play::catalogue::largest(kind)] {
                let world = Fixture::new().await;
                let lobby = world.try_open(&world.by(number), &wish, &[BOB + 50]).await.unwrap();
                let picture = starts.of(&lobby).await.unwrap().unwrap();
                println!("{wish}: {} bytes; {}", picture.png.len(), picture.alt);
                if let Some(folder) = std::env::var_os("STARTS") {
                    let name = format!("{}.png", wish.replace(' ', "-"));
                    std::fs::write(std::path::Path::new(&folder).join(name), &picture.png).unwrap();
                }
                assert!(picture.png.len() <= MOST, "{wish}: {} bytes", picture.png.len());
                assert!(picture.alt.starts_with("The start: "), "{}", picture.alt);
                let kept = starts.lock().len();
                assert_eq!(starts.of(&lobby).await.unwrap(), Some(picture));
                assert_eq!(starts.lock().len(), kept, "it is drawn once");
            }
        }
    }
}
