//! Asks the system whether a program has a document open.

use std::path::Path;

/// Returns whether a program of this user has a file of a folder open, also one that was replaced or deleted since;
/// nothing where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn is_in_use(folder: &Path) -> Option<bool> {
    let folder = std::fs::canonicalize(folder).ok()?;
    let is_inside =
        |file: std::fs::DirEntry| std::fs::read_link(file.path()).is_ok_and(|target| target.starts_with(&folder));
    Some(
        processes()?
            .any(|process| std::fs::read_dir(process.join("fd")).is_ok_and(|files| files.flatten().any(is_inside))),
    )
}

/// Returns whether a program of this user was started for a file of a folder and has not ended; nothing where the system does not tell.
/// Programs that load what they show do not keep it open, and say it by this alone.
#[cfg(target_os = "linux")]
pub(crate) fn is_named(folder: &Path) -> Option<bool> {
    // The folder's name is random, and stands in an address as it is.
    let name = folder.file_name()?.as_encoded_bytes();
    let own = user_of(Path::new("/proc/self"))?;
    Some(processes()?.any(|process| {
        std::fs::read(process.join("cmdline")).is_ok_and(|line| line.windows(name.len()).any(|part| part == name))
            && user_of(&process).as_ref() == Some(&own)
    }))
}

/// Returns the real user of a process: everybody may read everybody's command line and start a program with any. The folder's
/// owner would be root for a program that forbids its dump. Source: `proc_pid_status(5)`.
#[cfg(target_os = "linux")]
fn user_of(process: &Path) -> Option<String> {
    let status = std::fs::read(process.join("status")).ok()?;
    let status = String::from_utf8_lossy(&status);
    status.lines().find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next().map(str::to_owned))
}

#[cfg(target_os = "linux")]
fn processes() -> Option<impl Iterator<Item = std::path::PathBuf>> {
    Some(std::fs::read_dir("/proc").ok()?.flatten().map(|process| process.path()))
}

/// Returns the name of this run of the computer: what a program had open in another one, it has no more. Nothing where the
/// system does not tell what programs have open.
#[cfg(target_os = "linux")]
pub(crate) fn boot() -> Option<String> {
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()
}

/// Returns nothing: this system does not tell whether a program has a file open.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_in_use(_folder: &Path) -> Option<bool> {
    None
}

/// Returns nothing: this system does not tell what a program was started for.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_named(_folder: &Path) -> Option<bool> {
    None
}

/// Returns nothing: this system does not tell what programs have open.
#[cfg(not(target_os = "linux"))]
pub(crate) fn boot() -> Option<String> {
    None
}
