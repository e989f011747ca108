//! Lays a package where a person keeps it.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// Bits of a folder's mode: the group or others may write to it; only owners may rename what is theirs.
const SHARED: u32 = 0o022;
const STICKY: u32 = 0o1000;

/// Makes a package fit to be started that lies in a folder of this user alone, and moves it into another folder. Returns its
/// path: it stays where somebody else could put another file in its place there, or where the disk refuses.
pub fn lay(package: &Path, folder: &Path) -> io::Result<PathBuf> {
    let file = File::open(package)?;
    file.set_permissions(Permissions::from_mode(0o755))?;
    let moved = file.metadata().and_then(|own| {
        let folder = fs::canonicalize(folder)?;
        if is_private(&folder, own.uid())? {
            shift(package, &folder)
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    });
    Ok(moved.unwrap_or_else(|_| package.to_owned()))
}

/// Tells whether nobody but a user, and root, may change what lies in a folder, given without links, or put another one in its place.
fn is_private(folder: &Path, user: u32) -> io::Result<bool> {
    let is_owned = |metadata: &Metadata| [user, 0].contains(&metadata.uid());
    for (number, each) in folder.ancestors().enumerate() {
        let metadata = fs::symlink_metadata(each)?;
        let is_guarded = metadata.mode() & SHARED == 0 || number > 0 && metadata.mode() & STICKY != 0;
        if !is_guarded || !is_owned(&metadata) || number == 0 && metadata.uid() != user {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Moves a file into a folder, also of another disk.
fn shift(file: &Path, folder: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let to = folder.join(name);
    if fs::rename(file, &to).is_ok() {
        return Ok(to);
    }
    let part = folder.join(format!("{}.part", name.to_string_lossy()));
    // On the disk before the original goes: a power cut leaves no empty program.
    let copied =
        fs::copy(file, &part).and_then(|_| File::open(&part)?.sync_all()).and_then(|()| fs::rename(&part, &to));
    // Where it was never made there is nothing to remove; what stays of the original goes at the next load.
    let _ = fs::remove_file(if copied.is_ok() { file } else { &part });
    copied.map(|()| to)
}
