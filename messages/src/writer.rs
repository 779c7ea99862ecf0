//! Makes posts of the values that use cases return.

use anyhow::Context as _;
use data::{BoardLook, Game, Lobby, Offer, Puzzle};
use play::{
    Content, Error, Response,
    content::{CatchUp, Doubt, HistoryPage, LobbyState, PlanChange, Question, RatedEnd, Replay, Steps},
    game::film::Film,
    service::viewer,
    time::Clock,
};
use render::{Chart, Scene};
use rules::{Kind, Options, Viewer};

use crate::{
    films,
    info::{self, Explained},
    missed,
    pictures::{self, Pictures},
    posts::{self, Letters, Panel, PieceOnBoard, Receipt},
    starts::Starts,
    text,
    view::{self, Card, File, Picture, Post},
};

/// Makes posts, with the pictures of their games. Clones share the prepared pictures.
#[derive(Clone)]
pub struct Writer {
    pictures: Pictures,
    starts: Starts,
    clock: Clock,
    look: BoardLook,
    /// Whether machines play here.
    machines: bool,
}

impl Writer {
    /// Creates a writer whose clocks show the time of `clock`.
    #[must_use]
    pub fn new(pictures: Pictures, clock: Clock) -> Writer {
        Writer {
            starts: Starts::new(pictures.clone()),
            pictures,
            clock,
            look: BoardLook::default(),
            machines: true,
        }
    }

    /// Returns the same writer for a bot that lets machines play or not. If it does not, no post has a button for them.
    #[must_use]
    pub fn with_machines(self, machines: bool) -> Writer {
        Writer { machines, ..self }
    }

    /// Returns a writer whose boards have this look.
    #[must_use]
    pub fn in_look(&self, look: BoardLook) -> Writer {
        Writer { pictures: self.pictures.in_look(look), look, ..self.clone() }
    }

    /// Returns a writer that draws boards, also for a player who usually prefers letters.
    #[must_use]
    pub fn with_pictures(&self) -> Writer {
        self.in_look(BoardLook { text: false, ..self.look })
    }

    /// Returns the response of a use case with its words, buttons and pictures. A private message notifies nobody, and
    /// neither does a list.
    ///
    /// # Errors
    /// [`Error::Internal`] if a picture cannot be drawn.
    pub async fn write(&self, response: Response) -> Result<view::Response, Error> {
        let mut post = self.post(response.content()).await?;
        post.leads_on |= settles(response.content());
        let silent = matches!(response, Response::Ephemeral(_) | Response::Shown(_));
        Ok(response.with(if silent { Post { pings: Vec::new(), ..post } } else { post }))
    }

    /// Returns the post of some content.
    ///
    /// # Errors
    /// As for [`Writer::write`].
    pub async fn post(&self, content: &Content) -> Result<Post, Error> {
        Ok(match content {
            Content::Lobby(LobbyState::Open(lobby)) => self.lobby(lobby).await?,
            Content::Lobby(LobbyState::Closed(lobby, why)) => posts::closed_lobby(lobby, *why),
            Content::Lobby(LobbyState::Started(game)) => posts::started_lobby(game),
            Content::People(people) => Post::text(text::people(people)),
            Content::OptionsPanel(lobby) => posts::options_panel(lobby),
            Content::OptionValues { lobby, name } => posts::option_values(lobby, name),
            Content::Server(server) => posts::server(server),
            Content::ServerSetting { settings, setting } => posts::server_setting(settings, *setting),
            Content::ServerPreset { settings, kind } => posts::server_preset(settings, *kind),
            Content::Blocked { person, reason, notified } => {
                Post::text(text::blocked(*person, reason, *notified))
            }
            Content::Unblocked { person } => Post::text(text::unblocked(*person)),
            Content::Underway { guild, games } => posts::underway(*guild, games),
            Content::EndedByManager(game) => Post::text(text::game_ended(*game)),
            Content::Voided(game) => Post::text(text::game_voided(*game)),
            Content::AuditLog(acts) => posts::audit_log(acts),
            Content::Review { guild, pairs } => posts::review(*guild, pairs),
            Content::DefaultClockSet(control) => Post::text(text::usual_clock(control)),
            Content::DefaultClock { control, is_usual } => {
                Post::text(text::present_clock(control, *is_usual))
            }
            Content::RematchJoined => Post::text(text::REMATCH_JOINED),
            Content::Receipt { game, person, ply } => {
                match posts::receipt(game, *person, *ply as usize, self.look.quick) {
                    Receipt::Done(post) => *post,
                    Receipt::Continued(panel) => self.panel(*panel).await?,
                }
            }
            Content::WhichMove { game, seat, typed, legal_moves, choosable } => {
                posts::which_move(game, *seat, typed, legal_moves, *choosable)
            }
            Content::MovesPanel { game, seat, draft, path, moved_on } => {
                let mut panel = posts::moves_panel(game, *seat, draft, path, self.look.quick);
                if *moved_on {
                    panel.post.content = format!("{}\n{}", text::MOVED_ON, panel.post.content);
                }
                self.panel(panel).await?
            }
            Content::ClosedPanel { game, person, turn, chosen } => {
                posts::closed_panel(game, *person, *turn, chosen)
            }
            Content::Question(question) => ask(question),
            Content::AskResign(game) => posts::ask_resign(game),
            Content::Resigned => Post::text(text::RESIGNED),
            Content::Resumed => Post::text(text::RESUMED),
            Content::AskAbort(game) => posts::ask_abort(game),
            Content::CalledOff => Post::text(text::CALLED_OFF),
            Content::Offer { game, offer } => self.offer(game, offer),
            Content::Offered { kind, voters } => Post::text(text::offered(*kind, voters)),
            Content::MachineDeclines(machine) => Post::text(text::machine_declines(*machine)),
            Content::Accepted { game, offer, missing } => Post::text(text::accepted(game, offer, missing)),
            Content::Plans { game, plans, change } => posts::plans(game, plans, &changed(change)),
            Content::PlanPicker { game, plan, ahead, path } => {
                self.panel(posts::plan_picker(game, *plan, ahead, path, self.look.quick)).await?
            }
            Content::ResumedHere => Post::text(text::RESUMED_HERE),
            Content::SeatOpened => Post::text(text::SEAT_OPENED),
            Content::SeatAlreadyOpen => Post::text(text::SEAT_IS_OPEN),
            Content::Settings(preferences) => posts::settings(preferences),
            Content::PreferenceValues { preferences, preference } => {
                posts::preference_values(preferences, *preference)
            }
            Content::Privacy(panel) => posts::privacy(panel),
            Content::PersonalFile { bytes } => posts::personal_file(bytes),
            Content::AskErasure { games, pending } => posts::ask_erasure(*games, pending.as_ref()),
            Content::Erased { games } => Post::text(text::erased(*games)),
            Content::ErasureWaits { games, at } => posts::erasure_waits(*games, *at),
            Content::DataKept => Post::text(text::DATA_KEPT),
            Content::Board { game, to, since, rated } => {
                self.board(game, *to, *since, rated.as_ref()).await?
            }
            Content::More { game, to, at_table } => posts::more(game, *to, *at_table),
            Content::TextBoard { game, to } => posts::text_board(game, *to),
            Content::Games { person, games } => posts::games(*person, games),
            Content::AllGames => posts::all_games(),
            Content::Rules { kind, page, here } => self.rules(*kind, *page, here.as_ref()).await?,
            Content::History(page) => self.history(page).await?,
            Content::Leaderboard(board) => {
                let picture = self.chart(posts::ladder(board)).await?;
                posts::leaderboard(board, picture)
            }
            Content::AboutRatings(report) => posts::about_ratings(report.as_deref()),
            Content::Profile(profile) => {
                let picture = self.chart(posts::rating_line(profile)).await?;
                posts::profile(profile, picture)
            }
            Content::Versus(versus) => posts::versus(versus),
            Content::RatingChange(change) => Post::text(text::rating_change(change)),
            Content::Replay(replay) => self.replay(replay).await?,
            Content::Sketch(screen) => self.panel(posts::sketch(screen)).await?,
            Content::PostedSketch(screen) => {
                let picture = self.pictures.panel(posts::sketch_scene(&screen.board), false).await?;
                posts::posted_sketch(screen, picture)
            }
            Content::SketchClosed => Post::text(text::SKETCH_CLOSED),
            Content::Lesson(screen) => self.panel(posts::lesson(screen)).await?,
            Content::PuzzleBoard(screen) => self.panel(posts::puzzle_board(screen)).await?,
            Content::PuzzleClosed => Post::text(text::PUZZLE_CLOSED),
            Content::PuzzleResult(result) => {
                let scene = posts::solution_scene(&result.puzzle);
                let board = self.shown_if(result.puzzle.is.kind, scene).await?;
                board.on(|picture| posts::puzzle_result(result, picture))
            }
            Content::PuzzlePage(page) => {
                let board = match &page.puzzle {
                    Some(puzzle) if page.answer.is_some() => {
                        self.shown_if(puzzle.is.kind, posts::solution_scene(puzzle)).await?
                    }
                    Some(puzzle) => self.shown_if(puzzle.is.kind, posts::puzzle_scene(puzzle)).await?,
                    None => Shown::Nothing,
                };
                board.on(|picture| posts::puzzle_page(page, picture))
            }
            Content::Hint(hint) => {
                let board = self.shown(hint.game.table.kind(), posts::hint_scene(hint)).await?;
                board.on(|picture| posts::hint(hint, picture))
            }
            Content::LessonClosed(kind) => Post::text(text::lesson_closed(*kind)),
            Content::Steps(steps) => self.steps(steps).await?,
            Content::CatchUp(seen) => self.catch_up(seen).await?,
            Content::Overview(overview) => posts::overview(overview),
            Content::Record { game, bytes } => Post {
                content: text::exported(game),
                file: Some(File {
                    name: format!("{}-{}.json", game.table.kind(), game.id),
                    bytes: bytes.clone(),
                }),
                ..Post::default()
            },
        })
    }

    /// Returns the post of an open lobby, with a picture of its game as it would begin.
    ///
    /// # Errors
    /// As for [`Writer::write`].
    pub async fn lobby(&self, lobby: &Lobby) -> anyhow::Result<Post> {
        let mut post = posts::lobby(lobby);
        if let Some(card) = post.card.as_mut().filter(|card| card.picture.is_none()) {
            card.picture = self.starts.of(lobby).await?;
        }
        Ok(self.as_offered(post))
    }

    /// Returns the post of an offer as it is now.
    #[must_use]
    pub fn offer(&self, game: &Game, offer: &Offer) -> Post {
        self.as_offered(posts::offer(game, offer))
    }

    /// Returns a post without the buttons for machines, where they do not play.
    fn as_offered(&self, post: Post) -> Post {
        if self.machines { post } else { posts::without_machines(post) }
    }

    /// Returns the board of a game as `to` may see it, with the events since entry `since` of the record, and the ratings after
    /// the game.
    ///
    /// # Errors
    /// As for [`Writer::write`].
    pub async fn board(
        &self,
        game: &Game,
        to: Viewer,
        since: usize,
        rated: Option<&RatedEnd>,
    ) -> anyhow::Result<Post> {
        let board = self.board_of(game, to).await?;
        let post = |picture| posts::board(game, (to, since), self.clock.now(), rated, picture);
        let mut post = board.on(post);
        if let Some(waits) = text::without_machines(game).filter(|_| !self.machines) {
            post.content = waits.to_owned();
        }
        Ok(post)
    }

    /// Returns the board of a game with its last turn as a picture, or in letters if the player prefers them.
    async fn board_of(&self, game: &Game, to: Viewer) -> anyhow::Result<Shown> {
        self.shown(game.table.kind(), pictures::board_scene(&game.table, to, &game.record)).await
    }

    /// Returns a scene as a picture, or in letters if the player prefers them.
    async fn shown(&self, kind: Kind, scene: Scene) -> anyhow::Result<Shown> {
        Ok(match self.look.text {
            true => Shown::Letters(posts::letters(kind, &scene)),
            false => Shown::Picture(self.pictures.panel(scene, false).await?),
        })
    }

    async fn shown_if(&self, kind: Kind, scene: Option<Scene>) -> anyhow::Result<Shown> {
        match scene {
            Some(scene) => self.shown(kind, scene).await,
            None => Ok(Shown::Nothing),
        }
    }

    /// Returns a screen of the panel with its board.
    async fn panel(&self, panel: Panel) -> anyhow::Result<Post> {
        let Panel { mut post, legend, kind, mut scene, part, is_preview } = panel;
        if self.look.text {
            // The legend is about a picture.
            let words = post.content.strip_suffix(legend.as_str()).unwrap_or(&post.content);
            post.content = words.trim_end().to_owned();
            let Letters { mut body, file } = posts::letters(kind, &scene);
            if is_preview {
                body = format!("Preview:\n{body}");
            }
            let card = Some(Card { body: view::cut(&body, posts::MOST_IN_CARD), ..Card::default() });
            return Ok(Post { card, file, ..post });
        }
        if let Some(part) = part {
            scene = part.of(scene);
        }
        let picture = self.pictures.panel(scene, is_preview).await?;
        Ok(Post { card: Some(Card { picture: Some(picture), ..Card::default() }), ..post })
    }

    /// Returns the picture of a puzzle for its post, or `None` if the rules no longer read the position.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub async fn puzzle_picture(&self, puzzle: &Puzzle) -> anyhow::Result<Option<Picture>> {
        match posts::puzzle_scene(puzzle) {
            Some(scene) => self.pictures.panel(scene, false).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns the explanation of a piece, with the caller's moves on the board if they have such a piece there.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such piece, else as for [`Writer::write`].
    pub async fn piece(&self, at: &play::service::ChannelGame, typed: &str) -> Result<view::Response, Error> {
        let Explained { kind, info, found } = info::explain(at, typed).map_err(Error::rejected)?;
        let (Some(found), Some(game)) = (&found, &at.game) else {
            return Ok(view::Response::Ephemeral(posts::piece(kind, info, None)));
        };
        let scene = pictures::board_scene(&game.table, viewer(game, at.person), &game.record);
        let scene = scene.focused(&found.focus);
        let (moves, to_act) = (&found.moves, game.awaited().contains(&at.person));
        let board = self.shown(kind, scene).await?;
        let post = |picture| posts::piece(kind, info, Some(PieceOnBoard { moves, to_act, picture }));
        Ok(view::Response::Ephemeral(board.on(post)))
    }

    async fn rules(&self, kind: Kind, page: u8, here: Option<&Options>) -> anyhow::Result<Post> {
        let pages = kind.about().pages;
        let index = usize::from(page).min(pages.len().saturating_sub(1));
        let picture = match pages.get(index).and_then(|page| page.board.as_ref()) {
            Some(diagram) => Some(self.pictures.diagram(kind, diagram).await?),
            None => None,
        };
        Ok(posts::rules(kind, index, picture, here))
    }

    async fn chart(&self, chart: Option<Chart>) -> anyhow::Result<Option<Picture>> {
        match chart {
            Some(chart) => self.pictures.chart(chart).await.map(Some),
            None => Ok(None),
        }
    }

    async fn replay(&self, replay: &Replay) -> anyhow::Result<Post> {
        if self.look.text {
            let chart = films::scores(replay.game.table.kind(), &replay.film);
            let post = posts::written_replay(replay, chart.map(|chart| chart.alt()));
            return Ok(self.last_of(&replay.film, replay).await?.on(|_| post));
        }
        if self.look.still {
            return self.still_replay(replay).await;
        }
        let (frames, alt) =
            (films::replay(&replay.film, replay.to), films::replay_alt(&replay.film, replay.to));
        let film = self.pictures.film(frames, alt, None, &films::TRIES, films::largest(replay)).await?;
        let film = film.context("the film does not fit into a message")?;
        let chart = self.chart(films::scores(replay.game.table.kind(), &replay.film)).await?;
        Ok(posts::replay(replay, film, chart))
    }

    /// Returns the film of a finished game and the chart of its scores for the post of its end. A film whose file would be too large
    /// there is left out.
    ///
    /// # Errors
    /// As for [`Writer::write`].
    pub async fn end_film(&self, kind: Kind, film: &Film) -> anyhow::Result<Vec<Card>> {
        let (frames, alt) = (films::replay(film, Viewer::Open), films::replay_alt(film, Viewer::Open));
        let drawn = self.pictures.film(frames, alt, None, &films::TRIES[..1], films::LARGEST_ADDED).await?;
        let chart = self.chart(films::scores(kind, film)).await?;
        Ok(drawn.map(|(film, _)| film).into_iter().chain(chart).map(posts::picture).collect())
    }

    /// Returns some positions of a game on one sheet.
    async fn still_replay(&self, replay: &Replay) -> anyhow::Result<Post> {
        let shown = films::stills(&replay.film);
        let scenes = shown.iter().map(|moment| {
            let scene = render::scene(&moment.table, replay.to, &moment.events);
            (text::turn_label(moment.number), scene)
        });
        let alt = films::replay_alt(&replay.film, replay.to);
        let sheet = self.pictures.sheet(scenes.collect(), alt).await?;
        let chart = self.chart(films::scores(replay.game.table.kind(), &replay.film)).await?;
        Ok(posts::still_replay(replay, &shown, sheet, chart))
    }

    /// Returns the last position of a replay.
    async fn last_of(&self, film: &Film, replay: &Replay) -> anyhow::Result<Shown> {
        let scene = film.moments.last().map(|last| render::scene(&last.table, replay.to, &last.events));
        self.shown_if(replay.game.table.kind(), scene).await
    }

    async fn steps(&self, steps: &Steps) -> anyhow::Result<Post> {
        let most = if self.look.still { films::STILLS } else { films::MOST_STEPS };
        let Some((shown, frames)) = films::steps(steps, most) else {
            return Ok(Post::text(text::no_steps(&steps.game, steps.since)));
        };
        if self.look.text {
            let last = frames.into_iter().next_back().map(|frame| frame.scene);
            let board = self.shown_if(steps.game.table.kind(), last).await?;
            return Ok(board.on(|picture| posts::steps(steps, &shown, picture)));
        }
        if self.look.still {
            let scenes = frames.into_iter().map(|frame| (frame.label, frame.scene)).collect();
            let sheet = self.pictures.sheet(scenes, text::steps_alt(&shown)).await?;
            return Ok(posts::still_steps(steps, &shown, sheet));
        }
        let (alt, repeats) = (text::steps_alt(&shown), Some(films::STEP_REPEATS));
        let film = self.pictures.film(frames, alt, repeats, &films::TRIES[..1], films::LARGEST).await?;
        let (film, _) = film.context("the steps do not fit into a message")?;
        Ok(posts::steps(steps, &shown, Some(film)))
    }

    async fn catch_up(&self, seen: &CatchUp) -> anyhow::Result<Post> {
        let sheet = missed::sheet(seen);
        let scenes = missed::scenes(seen, &sheet);
        if self.look.text {
            let last = scenes.into_iter().next_back().map(|(_, scene)| scene);
            let board = self.shown_if(seen.game.table.kind(), last).await?;
            return Ok(board.on(|picture| posts::catch_up(seen, &sheet, picture)));
        }
        let boards = match scenes.is_empty() {
            true => None,
            false => Some(self.pictures.sheet(scenes, text::catch_up_alt(seen, &sheet)).await?),
        };
        Ok(posts::catch_up(seen, &sheet, boards))
    }

    async fn history(&self, page: &HistoryPage) -> anyhow::Result<Post> {
        let board = self.board_of(&page.then, page.to).await?;
        Ok(board.on(|picture| posts::history(page, picture)))
    }
}

/// A board for a post.
enum Shown {
    Picture(Picture),
    Letters(Letters),
    /// There is no board to show.
    Nothing,
}

impl Shown {
    /// Returns a post with the board.
    fn on(self, post: impl FnOnce(Option<Picture>) -> Post) -> Post {
        match self {
            Shown::Picture(picture) => post(Some(picture)),
            Shown::Nothing => post(None),
            Shown::Letters(Letters { body, file }) => {
                let mut post = Post { file, ..post(None) };
                if let Some(card) = &mut post.card {
                    card.body = view::cut(&format!("{body}\n\n{}", card.body), posts::MOST_IN_CARD);
                }
                post
            }
        }
    }
}

fn ask(question: &Question) -> Post {
    let Question { game, kind, revision, notations, reason } = question;
    let words = match reason {
        Doubt::Ends { over, outcome } => text::ask_end(over, outcome, notations),
        Doubt::Costs(cost) => text::ask_cost(cost, notations),
        Doubt::Dies => text::ask_cost(text::dies(*kind), notations),
        Doubt::GivesUp(unused) => text::ask_end_of_turn(unused),
        Doubt::Repeats => text::ask_again(notations),
    };
    posts::ask(*game, words, *revision, notations)
}

/// Returns whether the user has settled something in a game and may want to see to the next one.
fn settles(content: &Content) -> bool {
    match content {
        Content::Resigned
        | Content::Resumed
        | Content::CalledOff
        | Content::Offered { .. }
        | Content::Accepted { .. }
        | Content::Offer { .. }
        | Content::MachineDeclines(_)
        | Content::SeatOpened => true,
        Content::Plans { change, .. } => matches!(change, PlanChange::Passing(_) | PlanChange::Stored { .. }),
        _ => false,
    }
}

/// Returns the words about what has changed in a player's plans.
fn changed(change: &PlanChange) -> String {
    match change {
        PlanChange::None => String::new(),
        PlanChange::Passing(until) => text::planned_passing(*until),
        PlanChange::Removed => text::PLAN_REMOVED.to_owned(),
        PlanChange::DraftGone => text::PLAN_GONE.to_owned(),
        PlanChange::Stored { steps, replaced } => text::planned(steps, replaced),
    }
}

#[cfg(test)]
mod tests {
    use play::fixture;
    use render::{Profile, Theme};
    use rules::{Seat, Table};

    use super::*;

    #[tokio::test]
    async fn large_board_is_cut_to_the_squares_around_the_piece() {
        let world = fixture::Fixture::new().await;
        let writer = Writer::new(Pictures::new(Theme::Dark, Profile::Quick), world.service.clock().clone());
        for (size, is_cut) in [(22, true), (10, false)] {
            let mut table = Table::new(Kind::Parasites, &Options::new().with("size", size)).unwrap();
            let far = if size == 22 { "v22=q" } else { "j10=q" };
            for notation in ["a1=q", far] {
                table.play(table.to_act().first().unwrap(), notation).unwrap();
            }
            let game = fixture::game(2, 2, table);
            let panel = || posts::moves_panel(&game, Seat::FIRST, &[], "a1", false);
            let part = panel().part.expect("the piece is chosen").of(panel().scene);
            let part = writer.pictures.panel(part, false).await.unwrap();
            let whole = writer.pictures.panel(panel().scene, false).await.unwrap();
            let shown = writer.panel(panel()).await.unwrap().card.unwrap().picture.unwrap();
            assert_eq!(shown.png, part.png, "{size}");
            assert_eq!(shown.png != whole.png, is_cut, "{size}");
        }
    }
}
