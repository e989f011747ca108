//! Failures of what is done with checkouts.

use std::io;

/// Why something about a checkout did not work.
#[derive(Debug)]
pub enum Error {
    /// There is no checkout with this id.
    Unknown,
    /// A checkout with this id is open already.
    Exists,
    /// The system would run the file instead of showing it.
    Program,
    /// Nothing has come to rest since it was opened.
    Unsaved,
    /// The disk refused.
    Io(io::Error),
}

impl Error {
    /// Returns the word that the web app knows the error by.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Exists => "exists",
            Self::Program => "program",
            Self::Unsaved => "unsaved",
            Self::Io(_) => "disk",
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "disk: {error}"),
            other => f.write_str(other.code()),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
