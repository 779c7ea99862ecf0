//! Films: the frames of a game as one animated GIF, and several pictures as one sheet.
//!
//! The first frame is whole. Every later frame holds the box of pixels that change, and those in the box that stay as they are
//! are transparent, so a film of forty turns is only six to fourteen times as large as its first frame.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Repeat};
use image::GrayImage;

use crate::{
    encode::{MAX_WIDTH, MIN_WIDTH, PaintError, Profile, encode},
    paint::{Colours, Drawn, Painter},
    scene::Scene,
};

/// A picture as palette indices, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Plane {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// One index for each pixel.
    pub indices: Vec<u8>,
    /// The colours, three bytes each.
    pub palette: Vec<u8>,
}

impl std::fmt::Debug for Plane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plane")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

/// One picture of a film.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The scene. A film leaves its header and legend out.
    pub scene: Scene,
    /// The words above the picture, such as its number.
    pub label: String,
    /// How long it stays, in milliseconds. A GIF counts in hundredths of a second, so the rest is dropped.
    pub millis: u32,
}

/// Returns the place of the changed pixels: left, top, width and height. Planes that are equal have one changed pixel, because a
/// frame cannot be empty.
fn changed(before: &GrayImage, after: &GrayImage) -> (usize, usize, usize, usize) {
    let across = after.width() as usize;
    let rows = || before.chunks_exact(across).zip(after.chunks_exact(across)).enumerate();
    let (mut left, mut right) = (across, 0);
    let (mut top, mut bottom) = (usize::MAX, 0);
    for (y, (old, new)) in rows().filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&u8, &u8)| old != new;
        let Some(first) = old.iter().zip(new).position(differs) else { continue };
        let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
        (left, right) = (left.min(first), right.max(last + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if left >= right { (0, 0, 1, 1) } else { (left, top, right - left, bottom - top) }
}

/// Returns the rows of a part of a plane: its left and top pixel, width and height.
fn window(
    plane: &GrayImage,
    (left, top, width, height): (usize, usize, usize, usize),
) -> impl Iterator<Item = &[u8]> {
    let rows = plane.chunks_exact(plane.width() as usize);
    rows.skip(top).take(height).map(move |row| &row[left..][..width])
}

/// Writes the frames of a film.
struct Writer {
    encoder: Encoder<Vec<u8>>,
    before: Option<GrayImage>,
    /// The index for pixels that stay as they are.
    clear: u8,
}

impl Writer {
    /// Begins a film of this size. `repeats` is how often it starts again, or `None` for ever.
    fn new(
        (width, height): (u16, u16),
        colours: &Colours,
        repeats: Option<u16>,
    ) -> Result<Writer, PaintError> {
        // The palettes of boards have at most 254 colours; a test checks that.
        let clear = u8::try_from(colours.len).map_err(|_| PaintError::Frames)?;
        let mut palette = colours.bytes.clone();
        palette.extend([0; 3]);
        let mut encoder = Encoder::new(Vec::with_capacity(256 * 1024), width, height, &palette)?;
        encoder.set_repeat(repeats.map_or(Repeat::Infinite, Repeat::Finite))?;
        Ok(Writer { encoder, before: None, clear })
    }

    fn add(&mut self, plane: GrayImage, millis: u32) -> Result<(), PaintError> {
        let across = plane.width() as usize;
        let (left, top, width, height) = match &self.before {
            None => (0, 0, across, plane.height() as usize),
            Some(before) if before.dimensions() != plane.dimensions() => return Err(PaintError::Frames),
            Some(before) => changed(before, &plane),
        };
        let rows = |of| window(of, (left, top, width, height));
        let mut buffer = Vec::with_capacity(width * height);
        match &self.before {
            None => rows(&plane).for_each(|row| buffer.extend_from_slice(row)),
            Some(before) => {
                for (new, old) in rows(&plane).zip(rows(before)) {
                    let pixels = new.iter().zip(old);
                    buffer.extend(pixels.map(|(new, old)| if new == old { self.clear } else { *new }));
                }
            }
        }
        self.encoder.write_frame(&gif::Frame {
            delay: u16::try_from(millis / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: self.before.is_some().then_some(self.clear),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        })?;
        self.before = Some(plane);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, PaintError> {
        self.encoder.into_inner().map_err(PaintError::Film)
    }
}

impl Painter {
    /// Draws a scene without its header and legend, as palette indices.
    ///
    /// # Errors
    /// [`PaintError::Width`] if the width is not between [`MIN_WIDTH`] and [`MAX_WIDTH`].
    pub fn plane(&self, scene: &Scene, width: u32) -> Result<Plane, PaintError> {
        check(width)?;
        let Drawn { plane, colours, .. } = self.frame(scene, width, &[]);
        let (width, height) = plane.dimensions();
        Ok(Plane { width, height, indices: plane.into_raw(), palette: colours.bytes })
    }

    /// Draws the board of a scene alone: without its header, cards and legend.
    ///
    /// # Errors
    /// [`PaintError::Width`] if the width is not between [`MIN_WIDTH`] and [`MAX_WIDTH`]; [`PaintError::Encode`] if the file
    /// cannot be written.
    pub fn board(&self, scene: &Scene, width: u32, profile: Profile) -> Result<Vec<u8>, PaintError> {
        check(width)?;
        let alone = Scene { cards: Vec::new(), ..scene.clone() };
        let Drawn { plane, colours, .. } = self.frame(&alone, width, &[]);
        encode(&plane, colours.bytes, profile)
    }

    /// Draws scenes of one game as an animated GIF. It starts again `repeats` times, or for ever if that is `None`.
    ///
    /// ```
    /// use render::{Frame, Painter, Theme};
    /// use rules::{Kind, Options, Seat, Table, Viewer};
    ///
    /// let mut table = Table::new(Kind::Protozoa, &Options::new())?;
    /// let before = render::scene(&table, Viewer::Public, &[]);
    /// let played = table.play(Seat::FIRST, "p@f4")?;
    /// let after = render::scene(&table, Viewer::Public, &played.events);
    /// let frame = |scene, label: &str, millis| Frame { scene, label: label.to_owned(), millis };
    /// let frames = [frame(before, "Start", 900), frame(after, "Turn 1", 4000)];
    /// let film = Painter::new(Theme::Dark).film(&frames, 600, None)?;
    /// assert!(film.starts_with(b"GIF89a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PaintError::Width`] if the width is not between [`MIN_WIDTH`] and [`MAX_WIDTH`]; [`PaintError::Frames`] if there is no
    /// frame, or the boards differ in size; [`PaintError::Film`] if the file cannot be written.
    pub fn film(&self, frames: &[Frame], width: u32, repeats: Option<u16>) -> Result<Vec<u8>, PaintError> {
        self.film_watched(frames, width, repeats, &mut |_| {})
    }

    /// Draws a film as [`Painter::film`] does, and reports the number of each frame, counted from 1, before it draws it.
    ///
    /// # Errors
    /// As for [`Painter::film`].
    pub fn film_watched(
        &self,
        frames: &[Frame],
        width: u32,
        repeats: Option<u16>,
        report: &mut dyn FnMut(usize),
    ) -> Result<Vec<u8>, PaintError> {
        check(width)?;
        let rows = frames.iter().map(|frame| self.card_rows(&frame.scene, width));
        let highest = |a: Vec<u32>, b: Vec<u32>| a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect();
        let cards = rows.reduce(highest).unwrap_or_default();
        let has_labels = frames.iter().any(|frame| !frame.label.is_empty());
        let mut writer = None;
        for (number, Frame { scene, label, millis }) in (1..).zip(frames) {
            report(number);
            let mut drawn = self.frame(scene, width, &cards);
            if has_labels {
                drawn.plane = self.labelled(&drawn, label);
            }
            let Drawn { plane, colours, .. } = drawn;
            if writer.is_none() {
                let side = |pixels: u32| u16::try_from(pixels).map_err(|_| PaintError::Frames);
                let size = (side(plane.width())?, side(plane.height())?);
                writer = Some(Writer::new(size, &colours, repeats)?);
            }
            if let Some(writer) = &mut writer {
                writer.add(plane, *millis)?;
            }
        }
        writer.ok_or(PaintError::Frames)?.finish()
    }

    /// Returns a plane with a line of words between its cards and its board. There, near the squares that change, it adds little to
    /// a film.
    fn labelled(&self, drawn: &Drawn, label: &str) -> GrayImage {
        let (width, height) = drawn.plane.dimensions();
        let line = self.line(label, (width, LABEL));
        let (cards, board) = drawn.plane.as_raw().split_at((width * drawn.cards_end) as usize);
        let rows = [cards, line.as_raw(), board].concat();
        GrayImage::from_raw(width, height + LABEL, rows).unwrap_or_else(|| drawn.plane.clone())
    }

    /// Draws the boards of up to six scenes on one sheet of 900 by 700 pixels: two rows of three, in reading order. Each has its
    /// label above it.
    ///
    /// # Errors
    /// [`PaintError::Frames`] if there is no scene; [`PaintError::Encode`] if the file cannot be written.
    pub fn sheet(&self, scenes: &[(String, Scene)], profile: Profile) -> Result<Vec<u8>, PaintError> {
        let mut sheet: Option<(GrayImage, Colours)> = None;
        for (nth, (label, scene)) in scenes.iter().take(SHEET).enumerate() {
            let board = Scene { cards: Vec::new(), ..scene.clone() };
            let mut width = THUMBNAIL.0;
            let mut drawn = self.frame(&board, width, &[]);
            // The height hardly grows slower than the width, so a few tries are enough.
            while drawn.plane.height() > THUMBNAIL.1 && width > NARROWEST {
                width = (width * THUMBNAIL.1 / drawn.plane.height()).clamp(NARROWEST, width - 1);
                drawn = self.frame(&board, width, &[]);
            }
            let plane = self.labelled(&drawn, label);
            let colours = drawn.colours;
            let (sheet, _) = sheet.get_or_insert_with(|| {
                let ground = image::Luma([colours.ground]);
                (GrayImage::from_pixel(3 * CELL.0, 2 * CELL.1, ground), colours)
            });
            let nth = nth as u32;
            let (col, row) = (nth % 3, nth / 3);
            let room = |cell: u32, of: u32| i64::from(cell.saturating_sub(of) / 2);
            let left = i64::from(col * CELL.0) + room(CELL.0, plane.width());
            let top = i64::from(row * CELL.1) + room(CELL.1, plane.height());
            image::imageops::replace(sheet, &plane, left, top);
        }
        let (sheet, colours) = sheet.ok_or(PaintError::Frames)?;
        encode(&sheet, colours.bytes, profile)
    }
}

/// The most pictures on a sheet.
pub(crate) const SHEET: usize = 6;
/// The width and height of a picture's place on a sheet.
const CELL: (u32, u32) = (300, 350);
/// The largest width and height of a picture on a sheet.
const THUMBNAIL: (u32, u32) = (292, 342 - LABEL);
/// The height of the line with a picture's label.
const LABEL: u32 = 30;
/// The smallest width of a picture on a sheet.
const NARROWEST: u32 = 60;

fn check(width: u32) -> Result<(), PaintError> {
    if (MIN_WIDTH..=MAX_WIDTH).contains(&width) { Ok(()) } else { Err(PaintError::Width { width }) }
}
