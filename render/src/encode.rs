//! Writes index planes as PNG files.

use image::GrayImage;
use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, Filter};

/// What a file is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// To be sent over a network: small.
    Post,
    /// To stay on this machine: made fast.
    Quick,
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PaintError {
    /// The file could not be written.
    #[error("writing the picture failed")]
    Encode(#[from] png::EncodingError),
    /// The width asked for is out of range.
    #[error("a picture is {min} to {max} pixels wide, not {width}", min = crate::MIN_WIDTH, max = crate::MAX_WIDTH)]
    Width {
        /// What was asked for.
        width: u32,
    },
}

/// The file of a plane of indices into `palette`, three bytes for a colour.
pub(crate) fn encode(plane: &GrayImage, palette: Vec<u8>, profile: Profile) -> Result<Vec<u8>, PaintError> {
    let mut file = Vec::with_capacity(96 * 1024);
    let mut encoder = Encoder::new(&mut file, plane.width(), plane.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette);
    match profile {
        Profile::Post => encoder.set_deflate_compression(DeflateCompression::Level(4)),
        Profile::Quick => encoder.set_compression(Compression::Fast),
    }
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(plane.as_raw())?;
    writer.finish()?;
    Ok(file)
}
