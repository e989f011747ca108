//! Newer releases of the app. Only a build that was made with a release key and an address looks for any: `KONTOR_RELEASE_KEY`
//! (an Ed25519 public key, 32 bytes in base64) and `KONTOR_RELEASE_ADDRESS` (a folder, ending in `/`).

use kontor_updates::{check, download};
use tauri::{AppHandle, Manager as _, State};
use tauri_plugin_opener::OpenerExt as _;
use url::Url;

use crate::settings::Settings;

const KEY: Option<&str> = option_env!("KONTOR_RELEASE_KEY");
const ADDRESS: Option<&str> = option_env!("KONTOR_RELEASE_ADDRESS");

/// The package that is made for this system.
const SYSTEM: &str = if cfg!(target_os = "windows") {
    "windows-x86_64-nsis"
} else if cfg!(target_os = "macos") {
    "macos-universal-dmg"
} else if cfg!(target_arch = "aarch64") {
    "linux-aarch64-deb"
} else {
    "linux-x86_64-deb"
};

fn source() -> Option<(Url, &'static str)> {
    Some((ADDRESS?.parse().ok()?, KEY?))
}

/// Tells whether this build looks for newer releases.
pub fn are_looked_for() -> bool {
    source().is_some()
}

/// Looks for a newer release. Returns its version.
#[tauri::command(async)]
pub fn updates_check(app: AppHandle) -> Result<Option<String>, &'static str> {
    let Some((address, key)) = source() else { return Ok(None) };
    let found = check(&address, key, &app.package_info().version, SYSTEM).map_err(|error| error.code())?;
    Ok(found.map(|(version, _)| version.to_string()))
}

/// Loads the newer release's package into the folder for downloads, and opens it as the system does: who may install is
/// the system's affair.
#[tauri::command(async)]
pub fn updates_load(app: AppHandle, settings: State<'_, Settings>) -> Result<(), &'static str> {
    let Some((address, key)) = source() else { return Ok(()) };
    let found = check(&address, key, &app.package_info().version, SYSTEM).map_err(|error| error.code())?;
    let Some((_, package)) = found else { return Ok(()) };
    let folder = settings.downloads().map_or_else(|| app.path().download_dir(), Ok).map_err(|_| "line")?;
    let path = download(&address, &package, &folder).map_err(|error| error.code())?;
    app.opener().open_path(path.to_string_lossy(), None::<&str>).map_err(|_| "program")
}
