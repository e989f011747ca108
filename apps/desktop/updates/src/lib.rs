//! Releases of the desktop app as a server offers them: a list that the keeper of the release key has signed, with the
//! version and the hash of each package in it. Nothing that is not newer than what runs is taken, and no package that is not
//! the listed one. `tools/release.ts` makes the list.

#![forbid(unsafe_code)]

mod fetch;
#[cfg(unix)]
mod lay;
mod release;

pub use fetch::{check, download, empty_folder};
#[cfg(unix)]
pub use lay::lay;
pub use release::{Package, Release};

use std::fmt;
use std::io;

/// Why there is no update.
#[derive(Debug)]
pub enum Error {
    /// Nothing could be loaded.
    Io(io::Error),
    /// The disk of this computer is full, or refuses.
    Disk(io::Error),
    /// It is not what the key signed, or not a list of releases of this app.
    Forged,
    /// It is older than what runs.
    Older,
    /// It has no package for this system.
    NoPackage,
}

impl Error {
    /// Returns the word for it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "line",
            Self::Disk(_) => "disk",
            Self::Forged => "forged",
            Self::Older => "older",
            Self::NoPackage => "no-package",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) | Self::Disk(error) => write!(formatter, "{error}"),
            _ => formatter.write_str(self.code()),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
