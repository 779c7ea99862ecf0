//! Writes index planes as PNG files.

use image::GrayImage;
use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, Filter};

/// The smallest width of a picture in pixels.
pub const MIN_WIDTH: u32 = 200;
/// The largest width of a picture in pixels.
pub const MAX_WIDTH: u32 = 2000;

/// The use of a picture file, which decides between size and speed.
///
/// ```
/// use render::{Painter, Profile, Theme};
/// use rules::{Kind, Options, Table, Viewer};
///
/// let scene = render::scene(&Table::new(Kind::Protozoa, &Options::new())?, Viewer::Public, &[]);
/// let painter = Painter::new(Theme::Light);
/// let (post, quick) = (painter.png(&scene, Profile::Post)?, painter.png(&scene, Profile::Quick)?);
/// assert!(post.len() < quick.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// A file to send over a network: small.
    Post,
    /// A file that stays on this machine: fast to make.
    Quick,
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PaintError {
    /// The file could not be written.
    #[error("writing the picture failed")]
    Encode(#[from] png::EncodingError),
    /// The film could not be written.
    #[error("writing the film failed")]
    Film(#[from] gif::EncodingError),
    /// A film needs at least one frame, and all its frames have the same size.
    #[error("a film needs frames of one size")]
    Frames,
    /// The requested width is out of range.
    #[error("a picture is {min} to {max} pixels wide, not {width}", min = MIN_WIDTH, max = MAX_WIDTH)]
    Width {
        /// The requested width in pixels.
        width: u32,
    },
}

/// Writes a plane of palette indices as a file. `palette` has three bytes for each colour.
pub(crate) fn encode(plane: &GrayImage, palette: Vec<u8>, profile: Profile) -> Result<Vec<u8>, PaintError> {
    let mut file = Vec::with_capacity(96 * 1024);
    let mut encoder = Encoder::new(&mut file, plane.width(), plane.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette);
    match profile {
        Profile::Post => encoder.set_deflate_compression(DeflateCompression::Level(2)),
        Profile::Quick => encoder.set_compression(Compression::Fast),
    }
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(plane.as_raw())?;
    writer.finish()?;
    Ok(file)
}
