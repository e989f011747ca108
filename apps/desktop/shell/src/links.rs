//! Addresses that the window shows, and those that lead out of the app.

use tauri::AppHandle;
use url::Url;

use crate::aside::aside;
use crate::programs;

/// Tells whether an address is a page of the app itself, or markup that such a page made.
pub fn is_own(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // On Windows alone: elsewhere it could be any program of this computer.
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost") && url.port().is_none(),
        "blob" | "about" => true,
        _ => false,
    }
}

/// Tells whether an address is handed to the system: to its browser, its mail program, or what dials.
fn leads_out(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "mailto" | "tel")
}

/// Opens an address in the system's program for it; nothing that could be a program or a file of this computer.
pub fn open(app: &AppHandle, url: &Url) -> Result<(), String> {
    if !leads_out(url) {
        return Err(format!("not an address that leads out: {}", url.scheme()));
    }
    programs::open(app, url.as_str()).map_err(|error| error.to_string())
}

/// Opens an address in the system's program for it.
#[tauri::command]
pub async fn open_external(app: AppHandle, url: Url) -> Result<(), String> {
    aside(move || open(&app, &url)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn web_mail_and_telephone_addresses_lead_out_and_nothing_else_does() {
        for out in ["https://example.com/", "http://example.com/", "mailto:anna@example.com", "tel:+43123"] {
            assert!(leads_out(&url(out)), "{out}");
        }
        for other in ["file:///etc/passwd", "javascript:alert(1)", "smb://host/x", "data:text/html,x", "kontor://w1"] {
            assert!(!leads_out(&url(other)), "{other}");
        }
    }

    #[test]
    fn only_the_apps_own_pages_show_in_its_window() {
        for own in ["tauri://localhost/", "blob:tauri://localhost/1", "about:srcdoc"] {
            assert!(is_own(&url(own)), "{own}");
        }
        for windows in ["http://tauri.localhost/w1", "https://tauri.localhost/w1"] {
            assert_eq!(is_own(&url(windows)), cfg!(windows), "{windows}");
        }
        for foreign in [
            "https://example.com/",
            "tauri://example.com/",
            "http://tauri.localhost:8080/",
            "file:///etc/passwd",
            "data:text/html,x",
        ] {
            assert!(!is_own(&url(foreign)), "{foreign}");
        }
    }
}
