//! One document that is open in a program.

use std::fs::{self, File};
use std::io::{self, ErrorKind::InvalidData};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::disk::{self, Digest, Stamp};
use crate::in_use::{boot, is_in_use, is_named};
use crate::name::{is_backup, is_lock_file};
use crate::settle::{Next, REST, Settling};
use crate::state::{Places, State};

/// How long nobody may have had a document until the program that was seen with it counts as gone.
const IDLE: Duration = Duration::from_mins(30);
/// Between two questions who has a document: each reads the files of every process. The first comes so late, too: what only
/// loads it, or starts its program, is over by then.
const BETWEEN_LOOKS: Duration = Duration::from_mins(1);
/// Between two tries to copy what the disk refused to take.
const BETWEEN_TRIES: Duration = Duration::from_secs(30);

/// What a look at a file found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// A content came to rest.
    Saved,
    /// A content came to rest, and the disk refuses to take its copy.
    Refused,
}

/// A content that the disk refused to take a copy of.
#[derive(Debug)]
struct Refused {
    /// When it did last; nothing of one that is to be tried again at once.
    at: Option<Instant>,
    /// The content's hash, in hex; empty of one that is to be told once more.
    content: String,
}

#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) state: State,
    pub(crate) places: Places,
    settling: Settling,
    /// The hash, in hex, of the content that was told last, or written by us.
    pub(crate) told: String,
    /// What the disk refuses to take a copy of: `places.saved` is not what was told then.
    refused: Option<Refused>,
    /// Whether the state is on the disk.
    is_noted: bool,
    was_locked: bool,
    is_released: bool,
    holder: Holder,
}

/// Whether a program has a document, as far as the system tells, since it was opened or its lock file came or went last.
#[derive(Debug)]
struct Holder {
    is_locked: bool,
    looked: Instant,
    was_seen: bool,
    /// Since when nobody has had it, after somebody was seen.
    missing: Option<Instant>,
}

impl Holder {
    fn new(is_locked: bool, now: Instant) -> Self {
        Self { is_locked, looked: now, was_seen: false, missing: None }
    }
}

impl Open {
    /// Begins with a content, and with how its file looked before that was read.
    pub(crate) fn new(state: State, places: Places, told: String, seen: Option<Stamp>, now: Instant) -> Self {
        let settling = Settling::new(seen, now);
        let [was_locked, is_released] = [false; 2];
        let (refused, holder) = (None, Holder::new(false, now));
        Self { state, places, settling, told, refused, is_noted: true, was_locked, is_released, holder }
    }

    /// Returns a checkout as an earlier run left it; nothing where it has no content any more and no program has it. What the
    /// disk refuses to take a copy of is read where it lies.
    pub(crate) fn left(places: Places, state: State, now: Instant) -> io::Result<Option<Self>> {
        let file = places.file(&state.checkout);
        if fs::symlink_metadata(&file).is_err() && !is_seen(&places) {
            finish_save(&places, &file)?;
        }
        let mut refused = None;
        let seen = Stamp::of(&file);
        let told = if seen.is_some() {
            let digest = disk::hex(&disk::digest(&file)?);
            let taken = if digest == state.uploaded { None } else { Some(take(&places, &file)) };
            match taken {
                Some(Ok(taken)) => disk::hex(&taken),
                Some(Err(_)) => {
                    refused = Some(Refused { at: Some(now), content: digest.clone() });
                    digest
                }
                None => digest,
            }
        } else if Stamp::of(&places.saved).is_some() {
            disk::hex(&disk::digest(&places.saved)?)
        } else if is_held(&places, &state) {
            state.uploaded.clone()
        } else {
            return Ok(None);
        };
        if told == state.uploaded {
            disk::remove(&places.saved)?;
        }
        Ok(Some(Self { refused, ..Self::new(state, places, told, seen, now) }))
    }

    /// Opens the content that was told last; where the disk refuses to take a copy, the file, unless that holds another one by now.
    pub(crate) fn read(&mut self) -> io::Result<File> {
        let file = self.file();
        let Some(refused) = &self.refused else { return disk::open(&self.places.saved) };
        let content = refused.content.clone();
        let copied = disk::replace(&self.places.saved, |saved| {
            if disk::hex(&disk::copy(&file, saved)?) == content { Ok(()) } else { Err(disk::changed()) }
        });
        if copied.is_ok() {
            self.told = content;
            self.refused = None;
            return disk::open(&self.places.saved);
        }
        if disk::digest(&file).is_ok_and(|digest| disk::hex(&digest) == content) {
            self.told = content;
            return disk::open(&file);
        }
        self.tell_again();
        Err(disk::changed())
    }

    /// Has what the disk refuses told once more as it comes to rest: a program wrote into it before it was read to its end.
    pub(crate) fn tell_again(&mut self) {
        if let Some(refused) = &mut self.refused {
            *refused = Refused { at: None, content: String::new() };
            self.told.clone_from(&self.state.uploaded);
        }
    }

    /// Notes that the content with this hash is on the server. The copy goes first: a full disk has room for the note then,
    /// and what it refuses is noted at a later look.
    pub(crate) fn uploaded(&mut self, digest: &str) -> io::Result<()> {
        digest.clone_into(&mut self.state.uploaded);
        self.is_noted = false;
        if self.told == digest {
            disk::remove(&self.places.saved)?;
        }
        self.note()
    }

    fn note(&mut self) -> io::Result<()> {
        if !self.is_noted {
            self.places.remember(&self.state)?;
            self.is_noted = true;
        }
        Ok(())
    }

    /// Returns whether the content that came to rest last is not on the server.
    pub(crate) fn is_newer(&self) -> bool {
        let newest = self.refused.as_ref().map_or(&self.told, |refused| &refused.content);
        *newest != self.state.uploaded
    }

    /// Returns whether the server has another content than the file holds now, or had when it was last there. What cannot be
    /// read is not known to be there.
    pub(crate) fn is_unsent(&self) -> bool {
        let file = self.file();
        let stamp = Stamp::of(&file);
        let content = match stamp {
            Some(_) => disk::digest(&file).map_or(None, |digest| Some(disk::hex(&digest))),
            None => Some(self.told.clone()),
        };
        content.as_ref() != Some(&self.state.uploaded) || Stamp::of(&file) != stamp
    }

    /// Returns whether the file looks other than at the last look: its content may be another than was told.
    pub(crate) fn is_touched(&self) -> bool {
        !self.settling.looks_like(Stamp::of(&self.file()).as_ref())
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.places.file(&self.state.checkout)
    }

    /// Returns whether a content is on its way to rest.
    pub(crate) fn is_moving(&self) -> bool {
        !self.settling.is_settled()
    }

    /// Looks at the file. A content that came to rest then lies in `places.saved`, unless the disk refuses: that is told once,
    /// and tried again.
    pub(crate) fn look(&mut self, now: Instant) -> Option<News> {
        // It is tried again at the next look.
        let _ = self.note();
        let file = self.file();
        let stamp = Stamp::of(&file);
        let tried = self.refused.as_ref().and_then(|refused| refused.at);
        let is_early = tried.is_some_and(|at| now.duration_since(at) < BETWEEN_TRIES);
        if is_early && self.settling.looks_like(stamp.as_ref()) {
            return None;
        }
        match self.settling.look(stamp, now) {
            Next::Wait => None,
            Next::Hash => {
                match disk::digest(&file) {
                    Ok(digest) => self.settling.rest(digest, now),
                    Err(_) => self.settling.restart(),
                }
                None
            }
            Next::Take(rested) => self.take_rested(rested, now),
        }
    }

    fn take_rested(&mut self, rested: Digest, now: Instant) -> Option<News> {
        let file = self.file();
        let content = disk::hex(&rested);
        if content == self.told && (self.refused.is_none() || content == self.state.uploaded) {
            self.settling.settle();
            // Whoever was told of the refusal asks again.
            return self.refused.take().map(|_| News::Saved);
        }
        let taken = disk::replace(&self.places.saved, |saved| {
            let digest = disk::copy(&file, saved)?;
            let is_same = digest == rested && self.settling.looks_like(Stamp::of(&file).as_ref());
            if is_same { Ok(()) } else { Err(disk::changed()) }
        });
        if let Err(error) = taken {
            self.settling.restart();
            let is_moving = error.kind() == InvalidData || !self.settling.looks_like(Stamp::of(&file).as_ref());
            if is_moving {
                return None;
            }
            let before = self.refused.replace(Refused { at: Some(now), content });
            let is_news =
                before.is_none_or(|before| self.refused.as_ref().is_some_and(|now| now.content != before.content));
            return is_news.then_some(News::Refused);
        }
        self.refused = None;
        self.settling.settle();
        let is_news = content != self.told;
        self.told = content;
        is_news.then_some(News::Saved)
    }

    /// Returns whether a program has it open, or may have: one whose lock file is gone may not, though it was started for it.
    pub(crate) fn is_held(&self) -> bool {
        if self.was_locked && !has_lock(&self.places) {
            is_in_use(&self.places.folder) == Some(true)
        } else {
            is_held(&self.places, &self.state)
        }
    }

    /// Returns whether what an earlier run left in a place is not what the server has. What cannot be read is not known to be
    /// there.
    pub(crate) fn is_left_unsent(places: &Places, state: &State) -> bool {
        let file = places.file(&state.checkout);
        let content = [&file, &places.saved].into_iter().find(|path| Stamp::of(path).is_some());
        content.is_some_and(|path| disk::digest(path).map_or(true, |digest| disk::hex(&digest) != state.uploaded))
    }

    /// Notes that no program has it, where that is known of this run alone: its lock file came and went.
    pub(crate) fn end(&mut self) {
        if !self.is_held() {
            self.see();
        }
        // What cannot be noted stays until the computer starts anew.
        let _ = self.note();
    }

    /// Has its release told once more: it could not be closed at the last time.
    pub(crate) fn hold(&mut self) {
        self.is_released = false;
    }

    /// Notes that it is opened once more, maybe in another program: nobody was seen with it since.
    pub(crate) fn launch(&mut self, now: Instant) {
        self.holder = Holder::new(has_lock(&self.places), now);
        [self.was_locked, self.is_released] = [false; 2];
        self.state.unseen = boot();
        self.is_noted = false;
        // It is tried again at the next look.
        let _ = self.note();
    }

    /// Returns whether its program has let go of it since the last time: its lock file is gone; without one, or where a crash
    /// left it, a program was seen with it and nobody has had it for half an hour. One that nobody was seen with may be open all
    /// the same.
    pub(crate) fn release(&mut self, now: Instant) -> bool {
        let is_locked = has_lock(&self.places);
        if is_locked != self.holder.is_locked {
            self.holder = Holder::new(is_locked, now);
        }
        let is_abandoned = self.is_abandoned(now);
        if is_locked {
            self.was_locked = true;
            self.is_released &= is_abandoned;
        }
        if self.is_released || self.is_moving() || self.settling.unchanged_for(now) < REST {
            return false;
        }
        self.is_released = if self.was_locked && !is_locked {
            is_in_use(&self.places.folder) != Some(true)
        } else {
            is_abandoned && !is_seen(&self.places)
        };
        if self.is_released {
            self.see();
        }
        self.is_released
    }

    /// Notes that its program was seen.
    fn see(&mut self) {
        if self.state.unseen.take().is_some() {
            self.is_noted = false;
        }
    }

    /// Returns whether a program was seen with it, and for half an hour nobody had it.
    fn is_abandoned(&mut self, now: Instant) -> bool {
        let holder = &mut self.holder;
        if now.duration_since(holder.looked) >= BETWEEN_LOOKS {
            holder.looked = now;
            let is_seen = is_seen(&self.places);
            holder.was_seen |= is_seen;
            holder.missing = if is_seen || !holder.was_seen { None } else { holder.missing.or(Some(now)) };
            if is_seen {
                self.see();
            }
        }
        self.holder.missing.is_some_and(|since| now.duration_since(since) >= IDLE)
    }
}

/// Returns whether a program has a document open, or may have: none was seen with it in this run of the computer.
pub(crate) fn is_held(places: &Places, state: &State) -> bool {
    is_seen(places) || state.unseen.is_some() && state.unseen == boot()
}

/// Returns whether a program is seen with a document; by its lock file where the system does not tell.
fn is_seen(places: &Places) -> bool {
    let is_here = is_in_use(&places.folder).zip(is_named(&places.folder));
    is_here.map_or_else(|| has_lock(places), |(is_in_use, is_named)| is_in_use || is_named)
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
/// it takes its place. Where a save came to rest before, only one that is newer does, and no backup; where all is uploaded, a
/// backup that was made since.
fn finish_save(places: &Places, file: &Path) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(&places.folder) else { return Ok(()) };
    let modified = |path| fs::symlink_metadata(path).and_then(|metadata| metadata.modified()).ok();
    let (rested, noted) = (modified(&places.saved), modified(&places.state));
    let newest = entries
        .flatten()
        .filter(|entry| !is_lock_file(&entry.file_name().to_string_lossy()))
        .filter_map(|entry| {
            let time = entry.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok()?;
            let is_backup = is_backup(&entry.file_name().to_string_lossy());
            let is_save = match rested {
                Some(rested) => time > rested && !is_backup,
                None => !is_backup || noted.is_none_or(|noted| time > noted),
            };
            is_save.then(|| (time, entry.path()))
        })
        .max();
    newest.map_or(Ok(()), |(_, path)| fs::rename(path, file))
}
