//! The programs of this computer.

use std::io;

use tauri::AppHandle;

/// Opens a file or an address in the system's program for it.
#[cfg(target_os = "linux")]
pub fn open(_: &AppHandle, target: &str) -> io::Result<()> {
    use std::os::unix::process::CommandExt as _;
    use std::process::Stdio;

    let mut refusal = io::ErrorKind::NotFound.into();
    for mut command in open::commands(target) {
        crate::image::leave(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        match command.spawn() {
            Ok(mut child) => {
                // It may be as long there as the program that it starts.
                std::thread::spawn(move || child.wait());
                return Ok(());
            }
            Err(error) => refusal = error,
        }
    }
    Err(refusal)
}

/// Opens a file or an address in the system's program for it.
#[cfg(not(target_os = "linux"))]
pub fn open(app: &AppHandle, target: &str) -> io::Result<()> {
    use tauri_plugin_opener::OpenerExt as _;
    // It takes an address and a path alike.
    app.opener().open_url(target, None::<&str>).map_err(io::Error::other)
}
