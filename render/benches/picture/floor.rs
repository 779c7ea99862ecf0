//! The floor: a picture copied from its finished squares and encoded by the png crate, with the settings of the painter.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, DeflateCompression, Encoder, Filter};
use render::Profile;

const SIDE: usize = 100;

/// A finished picture, cut into squares.
pub(crate) struct Floor {
    width: usize,
    height: usize,
    palette: Vec<u8>,
    /// The rows of each square, in the order of `corners`.
    tiles: Vec<Vec<Vec<u8>>>,
}

fn corners(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..height).step_by(SIDE).flat_map(move |y| (0..width).step_by(SIDE).map(move |x| (x, y)))
}

impl Floor {
    pub(crate) fn of(file: &[u8]) -> Floor {
        let mut reader = Decoder::new(Cursor::new(file)).read_info().unwrap();
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let palette = reader.info().palette.clone().unwrap().into_owned();
        let mut indices = vec![0; width * height];
        reader.next_frame(&mut indices).unwrap();
        let tile = |(x, y): (usize, usize)| -> Vec<Vec<u8>> {
            let rows = y..(y + SIDE).min(height);
            rows.map(|row| indices[row * width + x..row * width + (x + SIDE).min(width)].to_vec()).collect()
        };
        let tiles = corners(width, height).map(tile).collect();
        Floor { width, height, palette, tiles }
    }

    pub(crate) fn png(&self, profile: Profile) -> Vec<u8> {
        let &Floor { width, height, ref palette, ref tiles } = self;
        let mut plane = vec![0; width * height];
        for ((x, y), tile) in corners(width, height).zip(tiles) {
            for (row, pixels) in tile.iter().enumerate() {
                plane[(y + row) * width + x..][..pixels.len()].copy_from_slice(pixels);
            }
        }
        let mut file = Vec::with_capacity(96 * 1024);
        let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette);
        match profile {
            Profile::Quick => encoder.set_compression(Compression::Fast),
            Profile::Post => encoder.set_deflate_compression(DeflateCompression::Level(2)),
        }
        encoder.set_filter(Filter::Up);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&plane).unwrap();
        writer.finish().unwrap();
        file
    }
}
