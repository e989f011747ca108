//! One document that is open in a program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::disk::{self, Digest, Stamp};
use crate::in_use::is_in_use;
use crate::name::is_lock_file;
use crate::settle::{Next, REST, Settling};
use crate::state::{Places, State};

/// How long a file without lock files may lie unchanged until it counts as no longer worked on.
const IDLE: Duration = Duration::from_mins(30);

#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) state: State,
    pub(crate) places: Places,
    settling: Settling,
    /// The content that was told last, or written by us.
    pub(crate) told: Digest,
    was_locked: bool,
    is_released: bool,
}

impl Open {
    pub(crate) fn new(state: State, places: Places, told: Digest, now: Instant) -> Self {
        let settling = Settling::new(Stamp::of(&places.file(&state.checkout)), now);
        Self { state, places, settling, told, was_locked: false, is_released: false }
    }

    /// Returns a checkout as an earlier run left it; nothing where it has no content any more.
    pub(crate) fn left(places: Places, state: State, now: Instant) -> io::Result<Option<Self>> {
        let file = places.file(&state.checkout);
        if fs::symlink_metadata(&file).is_err() {
            finish_save(&places, &file)?;
        }
        let told = if Stamp::of(&file).is_some() {
            take(&places, &file)?
        } else if Stamp::of(&places.saved).is_some() {
            disk::digest(&places.saved)?
        } else {
            return Ok(None);
        };
        Ok(Some(Self::new(state, places, told, now)))
    }

    /// Returns whether the server has another content than the file holds now, or had when it was last there.
    pub(crate) fn is_unsent(&self) -> io::Result<bool> {
        let file = self.file();
        let stamp = Stamp::of(&file);
        let content = match stamp {
            Some(_) => disk::digest(&file)?,
            None => self.told,
        };
        Ok(disk::hex(&content) != self.state.uploaded || Stamp::of(&file) != stamp)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.places.file(&self.state.checkout)
    }

    /// Returns whether a content is on its way to rest.
    pub(crate) fn is_moving(&self) -> bool {
        !self.settling.is_settled()
    }

    /// Looks at the file. Returns whether a content came to rest, which then lies in `places.saved`.
    pub(crate) fn look(&mut self, now: Instant) -> bool {
        let file = self.file();
        match self.settling.look(Stamp::of(&file), now) {
            Next::Wait => false,
            Next::Hash => {
                match disk::digest(&file) {
                    Ok(digest) => self.settling.rest(digest, now),
                    Err(_) => self.settling.restart(),
                }
                false
            }
            Next::Take(rested) => self.take_rested(rested),
        }
    }

    fn take_rested(&mut self, rested: Digest) -> bool {
        let file = self.file();
        let taken = disk::replace(&self.places.saved, |saved| {
            let digest = disk::copy(&file, saved)?;
            let is_same = digest == rested && self.settling.looks_like(Stamp::of(&file).as_ref());
            if is_same { Ok(()) } else { Err(io::Error::other("written while it was read")) }
        });
        if taken.is_err() {
            self.settling.restart();
            return false;
        }
        self.settling.settle();
        let is_news = rested != self.told;
        self.told = rested;
        is_news
    }

    /// Returns whether a program has it open; by its lock file where the system does not tell.
    pub(crate) fn is_held(&self) -> bool {
        is_in_use(&self.places.folder).unwrap_or_else(|| has_lock(&self.places))
    }

    /// Has its release told once more: it could not be closed at the last time.
    pub(crate) fn hold(&mut self) {
        self.is_released = false;
    }

    /// Returns whether its program has let go of it since the last time: its lock file is gone, or it was left alone for
    /// half an hour and nobody has it open.
    pub(crate) fn release(&mut self, now: Instant) -> bool {
        if has_lock(&self.places) {
            self.was_locked = true;
            self.is_released = false;
        } else if !self.is_released && !self.is_moving() && self.settling.unchanged_for(now) >= REST {
            self.is_released = if self.was_locked {
                is_in_use(&self.places.folder) != Some(true)
            } else {
                self.settling.unchanged_for(now) >= IDLE && is_in_use(&self.places.folder) == Some(false)
            };
            return self.is_released;
        }
        false
    }
}

fn has_lock(places: &Places) -> bool {
    fs::read_dir(&places.folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| is_lock_file(&entry.file_name().to_string_lossy())))
}

/// Takes the file as it stands into `places.saved`.
fn take(places: &Places, file: &Path) -> io::Result<Digest> {
    let mut digest = Digest::default();
    disk::replace(&places.saved, |saved| {
        digest = disk::copy(file, saved)?;
        Ok(())
    })?;
    Ok(digest)
}

/// Ends a save that was cut off between the old file's removal and the new one's renaming: the newest plain file beside
/// it takes its place.
fn finish_save(places: &Places, file: &Path) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(&places.folder) else { return Ok(()) };
    let newest = entries
        .flatten()
        .filter(|entry| !is_lock_file(&entry.file_name().to_string_lossy()))
        .filter_map(|entry| {
            entry.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok().map(|time| (time, entry.path()))
        })
        .max();
    newest.map_or(Ok(()), |(_, path)| fs::rename(path, file))
}
