//! The main window: the app's own pages and nothing else.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, Emitter as _, Manager as _, State, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};
use url::Url;

use crate::settings::Settings;
use crate::zoom::ZoomStep;
use crate::{downloads, links, page};

/// How long a page may take until it has heard that the app is to end; one that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(5);

/// When the page was told that the app is to end, until it has heard that.
#[derive(Default)]
pub struct Quit(Mutex<Option<Instant>>);

/// What follows from a request to end the app.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Tell,
    Wait,
    End,
}

impl Quit {
    /// A page that does not hear keeps the app only until it is asked for its end again.
    fn request(&self, now: Instant) -> Next {
        let mut unheard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match *unheard {
            Some(since) if now.duration_since(since) >= PATIENCE => Next::End,
            Some(_) => Next::Wait,
            None => {
                *unheard = Some(now);
                Next::Tell
            }
        }
    }

    /// Returns whether a request was waiting.
    fn heard(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}

/// Opens the window at a path of the app, `/` without one.
pub fn open(app: &AppHandle, path: Option<&str>) -> tauri::Result<()> {
    let url = WebviewUrl::App(path.unwrap_or("/").trim_start_matches('/').into());
    let (inside, outside) = (app.clone(), app.clone());
    let window = WebviewWindowBuilder::new(app, "main", url)
        .title("Kontor")
        .inner_size(1280.0, 840.0)
        .min_inner_size(360.0, 480.0)
        // Tauri's own would keep from the page the files that are dropped on it.
        .disable_drag_drop_handler()
        .on_web_resource_request(|request, response| page::protect(&request, response))
        .on_navigation(move |url| {
            let is_own = links::is_own(url);
            if !is_own {
                lead_out(&inside, url);
            }
            is_own
        })
        .on_new_window(move |url, _| {
            lead_out(&outside, &url);
            NewWindowResponse::Deny
        })
        .on_download(|webview, event| downloads::place(webview.app_handle(), event))
        .build()?;
    window.set_zoom(app.state::<Settings>().zoom().scale())?;
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

/// Opens an address in the system's program for it, and does not keep the window waiting for that.
fn lead_out(app: &AppHandle, url: &Url) {
    let (app, url) = (app.clone(), url.clone());
    std::thread::spawn(move || {
        // What is no web address goes nowhere.
        let _ = links::open(&app, &url);
    });
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

/// Ends the app; asks the page first, whose question stays however often the end is asked for. No page that hangs keeps the
/// app: what is unsent is offered at the next start.
pub fn ask_to_quit(app: &AppHandle) {
    let is_over = match app.state::<Quit>().request(Instant::now()) {
        Next::Tell => app.emit_to("main", "quit-requested", ()).is_err(),
        Next::Wait => false,
        Next::End => true,
    };
    if is_over {
        app.exit(0);
    }
}

/// Notes that the page has heard that the app is to end, or listens from now on; answers whether a request was waiting. Where the
/// page's question stands already, that comes to the front.
#[tauri::command(async)]
pub fn quit_heard(app: AppHandle, stands: bool) -> bool {
    let was_waiting = app.state::<Quit>().heard();
    if stands {
        show(&app);
    }
    was_waiting
}

/// Shows the page larger, smaller, or as at first; so it stays.
#[tauri::command(async)]
pub fn zoom(window: WebviewWindow, settings: State<'_, Settings>, step: ZoomStep) -> Result<(), String> {
    let zoom = settings.zoom().after(step);
    settings.keep_zoom(zoom)?;
    window.set_zoom(zoom.scale()).map_err(|error| error.to_string())
}

/// Ends the app; the page has asked whatever it had to.
#[tauri::command(async)]
pub fn quit(app: AppHandle) {
    app.exit(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_hears_is_never_ended_however_often_it_is_asked() {
        let (quit, start) = (Quit::default(), Instant::now());
        for seconds in [0, 1, 60, 3_600] {
            let now = start + Duration::from_secs(seconds);
            assert_eq!(quit.request(now), Next::Tell, "{seconds}");
            // A double click, before the page has heard the first.
            assert_eq!(quit.request(now + Duration::from_millis(200)), Next::Wait, "{seconds}");
            assert!(quit.heard(), "{seconds}");
        }
    }

    #[test]
    fn a_request_that_no_page_heard_waits_for_the_next_that_listens_and_ends_nothing_later() {
        let (quit, start) = (Quit::default(), Instant::now());
        assert!(!quit.heard());
        assert_eq!(quit.request(start), Next::Tell);
        assert!(quit.heard());
        assert!(!quit.heard());
        assert_eq!(quit.request(start + Duration::from_hours(3)), Next::Tell);
    }

    #[test]
    fn a_page_that_hangs_ends_when_it_is_asked_again_after_a_while() {
        let (quit, start) = (Quit::default(), Instant::now());
        assert_eq!(quit.request(start), Next::Tell);
        assert!(quit.heard());
        // It hangs with its question.
        let hung = start + Duration::from_mins(1);
        assert_eq!(quit.request(hung), Next::Tell);
        let nearly = hung + PATIENCE.saturating_sub(Duration::from_millis(1));
        assert_eq!(quit.request(nearly), Next::Wait);
        assert_eq!(quit.request(hung + PATIENCE), Next::End);
    }
}
