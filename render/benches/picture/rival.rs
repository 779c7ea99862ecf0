//! The same films by the crate `gift`: the fastest encoder of GIFs that we know. Like the painter, it writes only the box that changes
//! and leaves out the pixels in it that stay.

use gift::{
    Encoder,
    block::{
        Application, ColorTableConfig, ColorTableExistence, ColorTableOrdering, DisposalMethod,
        GlobalColorTable, GraphicControl, Header, ImageData, ImageDesc, LogicalScreenDesc, Trailer,
    },
};
use render::Plane;

/// Writes planes of one size as a film.
pub(crate) fn film(planes: &[Plane]) -> Vec<u8> {
    let first = &planes[0];
    let colours = first.palette.len() / 3;
    // An index of 255 makes the crate panic, and boards have at most 254 colours.
    let clear = u8::try_from(colours).unwrap();
    let mut file = Vec::with_capacity(256 * 1024);
    let mut blocks = Encoder::new(&mut file).into_block_enc();
    let table = ColorTableConfig::new(
        ColorTableExistence::Present,
        ColorTableOrdering::NotSorted,
        u16::try_from(colours + 1).unwrap(),
    );
    let mut palette = first.palette.clone();
    palette.resize(table.size_bytes(), 0);
    let screen = LogicalScreenDesc::default()
        .with_screen_width(first.width as u16)
        .with_screen_height(first.height as u16)
        .with_color_table_config(table);
    blocks.encode(Header::default()).unwrap();
    blocks.encode(screen).unwrap();
    blocks.encode(GlobalColorTable::with_colors(&palette)).unwrap();
    blocks.encode(Application::with_loop_count(0)).unwrap();
    let mut before: Option<&Plane> = None;
    for plane in planes {
        let (left, top, width, height) = before
            .map_or((0, 0, plane.width as usize, plane.height as usize), |before| changed(before, plane));
        let mut control = GraphicControl::default();
        control.set_delay_time_cs(90);
        control.set_disposal_method(DisposalMethod::Keep);
        control.set_transparent_color(before.map(|_| clear));
        blocks.encode(control).unwrap();
        let place = ImageDesc::default()
            .with_left(left as u16)
            .with_top(top as u16)
            .with_width(width as u16)
            .with_height(height as u16);
        blocks.encode(place).unwrap();
        let mut image = ImageData::new(width * height);
        for row in top..top + height {
            let row = row * plane.width as usize + left..row * plane.width as usize + left + width;
            let new = &plane.indices[row.clone()];
            match before {
                None => image.data_mut().extend_from_slice(new),
                Some(before) => {
                    let old = &before.indices[row];
                    let pixels = new.iter().zip(old).map(|(new, old)| if new == old { clear } else { *new });
                    image.data_mut().extend(pixels);
                }
            }
        }
        blocks.encode(image).unwrap();
        before = Some(plane);
    }
    blocks.encode(Trailer::default()).unwrap();
    file
}

/// Returns the box of the changed pixels: left, top, width and height.
fn changed(before: &Plane, after: &Plane) -> (usize, usize, usize, usize) {
    let across = after.width as usize;
    let (mut left, mut right, mut top, mut bottom) = (across, 0, usize::MAX, 0);
    let rows = before.indices.chunks_exact(across).zip(after.indices.chunks_exact(across));
    for (y, (old, new)) in rows.enumerate() {
        let differs = |(old, new): (&u8, &u8)| old != new;
        let Some(first) = old.iter().zip(new).position(differs) else { continue };
        let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
        (left, right) = (left.min(first), right.max(last + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if left >= right { (0, 0, 1, 1) } else { (left, top, right - left, bottom - top) }
}
