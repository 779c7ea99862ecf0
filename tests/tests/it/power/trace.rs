//! The record of a session: lines of `strace`, read as changes of files.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
};

/// The calls that `strace` records: every one by which a program could change a file or a name.
pub(crate) const CALLS: &str = "trace=openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,\
     copy_file_range,sendfile,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat";

/// The file that SQLite rebuilds from the log after a crash, whatever it holds.
const INDEX: &str = "-shm";

/// A change of the folder, or a line that the session printed.
#[derive(Debug)]
pub(crate) enum Event {
    Create { name: String },
    Write { name: String, at: usize, bytes: Vec<u8> },
    Truncate { name: String, len: usize },
    Sync { name: String },
    SyncFolder,
    Rename { from: String, to: String },
    Remove { name: String },
    Note(String),
}

impl Event {
    pub(crate) fn note(&self) -> Option<&str> {
        if let Event::Note(note) = self { Some(note) } else { None }
    }
}

/// Reads the events of a session on the files of `folder`, in the order in which the calls returned. One thread writes to the
/// database, so a sync covers every write before it.
pub(crate) fn events(log: &Path, folder: &Path) -> Vec<Event> {
    let folder = folder.to_str().expect("the path is text");
    let mut begun: HashMap<String, String> = HashMap::new();
    let mut events = Vec::new();
    for line in BufReader::new(File::open(log).expect("strace has written a log")).lines() {
        let line = line.expect("the log is text");
        let (thread, call) = line.split_once(' ').expect("a line starts with a thread");
        let call = call.trim_start();
        let whole = if let Some(start) = call.strip_suffix(" <unfinished ...>") {
            begun.insert(thread.to_owned(), start.to_owned());
            continue;
        } else if call.starts_with("<... ") {
            let (_, end) = call.split_once(" resumed>").expect("the rest of a call");
            begun.remove(thread).expect("the call has begun") + end
        } else {
            call.to_owned()
        };
        events.extend(event(&whole, folder));
    }
    events
}

/// Reads one call. Returns `None` if it failed or changed nothing in the folder.
fn event(call: &str, folder: &str) -> Option<Event> {
    let (call, result) = call.rsplit_once(" = ")?;
    let (function, args) = call.trim_end().strip_suffix(')')?.split_once('(')?;
    // `openat` returns a file after its number.
    let result: usize = result.split(['<', ' ']).next()?.parse().ok()?;
    // All text is in hexadecimal, so this cuts between arguments only.
    let args: Vec<&str> = args.split(", ").collect();
    let file = |nth: usize| in_folder(path(args[nth])?, folder);
    match function {
        "write" if args[0].starts_with("1<") => {
            Some(Event::Note(String::from_utf8(text(args[1])?).expect("notes are text")))
        }
        "openat" => {
            let name = in_folder(String::from_utf8(text(args[1])?).ok()?, folder)?;
            assert!(!args[2].contains("O_TRUNC"), "no file of a database is emptied by opening it: {call}");
            args[2].contains("O_CREAT").then_some(Event::Create { name })
        }
        "pwrite64" => {
            let mut bytes = text(args[1])?;
            bytes.truncate(result);
            Some(Event::Write { name: file(0)?, at: number(args[3]), bytes })
        }
        "ftruncate" => Some(Event::Truncate { name: file(0)?, len: number(args[1]) }),
        "fsync" | "fdatasync" if path(args[0]).is_some_and(|path| path == folder) => Some(Event::SyncFolder),
        "fsync" | "fdatasync" => Some(Event::Sync { name: file(0)? }),
        "rename" => {
            let name = |nth: usize| in_folder(String::from_utf8(text(args[nth])?).ok()?, folder);
            Some(Event::Rename { from: name(0)?, to: name(1)? })
        }
        "unlink" => Some(Event::Remove { name: in_folder(String::from_utf8(text(args[0])?).ok()?, folder)? }),
        // The check of the record finds a call that is not read here and changes a file.
        _ => None,
    }
}

/// Returns the name of a file in the folder that is part of what a power loss can harm.
fn in_folder(path: String, folder: &str) -> Option<String> {
    let name = path.strip_prefix(folder)?.strip_prefix('/')?;
    (!name.ends_with(INDEX)).then(|| name.to_owned())
}

/// Returns the path of an open file, such as `9<\x2f\x74>`. An open file whose name was removed has none.
fn path(arg: &str) -> Option<String> {
    let (_, path) = arg.split_once('<')?;
    String::from_utf8(decode(path.strip_suffix('>')?)).ok()
}

/// Returns the bytes of a text in quotes.
fn text(arg: &str) -> Option<Vec<u8>> {
    Some(decode(arg.strip_prefix('"')?.strip_suffix('"')?))
}

fn decode(hexadecimal: &str) -> Vec<u8> {
    let digit = |digit: u8| (digit as char).to_digit(16).expect("strace was asked for hexadecimal") as u8;
    hexadecimal.as_bytes().chunks_exact(4).map(|byte| digit(byte[2]) << 4 | digit(byte[3])).collect()
}

fn number(arg: &str) -> usize {
    arg.parse().expect("a number")
}
