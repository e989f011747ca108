//! The programs of this computer.

use std::io;

use tauri::AppHandle;

/// Opens a file or an address in the system's program for it. Fails where there is none; takes a moment to know.
#[cfg(target_os = "linux")]
pub fn open(_: &AppHandle, target: &str) -> io::Result<()> {
    linux::open(open::commands(target), linux::PATIENCE)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::time::Duration;

    /// How long a launcher is waited for: one that finds no program says so at once, another may be there as long as the
    /// program that it starts.
    pub const PATIENCE: Duration = Duration::from_secs(2);

    /// Runs the first of these launchers that does not fail.
    pub fn open(launchers: impl IntoIterator<Item = Command>, patience: Duration) -> io::Result<()> {
        let mut refusal = io::ErrorKind::NotFound.into();
        for mut command in launchers {
            crate::image::leave(&mut command);
            command.env_remove(crate::starts::TRIES);
            match launch(command, patience) {
                Ok(()) => return Ok(()),
                Err(error) => refusal = error,
            }
        }
        Err(refusal)
    }

    fn launch(mut command: Command, patience: Duration) -> io::Result<()> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn()?;
        let (tell, ended) = mpsc::channel();
        // Nobody listens any more where it takes longer.
        std::thread::spawn(move || tell.send(child.wait()));
        match ended.recv_timeout(patience) {
            Ok(status) => {
                let status = status?;
                if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
            }
            Err(_) => Ok(()),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn shell(script: &str) -> Command {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        }

        #[test]
        fn a_launcher_that_finds_no_program_gives_way_to_the_next() {
            let long = Duration::from_mins(1);
            let mark = std::env::temp_dir().join(format!("kontor-opened-{}", std::process::id()));
            let opens = || shell(&format!("echo opened >> {}", mark.display()));
            let none = || Command::new("/nowhere/at/all");
            open([none(), shell("exit 3"), opens(), opens()], long).unwrap();
            assert_eq!(std::fs::read_to_string(&mark).unwrap(), "opened\n");
            assert!(open([none(), shell("exit 3")], long).is_err());
            assert!(open([none()], long).is_err());
            std::fs::remove_file(mark).unwrap();
            // One that stays has opened it.
            open([shell("sleep 5; exit 3")], Duration::from_millis(10)).unwrap();
        }
    }
}

/// Opens a file or an address in the system's program for it.
#[cfg(not(target_os = "linux"))]
pub fn open(app: &AppHandle, target: &str) -> io::Result<()> {
    use tauri_plugin_opener::OpenerExt as _;
    // It takes an address and a path alike.
    app.opener().open_url(target, None::<&str>).map_err(io::Error::other)
}
