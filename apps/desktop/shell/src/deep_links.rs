//! Addresses that lead into the app: `kontor://`.

use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Emitter as _, Manager as _, State};
use url::Url;

use crate::window;

/// The scheme of these addresses.
pub const SCHEME: &str = "kontor";

/// Returns the path of the app, with its query, that a `kontor://` address names: `kontor://w1/tasks?task=1` is
/// `/w1/tasks?task=1`. None for one that names a file of the app, which is no screen, and for one that an address could read as
/// another scheme or host: whoever may write a link chose it.
pub fn path_of(url: &Url) -> Option<String> {
    if url.scheme() != SCHEME {
        return None;
    }
    let path = url.path().trim_start_matches('/');
    let host = url.host_str().unwrap_or_default();
    let path = format!("/{host}/{path}").replace("//", "/").trim_end_matches('/').to_owned();
    let lower = path.to_ascii_lowercase();
    let is_odd = path.contains(['.', ':', '\\']) || ["%2e", "%3a", "%5c"].iter().any(|odd| lower.contains(odd));
    if is_odd || path.starts_with("//") {
        return None;
    }
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(path).filter(|path| !path.is_empty()).map(|path| path + &query)
}

/// The path that a link or a notification leads to, until the page takes it: it may be loading.
#[derive(Default)]
pub struct Waiting(Mutex<Option<String>>);

impl Waiting {
    fn put(&self, path: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
    }

    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Brings the window to the front, and has the page follow a path of the app.
pub fn lead(app: &AppHandle, path: Option<String>) {
    window::show(app);
    if let Some(path) = path {
        app.state::<Waiting>().put(path);
        // A window that is gone follows nothing; a page that is loading takes it once it listens.
        let _ = app.emit_to("main", "deep-link", ());
    }
}

/// Returns the path that came last and that no page has followed.
#[tauri::command]
pub fn take_link(waiting: State<'_, Waiting>) -> Option<String> {
    waiting.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn the_link_that_came_last_waits_for_the_page_and_is_followed_once() {
        let waiting = Waiting::default();
        assert_eq!(waiting.take(), None);
        for path in ["/w1", "/w2"] {
            waiting.put(path.into());
        }
        assert_eq!((waiting.take().as_deref(), waiting.take()), (Some("/w2"), None));
    }

    #[test]
    fn a_deep_link_is_a_path_of_the_app_and_never_another_host() {
        assert_eq!(path_of(&url("kontor://w1/projects")).as_deref(), Some("/w1/projects"));
        assert_eq!(path_of(&url("kontor:///w1/projects")).as_deref(), Some("/w1/projects"));
        assert_eq!(path_of(&url("kontor://w1/tasks/?task=t%201")).as_deref(), Some("/w1/tasks?task=t%201"));
        assert_eq!(path_of(&url("kontor://w1?file=f")).as_deref(), Some("/w1?file=f"));
        assert_eq!(path_of(&url("kontor:////w1/projects")).as_deref(), Some("/w1/projects"));
        assert_eq!(path_of(&url("https://w1/projects")), None);
        assert_eq!(path_of(&url("kontor://")), None);
    }

    #[test]
    fn a_deep_link_leads_to_a_screen_and_to_no_file_of_the_app() {
        for file in ["preview.html", "index.html?a=1", "assets/index.js", "assets/..%2fpreview%2ehtml"] {
            assert_eq!(path_of(&url(&format!("kontor://{file}"))), None, "{file}");
        }
        assert_eq!(path_of(&url("kontor://w1?file=a.txt")).as_deref(), Some("/w1?file=a.txt"));
    }

    #[test]
    fn a_hostile_deep_link_leads_nowhere() {
        for hostile in [
            "kontor:///http:a:b",
            "kontor:http:a:b",
            "kontor://w1/../http:a:b",
            "kontor:///javascript:alert(1)",
            "kontor:///C:/Windows",
            "kontor://[::1]/w1",
            "kontor:///\\\\example/w1",
            "kontor:///w1\\\\example",
            "kontor:///http%3Aa%3ab",
            "kontor:///w1%5cexample",
        ] {
            assert_eq!(path_of(&url(hostile)), None, "{hostile}");
        }
    }

    #[test]
    fn a_deep_link_stays_in_the_app_as_an_address_and_as_a_part_of_one() {
        for odd in [
            "kontor://w1///x//y",
            "kontor:////////w1",
            "kontor://%2f%2fw1",
            "kontor:/w1?a=http:b:c",
            "kontor://a@w1:80/x",
        ] {
            let path = path_of(&url(odd)).expect(odd);
            for base in ["tauri://localhost/", "http://tauri.localhost/"] {
                for path in [path.as_str(), path.trim_start_matches('/')] {
                    let joined = url(base).join(path).expect(odd);
                    assert_eq!(
                        (joined.scheme(), joined.host_str()),
                        (url(base).scheme(), url(base).host_str()),
                        "{odd}"
                    );
                }
            }
        }
    }
}
