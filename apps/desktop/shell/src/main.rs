//! Kontor in a window of its own: the web app, and what it may ask of this computer.

#![forbid(unsafe_code)]
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
// Commands take what Tauri hands them.
#![allow(clippy::needless_pass_by_value)]

mod aside;
mod autostart;
mod choices;
mod deep_links;
mod downloads;
mod files;
#[cfg(target_os = "linux")]
mod image;
mod keychain;
mod language;
mod links;
mod menu;
mod notifications;
mod page;
mod programs;
mod settings;
#[cfg(unix)]
mod signals;
mod starts;
mod tray;
mod updates;
mod window;
mod zoom;

use tauri::{AppHandle, Manager as _, RunEvent};
use tauri_plugin_deep_link::DeepLinkExt as _;

fn main() {
    let builder = tauri::Builder::default();
    #[cfg(not(target_os = "linux"))]
    let builder = builder.plugin(tauri_plugin_autostart::Builder::new().build());
    let built = builder
        .manage(starts::Starts::default())
        .plugin(tauri_plugin_single_instance::init(|app, args, _| {
            // It may be the last that this app hears: nothing here waits for its end.
            if !app.state::<starts::Starts>().kept(args.into_iter().skip(1).collect()) {
                window::show(app);
            }
        }))
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_global_shortcut::Builder::new().build())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .enable_macos_default_menu(false)
        .invoke_handler(tauri::generate_handler![
            files::files_begin,
            files::files_write,
            files::files_finish,
            files::files_abort,
            files::files_read,
            files::files_chunk,
            files::files_launch,
            files::files_show,
            files::files_uploaded,
            files::files_close,
            files::files_discard,
            files::files_unsent,
            files::files_held,
            files::files_left,
            files::files_wipe,
            keychain::keychain_available,
            keychain::keychain_get,
            keychain::keychain_set,
            links::open_external,
            deep_links::take_link,
            language::set_language,
            notifications::notify,
            window::quit,
            window::quit_heard,
            window::zoom,
            tray::set_timer,
            choices::settings_get,
            choices::settings_set,
            choices::settings_choose_downloads,
            updates::updates_check,
            updates::updates_load,
        ])
        .setup(|app| start(app.handle()))
        .build(tauri::generate_context!());
    #[cfg(target_os = "linux")]
    let built = built.inspect_err(starts::try_again);
    built.expect("the shell's configuration").run(|app, event| {
        if let RunEvent::Exit = event {
            let starts = app.state::<starts::Starts>();
            starts.keep();
            app.state::<files::Files>().end();
            starts.follow(app);
        }
    });
}

/// Goes on without what this system does not have.
fn or_without<E: std::fmt::Display>(what: &str, started: Result<(), E>) {
    if let Err(error) = started {
        eprintln!("the app goes without {what}: {error}");
    }
}

fn start(app: &AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    app.manage(files::Files::start(app.clone(), &app.path().app_cache_dir()?.join("open")));
    #[cfg(unix)]
    signals::obey(app);
    app.manage(settings::Settings::read(&app.path().app_config_dir()?));
    app.manage(tray::Tray::default());
    app.manage(window::Quit::default());
    app.manage(deep_links::Waiting::default());
    let first = app.deep_link().get_current()?.unwrap_or_default();
    window::open(app, first.iter().find_map(deep_links::path_of).as_deref())?;
    let told = app.clone();
    app.deep_link().on_open_url(move |event| {
        deep_links::lead(&told, event.urls().iter().filter_map(deep_links::path_of).next_back());
    });
    or_without("clicks on notifications", notifications::start(app));
    or_without("an icon in the tray", tray::start(app));
    or_without("words in its menus", language::speak(app, menu::Language::En));
    choices::start(app);
    #[cfg(target_os = "linux")]
    if image::is_packed() {
        image::enter(app.clone(), deep_links::SCHEME);
    }
    Ok(())
}
