//! Asks the system whether a program has a document open.

use std::path::Path;

/// Returns whether a program of this user has a file of a folder open, also one that was replaced or deleted since;
/// nothing where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn is_in_use(folder: &Path) -> Option<bool> {
    use std::fs;

    let folder = fs::canonicalize(folder).ok()?;
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut open = processes.filter_map(|process| fs::read_dir(process.path().join("fd")).ok()).flatten().flatten();
    Some(open.any(|file| fs::read_link(file.path()).is_ok_and(|target| target.starts_with(&folder))))
}

/// Returns nothing: this system does not tell whether a program has a file open.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_in_use(_folder: &Path) -> Option<bool> {
    None
}
