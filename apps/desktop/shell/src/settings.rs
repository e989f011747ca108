//! What a person chose for this computer, kept in a file of the app.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::zoom::Zoom;

const FILE: &str = "settings.json";

/// What is kept.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Kept {
    /// None is the system's folder for downloads.
    downloads: Option<PathBuf>,
    has_shortcut: bool,
    zoom: Zoom,
}

/// The choices, and the file that keeps them.
pub struct Settings {
    path: PathBuf,
    kept: Mutex<Kept>,
}

/// An answer to the page; an error in words for the log.
pub type Answer<T = ()> = Result<T, String>;

/// Returns the words of an error.
pub fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Settings {
    /// Reads what is kept in a folder; what is not there, or cannot be read, is as it is at first.
    pub fn read(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let kept = fs::read(&path).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
        Self { path, kept: Mutex::new(kept) }
    }

    fn kept(&self) -> Kept {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, change: impl FnOnce(&mut Kept)) -> Answer {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = kept.clone();
        change(&mut next);
        fs::create_dir_all(self.path.parent().expect("a file lies in a folder")).map_err(said)?;
        let fresh = self.path.with_extension("new");
        fs::write(&fresh, serde_json::to_vec(&next).map_err(said)?).map_err(said)?;
        fs::rename(&fresh, &self.path).map_err(said)?;
        *kept = next;
        Ok(())
    }

    /// Returns the folder for downloads, where a person chose one that is still there.
    pub fn downloads(&self) -> Option<PathBuf> {
        self.kept().downloads.filter(|folder| folder.is_dir())
    }

    /// Keeps the folder for downloads.
    pub fn keep_downloads(&self, folder: PathBuf) -> Answer {
        self.keep(|kept| kept.downloads = Some(folder))
    }

    /// Tells whether the timer has a shortcut.
    pub fn has_shortcut(&self) -> bool {
        self.kept().has_shortcut
    }

    /// Keeps whether the timer has a shortcut.
    pub fn keep_shortcut(&self, is_on: bool) -> Answer {
        self.keep(|kept| kept.has_shortcut = is_on)
    }

    /// Returns how large the page is shown.
    pub fn zoom(&self) -> Zoom {
        self.kept().zoom
    }

    /// Keeps how large the page is shown.
    pub fn keep_zoom(&self, zoom: Zoom) -> Answer {
        self.keep(|kept| kept.zoom = zoom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_there_at_the_next_start_and_nothing_else_is() {
        let folder = std::env::temp_dir().join(format!("kontor-settings-{}", std::process::id()));
        let settings = Settings::read(&folder);
        assert_eq!(settings.kept(), Kept::default());
        let chosen = std::env::temp_dir();
        settings.keep_downloads(chosen.clone()).unwrap();
        assert_eq!(Settings::read(&folder).downloads(), Some(chosen));
        settings.keep_downloads("/nowhere/at/all".into()).unwrap();
        assert_eq!(Settings::read(&folder).downloads(), None);
        fs::write(folder.join(FILE), "{").unwrap();
        assert_eq!(Settings::read(&folder).kept(), Kept::default());
        fs::remove_dir_all(folder).unwrap();
    }
}
