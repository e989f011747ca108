//! Notifications of the system.

use std::borrow::Cow;

use tauri::AppHandle;
use tauri_plugin_notification::NotificationExt as _;

use crate::deep_links;

/// What a notification carries unseen: the path of the app that it leads to.
const PATH: &str = "path";

/// Returns a text as it stands in a notification: on Linux its body is markup, and words of others would be links and pictures.
fn plain(text: &str) -> Cow<'_, str> {
    if cfg!(target_os = "linux") {
        Cow::Owned(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Brings the window to the front, at the path of the notification that is clicked. Those that are shown before are not heard.
pub fn start(app: &AppHandle) -> tauri_plugin_notification::Result<()> {
    let told = app.clone();
    app.notification().on_action(move |action| {
        let path = action.notification().and_then(|notification| notification.extra().get(PATH));
        deep_links::lead(&told, path.and_then(|path| path.as_str()).map(str::to_owned));
    })
}

/// Shows a notification that leads to a path of the app; refuses where the system has none.
#[tauri::command(async)]
pub fn notify(app: AppHandle, title: &str, body: &str, path: &str) -> Result<(), String> {
    let shown = app.notification().builder().title(title).body(plain(body)).extra(PATH, path).show();
    shown.map_err(|error| error.to_string())
}

/// Withdraws what is shown, from the system's list as well, where the system takes it back.
pub fn withdraw(app: &AppHandle) {
    if let Err(error) = app.notification().remove_all_active() {
        eprintln!("notifications stay in the list of the system: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_no_markup() {
        let shown = plain("<a href=\"https://example.com\">A & B</a>");
        let linux = "&lt;a href=\"https://example.com\"&gt;A &amp; B&lt;/a&gt;";
        assert_eq!(shown == linux, cfg!(target_os = "linux"));
        assert_eq!(plain("Anna: „Bis morgen“"), "Anna: „Bis morgen“");
    }
}
