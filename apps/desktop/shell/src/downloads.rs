//! Where downloads go.

use std::path::{Path, PathBuf};

use tauri::webview::DownloadEvent;
use tauri::{AppHandle, Emitter as _, Manager as _};

use crate::settings::Settings;

/// Puts a download into the folder that the person chose, else into the system's; never over another file. Tells the page
/// when it is there.
pub fn place(app: &AppHandle, event: DownloadEvent<'_>) -> bool {
    match event {
        DownloadEvent::Requested { destination, .. } => {
            if let Some(folder) = app.state::<Settings>().downloads()
                && let Some(name) = destination.file_name()
            {
                *destination = free(&folder.join(name));
            }
        }
        DownloadEvent::Finished { path, success, .. } => {
            let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            // A window that is gone tells nobody.
            let _ = app.emit_to("main", "downloaded", serde_json::json!({ "name": name, "isWhole": success }));
        }
        _ => {}
    }
    true
}

/// Returns the path itself, or where something lies there one with a number.
fn free(path: &Path) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    let dot = if ending.is_empty() { "" } else { "." };
    let numbered = (2..).map(|number| path.with_file_name(format!("{stem} ({number}){dot}{ending}")));
    std::iter::once(path.to_owned()).chain(numbered).find(|path| !path.exists()).expect("a number that is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_never_takes_the_place_of_another_file() {
        let folder = std::env::temp_dir().join(format!("kontor-downloads-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("Plan.v1.pdf");
        assert_eq!(free(&path), path);
        std::fs::write(&path, "").unwrap();
        assert_eq!(free(&path), folder.join("Plan.v1 (2).pdf"));
        std::fs::write(folder.join("Plan.v1 (2).pdf"), "").unwrap();
        assert_eq!(free(&path), folder.join("Plan.v1 (3).pdf"));
        std::fs::write(folder.join("LICENSE"), "").unwrap();
        assert_eq!(free(&folder.join("LICENSE")), folder.join("LICENSE (2)"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
