//! The parts that several commands share: arguments, and output for the user.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
};

use anyhow::bail;
use clap::{Args, ValueEnum};
use render::Theme;

use crate::server;

#[derive(Args)]
pub(super) struct DataArgs {
    /// The folder that holds the database
    #[arg(long, value_name = "DIR", env = "PETRI_DATA_DIR", default_value = "petri-data")]
    pub(super) data_dir: PathBuf,
    /// A PostgreSQL database in place of the folder's, such as postgres://petri@db/petri; or name a file with it in
    /// PETRI_DATABASE_FILE
    #[arg(long, value_name = "URL", env = "PETRI_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DataArgs {
    #[cfg(test)]
    pub(super) fn of(folder: &Path) -> DataArgs {
        DataArgs { data_dir: folder.to_owned(), database: None }
    }

    /// Returns the address of the PostgreSQL database, if that is where everything is.
    ///
    /// # Errors
    /// When the file that should hold it cannot be read.
    pub(super) fn server(&self) -> anyhow::Result<Option<String>> {
        server::address(self.database.as_deref())
    }

    /// Returns the folder with the database, for a command that works on a file.
    ///
    /// # Errors
    /// When the database is on a server.
    pub(super) fn folder(&self) -> anyhow::Result<&Path> {
        match self.server()? {
            Some(_) => {
                bail!("this command works on a database file, and yours is on a server; see docs/cluster.md")
            }
            None => Ok(&self.data_dir),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ThemeArg {
    Light,
    Dark,
    Contrast,
}

impl From<ThemeArg> for Theme {
    fn from(theme: ThemeArg) -> Self {
        match theme {
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
            ThemeArg::Contrast => Theme::Contrast,
        }
    }
}

/// Prints output for the program's user. The program ends if that fails, and quietly if nobody reads on, such as `head` when it has
/// seen enough.
#[allow(clippy::print_stderr)] // There is nowhere else to say it.
pub(super) fn say(words: &str) {
    if let Err(error) = writeln!(io::stdout(), "{words}") {
        if error.kind() != io::ErrorKind::BrokenPipe {
            eprintln!("petri: printing failed: {error}");
        }
        process::exit(1);
    }
}
