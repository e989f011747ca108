//! What a person may choose for this computer, as the page shows it and asks for changes; it never names a path.

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Emitter as _, Manager as _, State};
use tauri_plugin_dialog::DialogExt as _;
use tauri_plugin_global_shortcut::GlobalShortcutExt as _;

use crate::aside::aside;
use crate::settings::{Answer, Settings, said};
use crate::{autostart, downloads, tray, updates, window};

/// Starts, pauses and goes on with the timer from anywhere.
const SHORTCUT: &str = "CmdOrCtrl+Alt+K";

/// The choices as the page shows them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, or a fact of this computer")]
pub struct Shown {
    downloads: String,
    has_shortcut: bool,
    shortcut: &'static str,
    is_wayland: bool,
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

/// Makes the shortcut heard, where it was chosen.
pub fn start(app: &AppHandle) {
    if app.state::<Settings>().has_shortcut()
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
        is_wayland: std::env::var_os("WAYLAND_DISPLAY").is_some_and(|display| !display.is_empty()),
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
        settings.keep_shortcut(is_on)?;
    }
    Ok(shown(&app))
}

/// Asks the person for the folder for downloads, in the system's own dialog.
#[tauri::command]
pub async fn settings_choose_downloads(app: AppHandle) -> Answer<Shown> {
    aside(move || {
        let chosen = app.dialog().file().blocking_pick_folder();
        if let Some(folder) = chosen.and_then(|chosen| chosen.into_path().ok()) {
            app.state::<Settings>().keep_downloads(folder)?;
        }
        Ok(shown(&app))
    })
    .await
}
