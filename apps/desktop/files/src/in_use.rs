//! Asks the system whether a program has a file open.

use std::path::Path;

/// Returns whether a program of this user has a file open; nothing where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn is_in_use(path: &Path) -> Option<bool> {
    use std::fs;
    use std::os::unix::fs::MetadataExt as _;

    let wanted = fs::symlink_metadata(path).ok().map(|file| (file.dev(), file.ino()))?;
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut descriptors =
        processes.filter_map(|process| fs::read_dir(process.path().join("fd")).ok()).flatten().flatten();
    // Only what lies at an absolute path is looked at: a look at a pipe or a socket says nothing.
    Some(descriptors.any(|descriptor| {
        let descriptor = descriptor.path();
        fs::read_link(&descriptor).is_ok_and(|target| target.is_absolute())
            && fs::metadata(&descriptor).is_ok_and(|file| (file.dev(), file.ino()) == wanted)
    }))
}

/// Returns nothing: this system does not tell whether a program has a file open.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_in_use(_path: &Path) -> Option<bool> {
    None
}
