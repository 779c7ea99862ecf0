//! The same picture made with Pillow of sprites in full colour and with smooth edges, as bots made with it have them.

use std::{
    collections::HashMap,
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use render::Sprite;
use tempfile::TempDir;

/// Python with the sprites loaded.
pub(crate) struct Rival {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Of the picture's file.
    pub(crate) bytes: usize,
    /// Deleted with this.
    _folder: TempDir,
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether Python is there and has Pillow.
pub(crate) fn is_there() -> bool {
    Command::new("python3").args(["-c", "import PIL"]).output().is_ok_and(|run| run.status.success())
}

impl Rival {
    pub(crate) fn of(sprites: &[Sprite]) -> Rival {
        let folder = tempfile::tempdir().unwrap();
        export(sprites, folder.path());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/picture/rival.py");
        let mut child = Command::new("python3")
            .arg(script)
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let ask = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut rival = Rival { child, ask, answers, bytes: 0, _folder: folder };
        rival.bytes = rival.number() as usize;
        rival
    }

    /// Makes the picture; the CPU time in microseconds.
    pub(crate) fn run(&mut self) -> f64 {
        writeln!(self.ask).unwrap();
        self.number()
    }

    fn number(&mut self) -> f64 {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line.trim().parse().unwrap()
    }
}

/// Writes what `rival.py` reads.
fn export(sprites: &[Sprite], folder: &Path) {
    let mut list = String::new();
    let mut names = HashMap::new();
    for Sprite { left, top, image } in sprites {
        let next = names.len();
        let name = *names.entry((image.width(), image.as_raw())).or_insert_with(|| {
            image.save(folder.join(format!("{next}.png"))).unwrap();
            next
        });
        writeln!(list, "{left} {top} {name}").unwrap();
    }
    fs::write(folder.join("list.txt"), list).unwrap();
}
