//! Files that a person saved beside an open document, under another name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::disk;
use crate::name::is_program_file;
use crate::open::Open;
use crate::state::{Checkout, Places, State};

/// Returns the plain files in a checkout's folder, and in folders there (one may lie in the document's own place), that are not its document, not a program's own,
/// not empty, and not what the server has. Follows no links.
pub(crate) fn strays(places: &Places, state: &State) -> io::Result<Vec<PathBuf>> {
    let document = places.file(&state.checkout);
    let mut strays = Vec::new();
    let mut folders = vec![places.folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in disk::entries(&folder)? {
            let (path, kind) = (entry.path(), entry.file_type()?);
            if is_program_file(&entry.file_name().to_string_lossy()) || path == document && !kind.is_dir() {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && entry.metadata()?.len() > 0 && !is_uploaded(&path, state) {
                strays.push(path);
            }
        }
    }
    strays.sort();
    Ok(strays)
}

/// What cannot be read is not known to be uploaded.
fn is_uploaded(path: &Path, state: &State) -> bool {
    disk::digest(path).is_ok_and(|digest| disk::hex(&digest) == state.uploaded)
}

/// Makes checkouts of their own of the strays beside a document, so that its folder can be wiped.
pub(crate) fn adopt(root: &Path, places: &Places, state: &State, now: Instant) -> io::Result<Vec<Open>> {
    let mut adopted = Vec::new();
    for stray in strays(places, state)? {
        let own = Places::new(root, &disk::random_hex()?);
        let name = stray.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let checkout =
            Checkout { id: disk::random_uuid()?, name, base: String::new(), is_new: true, ..state.checkout.clone() };
        let state = State { checkout, uploaded: String::new(), unseen: None };
        disk::make_folder(&own.folder)?;
        // The state first: a folder without one would be wiped at the next start, one without its file is found again.
        own.remember(&state)?;
        fs::rename(&stray, own.file(&state.checkout))?;
        adopted.extend(Open::left(own, state, now)?);
    }
    Ok(adopted)
}
