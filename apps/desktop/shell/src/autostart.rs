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
pub use linux::{is_on, renew, set};

/// Entries of the Desktop Application Autostart Specification. The plugin writes the program's path as it is, which starts
/// nothing where it holds a space.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::ErrorKind;
    use std::path::{Path, PathBuf};

    use tauri::{AppHandle, Manager as _};
    use webkit2gtk::glib::{KeyFile, KeyFileFlags};

    use super::{Answer, said};

    const GROUP: &str = "Desktop Entry";
    /// Keys by which GNOME, Cinnamon and MATE switch an entry off; XFCE and KDE hide it.
    const ENABLED: [&str; 2] = ["X-GNOME-Autostart-enabled", "X-MATE-Autostart-enabled"];

    fn file(app: &AppHandle) -> Answer<PathBuf> {
        let name = &app.package_info().name;
        Ok(app.path().config_dir().map_err(said)?.join("autostart").join(format!("{name}.desktop")))
    }

    /// Tells whether the app starts with the system.
    pub fn is_on(app: &AppHandle) -> Answer<bool> {
        Ok(read(&file(app)?)?.is_some_and(|entry| starts(&entry)))
    }

    /// Names this program in the entry, if there is one; whether it starts anything stays as a person chose, here or among the
    /// system's own settings.
    pub fn renew(app: &AppHandle) -> Answer {
        let file = file(app)?;
        match read(&file)? {
            Some(entry) => fs::write(file, renewed(&entry, &program(app)?)?).map_err(said),
            None => Ok(()),
        }
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
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).map_err(said)?;
        fs::write(file, entry(&app.package_info().name, &program(app)?)).map_err(said)
    }

    fn program(app: &AppHandle) -> Answer<String> {
        let program = tauri::process::current_binary(&app.env()).map_err(said)?;
        Ok(program.to_str().ok_or("the app lies at a path that no entry can name")?.to_owned())
    }

    fn read(file: &Path) -> Answer<Option<String>> {
        match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(said),
        }
    }

    fn parsed(entry: &str) -> Answer<KeyFile> {
        let file = KeyFile::new();
        file.load_from_data(entry, KeyFileFlags::KEEP_COMMENTS | KeyFileFlags::KEEP_TRANSLATIONS).map_err(said)?;
        Ok(file)
    }

    /// Tells whether a desktop starts what an entry names; nothing by one that it cannot read.
    fn starts(entry: &str) -> bool {
        parsed(entry).is_ok_and(|file| {
            let is = |key: &str, value: bool| file.boolean(GROUP, key) == Ok(value);
            file.has_group(GROUP) && !is("Hidden", true) && !ENABLED.iter().any(|key| is(key, false))
        })
    }

    /// Returns an entry that names this program, and is otherwise as it was. One that names it within a line of the person's own
    /// (`env X=1 kontor-desktop`) stays.
    fn renewed(entry: &str, program: &str) -> Answer<String> {
        let file = parsed(entry)?;
        if file.string(GROUP, "Exec").is_ok_and(|line| line.contains(program)) {
            return Ok(entry.to_owned());
        }
        file.set_value(GROUP, "Exec", &exec(program));
        Ok(file.to_data().to_string())
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

        #[test]
        fn an_entry_is_off_by_whatever_a_desktop_switches_it_off() {
            let own = entry("Kontor", "/usr/bin/kontor-desktop");
            assert!(starts(&own));
            for on in ["Hidden=false", "X-GNOME-Autostart-enabled=true", "X-MATE-Autostart-enabled=true"] {
                assert!(starts(&format!("{own}{on}\n")), "{on}");
            }
            for off in ["Hidden=true", "X-GNOME-Autostart-enabled=false", "X-MATE-Autostart-enabled=false"] {
                assert!(!starts(&format!("{own}{off}\n")), "{off}");
                let of_another = format!("{own}[Desktop Action any]\n{off}\n");
                assert!(starts(&of_another), "{of_another}");
            }
            for broken in ["", "Hidden", "[Another]\nHidden=false\n"] {
                assert!(!starts(broken), "{broken}");
            }
        }

        #[test]
        fn a_renewed_entry_names_this_program_and_is_as_a_person_chose() {
            let before = "# of Ada\n\n[Desktop Entry]\nType=Application\nName=Kontor\nName[de]=Kontor!\nExec=\"/old\"\n\
                Hidden=true\nX-GNOME-Autostart-enabled=false\n\n[Desktop Action any]\nExec=other\n";
            let after = renewed(before, "/new place/Kontor.AppImage").unwrap();
            assert_eq!(after, before.replace("\"/old\"", "\"/new place/Kontor.AppImage\""));
            assert!(!starts(&after));
            let own = entry("Kontor", "/old");
            assert_eq!(renewed(&own, "/new").unwrap(), entry("Kontor", "/new"));
            assert!(renewed("Hidden", "/new").is_err());
        }

        #[test]
        fn an_entry_that_names_this_program_already_stays_as_a_person_wrote_it() {
            let own = entry("Kontor", "/old")
                .replace("\"/old\"", "env WEBKIT_DISABLE_DMABUF_RENDERER=1 /usr/bin/kontor-desktop");
            assert_eq!(renewed(&own, "/usr/bin/kontor-desktop").unwrap(), own);
        }
    }
}
