//! Newer releases of the app. Only a build that was made with a release key and an address looks for any: `KONTOR_RELEASE_KEY`
//! (an Ed25519 public key, 32 bytes in base64) and `KONTOR_RELEASE_ADDRESS` (a folder, ending in `/`).

use std::path::Path;

#[cfg(target_os = "linux")]
use kontor_updates::lay;
use kontor_updates::{check, download, empty_folder};
use tauri::{AppHandle, Manager as _};
use url::Url;

use crate::aside::aside;
use crate::programs;
#[cfg(target_os = "linux")]
use crate::{downloads, image};

const KEY: Option<&str> = option_env!("KONTOR_RELEASE_KEY");
const ADDRESS: Option<&str> = option_env!("KONTOR_RELEASE_ADDRESS");

/// Returns the system whose package takes the place of this program: an `AppImage`'s is no other kind.
#[cfg(target_os = "linux")]
fn system() -> &'static str {
    match (image::is_one(), cfg!(target_arch = "aarch64")) {
        (true, true) => "linux-aarch64-appimage",
        (true, false) => "linux-x86_64-appimage",
        (false, true) => "linux-aarch64-deb",
        (false, false) => "linux-x86_64-deb",
    }
}

/// Returns the system whose package takes the place of this program.
#[cfg(not(target_os = "linux"))]
const fn system() -> &'static str {
    if cfg!(target_os = "windows") { "windows-x86_64-nsis" } else { "macos-universal-dmg" }
}

fn source() -> Option<(Url, &'static str)> {
    Some((ADDRESS?.parse().ok()?, KEY?))
}

/// Tells whether this build looks for newer releases.
pub fn are_looked_for() -> bool {
    source().is_some()
}

/// Looks for a newer release. Returns its version.
#[tauri::command]
pub async fn updates_check(app: AppHandle) -> Result<Option<String>, &'static str> {
    let Some((address, key)) = source() else { return Ok(None) };
    let found = aside(move || check(&address, key, &app.package_info().version, system())).await;
    Ok(found.map_err(|error| error.code())?.map(|(version, _)| version.to_string()))
}

/// Loads the newer release's package into a folder of this user alone, emptied before, so that nobody changes it between its
/// check and its installation, and hands it over. Returns `asked` where the system was asked to install it; `laid` and `kept`
/// where it is fit to be started, in the folder for downloads, or still where it was loaded; `none` where there is none.
#[tauri::command]
pub async fn updates_load(app: AppHandle) -> Result<&'static str, &'static str> {
    aside(move || load(&app)).await
}

fn load(app: &AppHandle) -> Result<&'static str, &'static str> {
    let Some((address, key)) = source() else { return Ok("none") };
    let found = check(&address, key, &app.package_info().version, system()).map_err(|error| error.code())?;
    let Some((_, package)) = found else { return Ok("none") };
    let folder = app.path().app_cache_dir().map_err(|_| "disk")?.join("releases");
    empty_folder(&folder).map_err(|error| error.code())?;
    let path = download(&address, &package, &folder).map_err(|error| error.code())?;
    hand_over(app, &path)
}

/// Opens a package as the system does: who may install is the system's affair. An `AppImage` is not installed; it is shown where
/// it lies, fit to be started: in the folder for downloads, unless others may write there.
fn hand_over(app: &AppHandle, package: &Path) -> Result<&'static str, &'static str> {
    #[cfg(target_os = "linux")]
    if image::is_one() {
        use tauri_plugin_opener::OpenerExt as _;
        // Without a folder for downloads it stays.
        let path = lay(package, &downloads::folder(app).unwrap_or_default()).map_err(|_| "disk")?;
        // Where no program shows folders, the page says where it lies.
        let _ = app.opener().reveal_item_in_dir(&path);
        return Ok(if path == package { "kept" } else { "laid" });
    }
    programs::open(app, &package.to_string_lossy()).map(|()| "asked").map_err(|_| "program")
}
