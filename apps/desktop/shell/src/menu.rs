//! The words of the shell in the person's language: the tray's menu, and the bar that macOS has for every app.

use serde::Deserialize;
use tauri::menu::{Menu, MenuBuilder, MenuItem, MenuItemBuilder, SubmenuBuilder};
use tauri::{AppHandle, Wry};

/// Id of the item that asks to quit, in both menus.
pub const QUIT: &str = "quit";

/// A language of the page.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    De,
}

struct Words {
    open: &'static str,
    about: &'static str,
    services: &'static str,
    hide: &'static str,
    hide_others: &'static str,
    quit: &'static str,
    edit: [&'static str; 7],
    view: [&'static str; 2],
    window: [&'static str; 4],
}

const ENGLISH: Words = Words {
    open: "Open Kontor",
    about: "About Kontor",
    services: "Services",
    hide: "Hide Kontor",
    hide_others: "Hide Others",
    quit: "Quit Kontor",
    edit: ["Edit", "Undo", "Redo", "Cut", "Copy", "Paste", "Select All"],
    view: ["View", "Enter Full Screen"],
    window: ["Window", "Minimize", "Zoom", "Close"],
};

const GERMAN: Words = Words {
    open: "Kontor öffnen",
    about: "Über Kontor",
    services: "Dienste",
    hide: "Kontor ausblenden",
    hide_others: "Andere ausblenden",
    quit: "Kontor beenden",
    edit: ["Bearbeiten", "Widerrufen", "Wiederholen", "Ausschneiden", "Kopieren", "Einsetzen", "Alles auswählen"],
    view: ["Darstellung", "Vollbild"],
    window: ["Fenster", "Im Dock ablegen", "Zoomen", "Schließen"],
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &ENGLISH,
        Language::De => &GERMAN,
    }
}

/// Makes the tray's menu, with a line at its top where there is one.
pub fn of_tray(app: &AppHandle, language: Language, line: Option<&MenuItem<Wry>>) -> tauri::Result<Menu<Wry>> {
    let words = words(language);
    let menu = MenuBuilder::new(app);
    let menu = line.into_iter().fold(menu, |menu, line| menu.item(line).separator());
    menu.text("show", words.open).separator().text(QUIT, words.quit).build()
}

/// Makes the bar. Its end is asked for as by the window's button: the system's own ends the app unasked.
fn bar(app: &AppHandle, language: Language) -> tauri::Result<Menu<Wry>> {
    let words = words(language);
    let quit = MenuItemBuilder::with_id(QUIT, words.quit).accelerator("CmdOrCtrl+Q").build(app)?;
    let own = SubmenuBuilder::new(app, "Kontor")
        .about_with_text(words.about, None)
        .separator()
        .services_with_text(words.services)
        .separator()
        .hide_with_text(words.hide)
        .hide_others_with_text(words.hide_others)
        .separator()
        .item(&quit)
        .build()?;
    let [edit, undo, redo, cut, copy, paste, all] = words.edit;
    let edit = SubmenuBuilder::new(app, edit)
        .undo_with_text(undo)
        .redo_with_text(redo)
        .separator()
        .cut_with_text(cut)
        .copy_with_text(copy)
        .paste_with_text(paste)
        .select_all_with_text(all)
        .build()?;
    let [view, full] = words.view;
    let view = SubmenuBuilder::new(app, view).fullscreen_with_text(full).build()?;
    let [window, minimize, zoom, close] = words.window;
    let window = SubmenuBuilder::new(app, window)
        .minimize_with_text(minimize)
        .maximize_with_text(zoom)
        .separator()
        .close_window_with_text(close)
        .build()?;
    MenuBuilder::new(app).items(&[&own, &edit, &view, &window]).build()
}

/// Speaks a language in the bar, which only macOS has.
pub fn speak(app: &AppHandle, language: Language) -> tauri::Result<()> {
    if cfg!(target_os = "macos") {
        app.set_menu(bar(app, language)?)?;
    }
    Ok(())
}
