//! The app's icon in the system's tray, with the running timer.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use tauri::menu::{MenuEvent, MenuItem, MenuItemBuilder};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Manager as _, State, Wry};

use crate::menu::{self, Language};
use crate::settings::{Answer, said};

const ID: &str = "kontor";
const MINUTE: Duration = Duration::from_mins(1);

/// The timer, running or paused.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timer {
    /// Since 1970, in ms; none of one that is paused.
    started_at: Option<u64>,
    label: String,
}

impl Timer {
    /// Returns what the tray shows of it; nothing while it is paused.
    fn text(&self, now: Duration) -> Option<String> {
        let minutes = now.saturating_sub(Duration::from_millis(self.started_at?)).as_secs() / 60;
        Some(format!("{}:{:02} {}", minutes / 60, minutes % 60, self.label))
    }
}

/// What the tray shows.
#[derive(Default)]
pub struct Tray {
    timer: Mutex<Option<Timer>>,
    menu: Mutex<TrayMenu>,
}

/// The icon's menu. It is changed by the main thread, for which whoever has it waits: that one takes it at the start alone.
#[derive(Default)]
struct TrayMenu {
    language: Language,
    /// The timer, where the desktop may draw no words beside an icon.
    line: Option<MenuItem<Wry>>,
}

fn put(app: &AppHandle) -> tauri::Result<()> {
    let mut tray = TrayIconBuilder::with_id(ID).tooltip("Kontor").on_menu_event(choose);
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app).map(drop)
}

/// Puts the icon into the tray and follows the timer there. Fails where the system has no tray.
pub fn start(app: &AppHandle) -> Answer {
    // The binding panics where the library for it is not on this computer.
    panic::catch_unwind(AssertUnwindSafe(|| put(app))).map_err(|_| "its library is missing")?.map_err(said)?;
    let app = app.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(MINUTE);
            show(&app);
        }
    });
    Ok(())
}

/// Speaks a language in the icon's menu.
pub fn speak(app: &AppHandle, language: Language) -> tauri::Result<()> {
    let Some(icon) = app.tray_by_id(ID) else { return Ok(()) };
    let tray = app.state::<Tray>();
    let mut menu = lock(&tray.menu);
    menu.language = language;
    icon.set_menu(Some(menu::of_tray(app, language, menu.line.as_ref())?))
}

/// Shows the timer at the top of the icon's menu.
fn show_in_menu(app: &AppHandle, icon: &TrayIcon, text: Option<&str>) -> tauri::Result<()> {
    let tray = app.state::<Tray>();
    let mut menu = lock(&tray.menu);
    // One of these alone marks a letter as a key.
    let text = text.map(|text| text.replace('&', "&&"));
    match (&menu.line, text) {
        (None, None) => Ok(()),
        (Some(line), Some(text)) => line.set_text(text),
        (_, text) => {
            let line = text.map(|text| MenuItemBuilder::with_id("timer", text).build(app)).transpose()?;
            menu.line = line;
            icon.set_menu(Some(menu::of_tray(app, menu.language, menu.line.as_ref())?))
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::needless_pass_by_value, reason = "Tauri hands it over")]
fn choose(app: &AppHandle, event: MenuEvent) {
    crate::window::show(app);
    if event.id() == menu::QUIT {
        crate::window::ask_to_quit(app);
    }
}

fn show(app: &AppHandle) {
    let Some(icon) = app.tray_by_id(ID) else { return };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let tray = app.state::<Tray>();
    let timer = lock(&tray.timer).clone();
    let text = timer.and_then(|timer| timer.text(now));
    // A tray that has gone away shows nothing.
    let _ = icon.set_title(text.as_deref());
    let _ = icon.set_tooltip(Some(text.as_deref().unwrap_or("Kontor")));
    if cfg!(target_os = "linux")
        && let Err(error) = show_in_menu(app, &icon, text.as_deref())
    {
        eprintln!("the tray's menu does not show the timer: {error}");
    }
}

/// Tells whether there is a timer, running or paused.
pub fn has_timer(app: &AppHandle) -> bool {
    lock(&app.state::<Tray>().timer).is_some()
}

/// Shows the timer while it runs; none where there is none.
#[tauri::command(async)]
pub fn set_timer(app: AppHandle, tray: State<'_, Tray>, timer: Option<Timer>) {
    *lock(&tray.timer) = timer;
    show(&app);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_shows_hours_and_minutes_and_never_less_than_none() {
        let mut timer = Timer { started_at: Some(60_000), label: "Plan".into() };
        assert_eq!(timer.text(Duration::from_secs(60 + 3_723)).as_deref(), Some("1:02 Plan"));
        assert_eq!(timer.text(Duration::ZERO).as_deref(), Some("0:00 Plan"));
        timer.started_at = None;
        assert_eq!(timer.text(Duration::ZERO), None);
    }
}
