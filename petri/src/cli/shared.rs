//! The parts that several commands share: arguments, and output for the user.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use render::Theme;

#[derive(Args)]
pub(super) struct DataArgs {
    /// The folder that holds the database
    #[arg(long, value_name = "DIR", env = "PETRI_DATA_DIR", default_value = "petri-data")]
    pub(super) data_dir: PathBuf,
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

#[allow(clippy::print_stdout)] // This is the program's output for its user.
pub(super) fn say(words: &str) {
    println!("{words}");
}
