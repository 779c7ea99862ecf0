//! The same pictures by Pillow, if `python3` has it: the library that most people would take. They draw pieces with smooth edges in full
//! colour, as one gets them from larger pictures, paste them, and save with the usual settings.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use render::Plane;

/// How many times as wide the planes are as the pictures that Pillow writes.
pub(crate) const LARGER: u32 = 2;

/// Reads planes of one palette, makes smaller frames of them, writes them as a GIF or the only one as a PNG, and prints its bytes and the
/// milliseconds that this took.
const PROGRAM: &str = r#"
import io, struct, sys, time
from PIL import Image
SIDE = 100
data = sys.stdin.buffer
larger, width, height, colours, count = struct.unpack("<5I", data.read(20))
palette = data.read(colours)
frames = []
for _ in range(count):
    frame = Image.frombytes("P", (width, height), data.read(width * height))
    frame.putpalette(palette)
    frames.append(frame.convert("RGBA").resize((width // larger, height // larger), Image.LANCZOS))
width, height = frames[0].size
corners = [(x, y) for y in range(0, height, SIDE) for x in range(0, width, SIDE)]
sprites = [frames[0].crop((x, y, min(x + SIDE, width), min(y + SIDE, height))) for x, y in corners]
films = [frame.convert("RGB") for frame in frames]
def draw():
    file = io.BytesIO()
    if count == 1:
        board = Image.new("RGB", (width, height))
        for corner, sprite in zip(corners, sprites):
            board.paste(sprite, corner, sprite)
        board.save(file, "PNG")
    else:
        films[0].save(file, "GIF", save_all=True, append_images=films[1:], duration=900)
    return len(file.getvalue())
times = []
for _ in range(9 if count == 1 else 1):
    begun = time.process_time()
    size = draw()
    times.append(time.process_time() - begun)
print(size, 1000 * sorted(times)[len(times) // 2])
"#;

/// Returns the bytes and the CPU milliseconds of a film of these planes by Pillow, or of a board if there is one plane. Returns `None`
/// without Pillow.
pub(crate) fn write(planes: &[Plane]) -> Option<(usize, f64)> {
    let first = planes.first()?;
    let mut input = Vec::new();
    for number in [LARGER, first.width, first.height, first.palette.len() as u32, planes.len() as u32] {
        input.extend(number.to_le_bytes());
    }
    input.extend(&first.palette);
    planes.iter().for_each(|plane| input.extend(&plane.indices));
    let mut python = Command::new("python3")
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // Without Pillow the program ends before it has read everything.
    let _ = python.stdin.take()?.write_all(&input);
    let output = python.wait_with_output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    let mut numbers = printed.split_whitespace();
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}
