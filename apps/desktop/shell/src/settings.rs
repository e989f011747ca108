//! What a person chose for this computer. It is kept in a file of the app; the page sees it and asks for changes, and never
//! names a path.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Emitter as _, Manager as _, State};
use tauri_plugin_dialog::DialogExt as _;
use tauri_plugin_global_shortcut::GlobalShortcutExt as _;

use crate::window::Zoom;
use crate::{autostart, downloads, tray, updates, window};

/// Starts, pauses and goes on with the timer from anywhere.
const SHORTCUT: &str = "CmdOrCtrl+Alt+K";
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

/// The choices as the page shows them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    downloads: String,
    has_shortcut: bool,
    shortcut: &'static str,
    starts_with_system: bool,
    version: String,
    looks_for_updates: bool,
}

/// A choice of the page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    has_shortcut: Option<bool>,
    starts_with_system: Option<bool>,
}

type Answer<T = ()> = Result<T, String>;

fn said(error: impl std::fmt::Display) -> String {
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

    /// Returns how large the page is shown.
    pub fn zoom(&self) -> Zoom {
        self.kept().zoom
    }

    /// Keeps how large the page is shown.
    pub fn keep_zoom(&self, zoom: Zoom) -> Result<(), String> {
        self.keep(|kept| kept.zoom = zoom)
    }
}

/// Makes the shortcut heard, where it was chosen.
pub fn start(app: &AppHandle) {
    if app.state::<Settings>().kept().has_shortcut
        && let Err(error) = listen(app)
    {
        eprintln!("the shortcut for the timer is taken: {error}");
    }
}

/// While there is no timer a task has to be chosen, for which the window comes to the front.
fn listen(app: &AppHandle) -> Answer {
    let heard = |app: &AppHandle| {
        if !tray::has_timer(app) {
            window::show(app);
        }
        // A window that is gone has no timer.
        let _ = app.emit_to("main", "timer-shortcut", ());
    };
    let shortcuts = app.global_shortcut();
    let set = shortcuts.on_shortcut(SHORTCUT, move |app, _, event| {
        if event.state() == tauri_plugin_global_shortcut::ShortcutState::Pressed {
            heard(app);
        }
    });
    set.map_err(said)
}

/// Returns the choices. One that this system does not tell is shown as not chosen, and keeps nobody from the others.
fn shown(app: &AppHandle) -> Shown {
    Shown {
        downloads: downloads::folder(app).map(|folder| folder.display().to_string()).unwrap_or_default(),
        // Another program may have had the keys at the start.
        has_shortcut: app.global_shortcut().is_registered(SHORTCUT),
        shortcut: SHORTCUT,
        starts_with_system: autostart::is_on(app).unwrap_or_default(),
        version: app.package_info().version.to_string(),
        looks_for_updates: updates::are_looked_for(),
    }
}

/// Returns the choices.
#[tauri::command(async)]
pub fn settings_get(app: AppHandle) -> Shown {
    shown(&app)
}

/// Makes a choice; refuses a shortcut that another program has.
#[tauri::command(async)]
pub fn settings_set(app: AppHandle, settings: State<'_, Settings>, change: Change) -> Answer<Shown> {
    if let Some(is_on) = change.starts_with_system {
        autostart::set(&app, is_on)?;
    }
    if let Some(is_on) = change.has_shortcut {
        if is_on {
            listen(&app)?;
        } else {
            app.global_shortcut().unregister_all().map_err(said)?;
        }
        settings.keep(|kept| kept.has_shortcut = is_on)?;
    }
    Ok(shown(&app))
}

/// Asks the person for the folder for downloads, in the system's own dialog.
#[tauri::command(async)]
pub fn settings_choose_downloads(app: AppHandle, settings: State<'_, Settings>) -> Answer<Shown> {
    let chosen = app.dialog().file().blocking_pick_folder();
    if let Some(folder) = chosen.and_then(|chosen| chosen.into_path().ok()) {
        settings.keep(|kept| kept.downloads = Some(folder))?;
    }
    Ok(shown(&app))
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
        settings.keep(|kept| kept.downloads = Some(chosen.clone())).unwrap();
        assert_eq!(Settings::read(&folder).downloads(), Some(chosen));
        settings.keep(|kept| kept.downloads = Some("/nowhere/at/all".into())).unwrap();
        assert_eq!(Settings::read(&folder).downloads(), None);
        fs::write(folder.join(FILE), "{").unwrap();
        assert_eq!(Settings::read(&folder).kept(), Kept::default());
        fs::remove_dir_all(folder).unwrap();
    }
}
