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
            if let Ok(folder) = folder(app)
                && destination.parent() != Some(&folder)
                && let Some(name) = asked_name(destination)
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

/// Returns the folder for downloads: the one that the person chose, else the system's; where that names none, `Downloads` in the
/// person's own folder, which is made then.
pub fn folder(app: &AppHandle) -> Result<PathBuf, String> {
    if let Some(chosen) = app.state::<Settings>().downloads() {
        return Ok(chosen);
    }
    folder_of(app.path().download_dir().ok(), app.path().home_dir().ok())
}

fn folder_of(named: Option<PathBuf>, home: Option<PathBuf>) -> Result<PathBuf, String> {
    let folder = named.or_else(|| Some(home?.join("Downloads"))).ok_or("no folder for downloads")?;
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// Returns the name that a download was to have: the web view gives it a number where the system's own folder for downloads has
/// a file of that name. One that a person wrote there cannot be told from it.
fn asked_name(given: &Path) -> Option<String> {
    let name = given.file_name()?.to_string_lossy();
    let (base, ending) = name.split_at(name.find('.').unwrap_or(name.len()));
    let numbered = base.strip_suffix(')').and_then(|base| base.rsplit_once(" ("));
    let is_there = |name: String| given.with_file_name(name).exists();
    let asked = numbered.and_then(|(stem, number)| {
        let number: u32 = number.parse().ok().filter(|number| *number > 0)?;
        let is_given =
            is_there(format!("{stem}{ending}")) && (1..number).all(|n| is_there(format!("{stem} ({n}){ending}")));
        is_given.then(|| format!("{stem}{ending}"))
    });
    Some(asked.unwrap_or_else(|| name.into_owned()))
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
    fn a_download_is_called_as_the_page_says_whatever_the_systems_folder_has() {
        let folder = std::env::temp_dir().join(format!("kontor-asked-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["Plan.v1.pdf", "Plan (1).v1.pdf", "LICENSE"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        for (given, asked) in [
            ("Plan (2).v1.pdf", "Plan.v1.pdf"),
            ("LICENSE (1)", "LICENSE"),
            ("Plan (3).v1.pdf", "Plan (3).v1.pdf"),
            ("Roof (1).pdf", "Roof (1).pdf"),
            ("Roof.pdf", "Roof.pdf"),
        ] {
            assert_eq!(asked_name(&folder.join(given)).as_deref(), Some(asked));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_a_folder_for_downloads_there_is_one_in_the_persons_own() {
        let home = std::env::temp_dir().join(format!("kontor-home-{}", std::process::id()));
        assert_eq!(folder_of(None, Some(home.clone())), Ok(home.join("Downloads")));
        assert!(home.join("Downloads").is_dir());
        assert_eq!(folder_of(Some(home.join("Bilder")), None), Ok(home.join("Bilder")));
        assert!(folder_of(None, None).is_err());
        std::fs::remove_dir_all(home).unwrap();
    }

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
