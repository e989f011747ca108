//! The start with the system.

#[cfg(not(target_os = "linux"))]
use tauri::AppHandle;

type Answer<T = ()> = Result<T, String>;

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Tells whether the app starts with the system.
#[cfg(not(target_os = "linux"))]
pub fn is_on(app: &AppHandle) -> Answer<bool> {
    use tauri_plugin_autostart::ManagerExt as _;
    app.autolaunch().is_enabled().map_err(said)
}

/// Starts the app with the system from now on, or no more.
#[cfg(not(target_os = "linux"))]
pub fn set(app: &AppHandle, is_on: bool) -> Answer {
    use tauri_plugin_autostart::ManagerExt as _;
    let launch = app.autolaunch();
    if is_on { launch.enable() } else { launch.disable() }.map_err(said)
}

#[cfg(target_os = "linux")]
pub use linux::{is_on, set};

/// Entries of the Desktop Application Autostart Specification. The plugin writes the program's path as it is, which starts
/// nothing where it holds a space.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::ErrorKind;
    use std::path::PathBuf;

    use tauri::{AppHandle, Manager as _};

    use super::{Answer, said};

    fn file(app: &AppHandle) -> Answer<PathBuf> {
        let name = &app.package_info().name;
        Ok(app.path().config_dir().map_err(said)?.join("autostart").join(format!("{name}.desktop")))
    }

    /// Tells whether the app starts with the system.
    pub fn is_on(app: &AppHandle) -> Answer<bool> {
        Ok(file(app)?.exists())
    }

    /// Starts the app with the system from now on, or no more.
    pub fn set(app: &AppHandle, is_on: bool) -> Answer {
        let file = file(app)?;
        if !is_on {
            return match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(said(error)),
                _ => Ok(()),
            };
        }
        let program = tauri::process::current_binary(&app.env()).map_err(said)?;
        let program = program.to_str().ok_or("the app lies at a path that no entry can name")?;
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).map_err(said)?;
        fs::write(file, entry(&app.package_info().name, program)).map_err(said)
    }

    fn entry(name: &str, program: &str) -> String {
        let exec = exec(program);
        format!("[Desktop Entry]\nType=Application\nName={name}\nExec={exec}\nStartupNotify=false\nTerminal=false\n")
    }

    /// Writes a program into the key `Exec` (Desktop Entry Specification, "The Exec key"): quoted, then escaped as any string.
    fn exec(program: &str) -> String {
        let mut quoted = String::from("\"");
        for letter in program.chars() {
            match letter {
                '"' | '`' | '$' => quoted.extend(["\\\\", letter.encode_utf8(&mut [0; 4])]),
                '\\' => quoted.push_str("\\\\\\\\"),
                '%' => quoted.push_str("%%"),
                '\n' => quoted.push_str("\\n"),
                _ => quoted.push(letter),
            }
        }
        quoted + "\""
    }

    #[cfg(test)]
    mod tests {
        use webkit2gtk::glib;

        use super::*;

        /// Returns what a desktop starts by an entry: `GLib` reads it as GNOME's session does.
        fn started(entry: &str) -> Vec<std::ffi::OsString> {
            let file = glib::KeyFile::new();
            file.load_from_data(entry, glib::KeyFileFlags::NONE).unwrap();
            let exec = file.string("Desktop Entry", "Exec").unwrap();
            glib::shell_parse_argv(exec.as_str()).unwrap()
        }

        #[test]
        fn a_program_starts_from_wherever_it_lies() {
            for program in [
                "/usr/bin/kontor-desktop",
                "/home/ada/My programs/Kontor_0.1.0_amd64.AppImage",
                "/home/ada/Größe & \"so\"/100 $HOME `id`/a\\b 'c';d",
                "/home/ada/a\nb",
            ] {
                assert_eq!(started(&entry("Kontor", program)), [program], "{program}");
            }
            assert_eq!(exec("/a 100%/b"), "\"/a 100%%/b\"");
        }
    }
}
