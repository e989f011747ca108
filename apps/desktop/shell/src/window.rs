//! The main window: the app's own pages and nothing else.

use std::sync::atomic::{AtomicBool, Ordering};

use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Emitter as _, Manager as _, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};

use crate::{downloads, links, page};

/// Whether the page was asked if the app may end.
#[derive(Default)]
pub struct Quit {
    is_asked: AtomicBool,
}

/// Opens the window at a path of the app, `/` without one.
pub fn open(app: &AppHandle, path: Option<&str>) -> tauri::Result<()> {
    let url = WebviewUrl::App(path.unwrap_or("/").trim_start_matches('/').into());
    let (inside, outside) = (app.clone(), app.clone());
    let window = WebviewWindowBuilder::new(app, "main", url)
        .title("Kontor")
        .inner_size(1280.0, 840.0)
        .min_inner_size(360.0, 480.0)
        .zoom_hotkeys_enabled(true)
        .on_web_resource_request(|request, response| page::protect(&request, response))
        .on_navigation(move |url| {
            let is_own = links::is_own(url);
            if !is_own {
                // What is no web address goes nowhere.
                let _ = links::open(&inside, url);
            }
            is_own
        })
        .on_new_window(move |url, _| {
            let _ = links::open(&outside, &url);
            NewWindowResponse::Deny
        })
        .on_download(|webview, event| downloads::place(webview.app_handle(), event))
        .build()?;
    check_spelling(&window)?;
    let app = app.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            ask_to_quit(&app);
        }
    });
    Ok(())
}

/// Marks misspelt words by the system's dictionaries; elsewhere than on Linux the web view does so by itself.
#[cfg(target_os = "linux")]
fn check_spelling(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{WebContextExt as _, WebViewExt as _, glib};
    window.with_webview(|webview| {
        if let Some(context) = webview.inner().context() {
            let languages = glib::language_names();
            // Until it is told languages it has no dictionary, and marks nothing.
            context.set_spell_checking_languages(&languages.iter().map(glib::GString::as_str).collect::<Vec<_>>());
            context.set_spell_checking_enabled(true);
        }
    })
}

#[cfg(not(target_os = "linux"))]
fn check_spelling(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Brings the window to the front.
pub fn show(app: &AppHandle) {
    if let Some(window) = app.get_webview_window("main") {
        // A window manager may refuse; the window stays as it is then.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}

/// Ends the app; asks the page first. Asked a second time it ends without an answer, so that no page that hangs keeps it:
/// what is unsent is offered at the next start.
pub fn ask_to_quit(app: &AppHandle) {
    let was_asked = app.state::<Quit>().is_asked.swap(true, Ordering::SeqCst);
    if was_asked || app.emit_to("main", "quit-requested", ()).is_err() {
        app.exit(0);
    }
}

/// Takes the page's answer if the app may end.
#[tauri::command(async)]
pub fn quit_answer(app: AppHandle, may: bool) {
    if may {
        app.exit(0);
    } else {
        app.state::<Quit>().is_asked.store(false, Ordering::SeqCst);
    }
}
