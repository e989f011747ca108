//! The language of what the shell itself says.

use crate::menu::Language;
use crate::{menu, tray};
use tauri::AppHandle;

/// Speaks a language in the tray, and on macOS in the bar.
pub fn speak(app: &AppHandle, language: Language) -> tauri::Result<()> {
    tray::speak(app, language)?;
    menu::speak(app, language)
}

/// Speaks the language of the page from now on.
#[tauri::command(async)]
pub fn set_language(app: AppHandle, language: Language) -> Result<(), String> {
    speak(&app, language).map_err(|error| error.to_string())
}
