//! The `AppImage`: one file that lies where a person put it. It brings its own libraries, which are no other program's.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use tauri::AppHandle;
use tauri::utils::config::BundleType;
use tauri::utils::platform::bundle_type;
use tauri_plugin_deep_link::DeepLinkExt as _;

use crate::autostart;

/// What the image's runtime and its start set without naming a folder in it.
const OWN: [&str; 6] =
    ["APPIMAGE", "ARGV0", "OWD", "GST_REGISTRY_REUSE_PLUGIN_SCANNER", "GTK_THEME", "PYTHONDONTWRITEBYTECODE"];
const DATA: &str = "XDG_DATA_DIRS";

/// Tells whether this program was packed as one.
pub fn is_one() -> bool {
    bundle_type() == Some(BundleType::AppImage)
}

/// Tells whether this program was packed, as an image or otherwise.
pub fn is_packed() -> bool {
    bundle_type().is_some()
}

/// Enters this program with the system in the background: the entry for the start with the system, switched on or off, leads to
/// it, and addresses do. Other packages are entered for these as they are installed; one that follows an image takes back what
/// that entered.
pub fn enter(app: AppHandle, scheme: &'static str) {
    std::thread::spawn(move || {
        if let Err(error) = autostart::renew(&app) {
            eprintln!("the entry for the start with the system could not be renewed: {error}");
        }
        let links = app.deep_link();
        let entered = if is_one() { links.register_all() } else { links.unregister(scheme) };
        if let Err(error) = entered {
            eprintln!("addresses of the app do not lead to it: {error}");
        }
    });
}

/// Gives a command the environment and the folder that the image was started with, not the image's.
pub fn leave(command: &mut Command) {
    let Some(image) = std::env::var_os("APPDIR") else { return };
    for (name, value) in std::env::vars_os() {
        match outside(&name, &value, Path::new(&image)) {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    // A program that has its folder in the image keeps that mounted.
    command.current_dir(std::env::var_os("OWD").filter(|folder| Path::new(folder).is_dir()).unwrap_or("/".into()));
}

/// Returns what a variable was before the image put itself into it; nothing for what was not there.
fn outside(name: &OsStr, value: &OsStr, image: &Path) -> Option<OsString> {
    if OWN.iter().any(|own| name == *own) {
        return None;
    }
    let is_of_image = |part: &Path| part.starts_with(image);
    if !std::env::split_paths(value).any(|part| is_of_image(&part)) {
        return Some(value.to_owned());
    }
    let kept = std::env::split_paths(value).filter(|part| !part.as_os_str().is_empty() && !is_of_image(part));
    let kept = std::env::join_paths(kept).ok().filter(|kept| !kept.is_empty())?;
    // The start adds this one, and by itself it hides the folders that count where nothing is said.
    if name == DATA && kept == "/usr/share" { None } else { Some(kept) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(name: &str, value: &str) -> Option<String> {
        outside(name.as_ref(), value.as_ref(), Path::new("/tmp/.mount_Kontor"))
            .map(|value| value.into_string().unwrap())
    }

    #[test]
    fn other_programs_get_nothing_that_leads_into_the_image() {
        let image = "/tmp/.mount_Kontor";
        assert_eq!(
            left("PATH", &format!("{image}/usr/bin/:{image}/sbin/:/usr/bin:/bin")).as_deref(),
            Some("/usr/bin:/bin")
        );
        assert_eq!(left("LD_LIBRARY_PATH", &format!("{image}/usr/lib/:{image}/lib64/:")), None);
        assert_eq!(left("LD_LIBRARY_PATH", &format!("{image}/usr/lib/:/opt/own")).as_deref(), Some("/opt/own"));
        for own in ["APPDIR", "GTK_PATH", "GIO_MODULE_DIR", "GDK_PIXBUF_MODULE_FILE", "PYTHONHOME", "PWD"] {
            assert_eq!(left(own, &format!("{image}/usr")), None, "{own}");
        }
        for own in OWN {
            assert_eq!(left(own, "Adwaita:light"), None, "{own}");
        }
    }

    #[test]
    fn programs_are_found_where_the_system_has_them() {
        let image = "/tmp/.mount_Kontor/usr/share";
        assert_eq!(left(DATA, &format!("{image}/:{image}:/usr/share:")), None);
        let (session, all) = ("/var/lib/flatpak/exports/share", "/usr/share:/var/lib/flatpak/exports/share");
        assert_eq!(left(DATA, &format!("{image}:/usr/share:{session}")).as_deref(), Some(all));
    }

    #[test]
    fn what_does_not_name_the_image_stays_as_it_is() {
        for (name, value) in
            [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1/bus"), ("PATH", ":/bin"), ("LANG", "")]
        {
            assert_eq!(left(name, value).as_deref(), Some(value), "{name}");
        }
        assert_eq!(left("PATH", "/tmp/.mount_KontorOther/bin").as_deref(), Some("/tmp/.mount_KontorOther/bin"));
    }
}
