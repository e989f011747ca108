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
/// Between two questions who has a document with a lock file open: each reads the files of every process.
const BETWEEN_LOOKS: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) state: State,
    pub(crate) places: Places,
    settling: Settling,
    /// The hash, in hex, of the content that was told last, or written by us.
    pub(crate) told: String,
    was_locked: bool,
    is_released: bool,
    holder: Holder,
}

/// Whether a program has a document with a lock file open, as far as the system tells.
#[derive(Debug, Default)]
struct Holder {
    looked: Option<Instant>,
    was_seen: bool,
    /// Since when nobody has had it, after somebody was seen.
    missing: Option<Instant>,
}

impl Open {
    pub(crate) fn new(state: State, places: Places, told: String, now: Instant) -> Self {
        let settling = Settling::new(Stamp::of(&places.file(&state.checkout)), now);
        Self { state, places, settling, told, was_locked: false, is_released: false, holder: Holder::default() }
    }

    /// Returns a checkout as an earlier run left it; nothing where it has no content any more and no program has it.
    pub(crate) fn left(places: Places, state: State, now: Instant) -> io::Result<Option<Self>> {
        let file = places.file(&state.checkout);
        let is_held = is_held(&places);
        if fs::symlink_metadata(&file).is_err() && !is_held {
            finish_save(&places, &file)?;
        }
        let told = if Stamp::of(&file).is_some() {
            disk::hex(&take(&places, &file)?)
        } else if Stamp::of(&places.saved).is_some() {
            disk::hex(&disk::digest(&places.saved)?)
        } else if is_held {
            state.uploaded.clone()
        } else {
            return Ok(None);
        };
        if told == state.uploaded {
            disk::remove(&places.saved)?;
        }
        Ok(Some(Self::new(state, places, told, now)))
    }

    /// Returns whether the server has another content than the file holds now, or had when it was last there.
    pub(crate) fn is_unsent(&self) -> io::Result<bool> {
        let file = self.file();
        let stamp = Stamp::of(&file);
        let content = match stamp {
            Some(_) => disk::hex(&disk::digest(&file)?),
            None => self.told.clone(),
        };
        Ok(content != self.state.uploaded || Stamp::of(&file) != stamp)
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
        let rested = disk::hex(&rested);
        let is_news = rested != self.told;
        self.told = rested;
        is_news
    }

    /// Returns whether a program has it open; by its lock file where the system does not tell.
    pub(crate) fn is_held(&self) -> bool {
        is_held(&self.places)
    }

    /// Has its release told once more: it could not be closed at the last time.
    pub(crate) fn hold(&mut self) {
        self.is_released = false;
    }

    /// Returns whether its program has let go of it since the last time: its lock file is gone, or left behind by a crash;
    /// without one, it was left alone for half an hour and nobody has it open.
    pub(crate) fn release(&mut self, now: Instant) -> bool {
        let is_locked = has_lock(&self.places);
        let is_abandoned = is_locked && self.is_abandoned(now);
        if is_locked {
            self.was_locked = true;
            self.is_released &= is_abandoned;
        } else {
            self.holder = Holder::default();
        }
        if self.is_released || self.is_moving() || self.settling.unchanged_for(now) < REST {
            return false;
        }
        self.is_released = if is_locked {
            is_abandoned
        } else if self.was_locked {
            is_in_use(&self.places.folder) != Some(true)
        } else {
            self.settling.unchanged_for(now) >= IDLE && is_in_use(&self.places.folder) == Some(false)
        };
        self.is_released
    }

    /// Returns whether the program that wrote the lock file is gone: it was seen with the document open, and for half an
    /// hour nobody had it. A program that never keeps it open says by its lock file alone that it shows it.
    fn is_abandoned(&mut self, now: Instant) -> bool {
        let holder = &mut self.holder;
        if holder.looked.is_none_or(|at| now.duration_since(at) >= BETWEEN_LOOKS) {
            holder.looked = Some(now);
            let is_in_use = is_in_use(&self.places.folder) == Some(true);
            holder.was_seen |= is_in_use;
            holder.missing = if is_in_use || !holder.was_seen { None } else { holder.missing.or(Some(now)) };
        }
        holder.missing.is_some_and(|since| now.duration_since(since) >= IDLE)
    }
}

fn is_held(places: &Places) -> bool {
    is_in_use(&places.folder).unwrap_or_else(|| has_lock(places))
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
