//! All documents that are open in other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::open::Open;
use crate::state::{Checkout, Places, State};
use crate::strays::{adopt, strays};
use crate::{disk, name};

/// Why something about a checkout did not work.
#[derive(Debug)]
pub enum Error {
    /// There is no checkout with this id.
    Unknown,
    /// A checkout with this id is open already.
    Exists,
    /// The system would run the file instead of showing it.
    Program,
    /// Nothing has come to rest since it was opened.
    Unsaved,
    /// The disk refused.
    Io(io::Error),
}

impl Error {
    /// Returns the word that the web app knows the error by.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Exists => "exists",
            Self::Program => "program",
            Self::Unsaved => "unsaved",
            Self::Io(_) => "io",
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "io: {error}"),
            other => f.write_str(other.code()),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What happened to an open document. `digest` is the content's SHA-256 in hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Event {
    /// A content came to rest; [`Checkouts::read`] has it.
    Saved {
        /// The checkout.
        id: String,
        /// The content's hash.
        digest: String,
    },
    /// Its program has let go of it.
    Released {
        /// The checkout.
        id: String,
    },
}

/// A checkout that is open, or was left by an earlier run or found beside one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Left {
    /// The checkout, as it was last noted.
    #[serde(flatten)]
    pub checkout: Checkout,
    /// The content's SHA-256 in hex.
    pub digest: String,
    /// Whether a program may save it again: its release is still to be told.
    pub is_held: bool,
    /// Whether its content is not uploaded.
    pub is_unsent: bool,
}

/// A content that came to rest. The file keeps it, whatever is saved later.
#[derive(Debug)]
pub struct Saved {
    /// Open for reading, at its begin.
    pub file: File,
    /// Its SHA-256 in hex.
    pub digest: String,
}

/// A document on its way to this computer. Dropped before [`Checkouts::finish`], it leaves nothing.
#[derive(Debug)]
pub struct Incoming {
    checkout: Checkout,
    places: Places,
    file: File,
    hash: Sha256,
    is_finished: bool,
}

impl Incoming {
    /// Writes the next bytes. Fails when the disk refuses.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.file.write_all(bytes)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.is_finished {
            // What the disk refuses to remove now has no state and is removed at the next start.
            let _ = self.places.wipe();
        }
    }
}

/// The documents that are open in other programs, below one folder of this user.
#[derive(Debug)]
pub struct Checkouts {
    pub(crate) root: PathBuf,
    open: BTreeMap<String, Open>,
}

impl Checkouts {
    /// Takes a folder for its own, making it (0700) if there is none. Nothing else may lie there.
    pub fn new(root: &Path) -> Result<Self, Error> {
        disk::make_folder(root)?;
        Ok(Self { root: root.to_owned(), open: BTreeMap::new() })
    }

    /// Begins to write a document to a folder of its own. Refuses programs, and ids that are open.
    pub fn begin(&self, checkout: Checkout) -> Result<Incoming, Error> {
        if self.open.contains_key(&checkout.id) {
            return Err(Error::Exists);
        }
        if name::is_program(&name::safe_name(&checkout.name)) {
            return Err(Error::Program);
        }
        let places = Places::new(&self.root, &disk::random_hex()?);
        disk::make_folder(&places.folder)?;
        let file = disk::create(&places.file(&checkout))?;
        Ok(Incoming { checkout, places, file, hash: Sha256::new(), is_finished: false })
    }

    /// Ends the writing, watches the file from now on, and returns its path.
    pub fn finish(&mut self, mut incoming: Incoming, now: Instant) -> Result<PathBuf, Error> {
        if self.open.contains_key(&incoming.checkout.id) {
            return Err(Error::Exists);
        }
        let digest: disk::Digest = incoming.hash.clone().finalize().into();
        let state = State { checkout: incoming.checkout.clone(), uploaded: disk::hex(&digest) };
        incoming.places.remember(&state)?;
        incoming.is_finished = true;
        let open = Open::new(state, incoming.places.clone(), disk::hex(&digest), now);
        let file = open.file();
        self.open.insert(incoming.checkout.id.clone(), open);
        Ok(file)
    }

    /// Returns the path of an open document, to hand it to its program.
    pub fn path(&self, id: &str) -> Result<PathBuf, Error> {
        self.open.get(id).map(Open::file).ok_or(Error::Unknown)
    }

    /// Returns the last content that came to rest and is not uploaded.
    pub fn read(&self, id: &str) -> Result<Saved, Error> {
        let open = self.open.get(id).ok_or(Error::Unknown)?;
        match disk::open(&open.places.saved) {
            Ok(file) => Ok(Saved { file, digest: open.told.clone() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Error::Unsaved),
            Err(error) => Err(error.into()),
        }
    }

    /// Notes that the content with this hash is on the server, as this content of this document: another one than before
    /// after a conflict.
    pub fn uploaded(&mut self, id: &str, document_id: &str, base: &str, digest: &str) -> Result<(), Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        document_id.clone_into(&mut open.state.checkout.document_id);
        base.clone_into(&mut open.state.checkout.base);
        open.state.checkout.is_new = false;
        digest.clone_into(&mut open.state.uploaded);
        open.places.remember(&open.state)?;
        if open.told == digest {
            disk::remove(&open.places.saved)?;
        }
        Ok(())
    }

    /// Stops watching a document and wipes it, unless its file holds what is not uploaded, told or not: nothing is returned
    /// then, it stays, and its release is told again. Returns what was saved beside it, now checkouts of their own.
    pub fn close(&mut self, id: &str, now: Instant) -> Result<Option<Vec<Left>>, Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        if open.is_unsent()? {
            open.hold();
            return Ok(None);
        }
        self.discard(id, now).map(Some)
    }

    /// Stops watching a document and wipes it, uploaded or not. Returns what was saved beside it, now checkouts of their own.
    pub fn discard(&mut self, id: &str, now: Instant) -> Result<Vec<Left>, Error> {
        let open = self.open.get(id).ok_or(Error::Unknown)?;
        let places = open.places.clone();
        let adopted = adopt(&self.root, &places, &open.state, now)?;
        let found = self.take_up(adopted);
        places.wipe()?;
        self.open.remove(id);
        Ok(found)
    }

    /// Counts the files, open or saved beside an open one, that hold what is not uploaded.
    pub fn unsent(&self) -> Result<usize, Error> {
        let mut count = 0;
        for open in self.open.values() {
            count += usize::from(open.is_unsent()?) + strays(&open.places, &open.state)?.len();
        }
        Ok(count)
    }

    /// Returns the ids of the documents that a program has open. Their release is told again.
    #[must_use]
    pub fn held(&mut self) -> Vec<String> {
        let mut ids = Vec::new();
        for (id, open) in &mut self.open {
            if open.is_held() {
                open.hold();
                ids.push(id.clone());
            }
        }
        ids
    }

    /// Returns what is open: a page that was loaded anew knows of none of it, and hears of its release once more. Opens again
    /// what earlier runs left that is not uploaded, what a program still has open, and what was saved beside them, and wipes
    /// everything else of theirs. What the disk refuses to read stays for the next start.
    pub fn left(&mut self, now: Instant) -> Result<Vec<Left>, Error> {
        let known: BTreeSet<PathBuf> = self.open.values().map(|open| open.places.folder.clone()).collect();
        let mut left = Vec::new();
        for open in self.open.values_mut() {
            open.hold();
            left.push(Left { is_held: true, ..left_of(open) });
        }
        for places in self.all_places()?.into_iter().filter(|places| !known.contains(&places.folder)) {
            let Ok(open) = self.recover(&places, now) else { continue };
            left.extend(self.take_up(open));
        }
        Ok(left)
    }

    /// Returns what an earlier run left in a place that is not uploaded or held, and wipes the place if that is not its
    /// document. Where a program has it open nothing is moved: what was saved beside it is found when it is closed.
    fn recover(&self, places: &Places, now: Instant) -> io::Result<Vec<Open>> {
        let Some(state) = places.recall() else {
            places.wipe()?;
            return Ok(Vec::new());
        };
        let document = Open::left(places.clone(), state.clone(), now)?;
        if document.as_ref().is_some_and(Open::is_held) {
            return Ok(document.into_iter().collect());
        }
        let mut open = adopt(&self.root, places, &state, now)?;
        match document.filter(|document| document.told != state.uploaded) {
            Some(document) => open.push(document),
            None => places.wipe()?,
        }
        Ok(open)
    }

    fn take_up(&mut self, found: Vec<Open>) -> Vec<Left> {
        let mut left = Vec::new();
        for open in found {
            left.push(left_of(&open));
            self.open.insert(open.state.checkout.id.clone(), open);
        }
        left
    }

    /// Wipes everything, open or left. Goes on at what the disk refuses, and fails then.
    pub fn wipe(&mut self) -> Result<(), Error> {
        self.open.clear();
        let mut wiped = Ok(());
        for places in self.all_places()? {
            wiped = places.wipe().and(wiped);
        }
        Ok(wiped?)
    }

    /// Looks at every open document as it stands at `now`. To be called when something moved, and from time to time.
    pub fn tick(&mut self, now: Instant) -> Vec<Event> {
        let mut events = Vec::new();
        for (id, open) in &mut self.open {
            if open.look(now) {
                events.push(Event::Saved { id: id.clone(), digest: open.told.clone() });
            }
            if open.release(now) {
                events.push(Event::Released { id: id.clone() });
            }
        }
        events
    }

    /// Returns whether a content is on its way to rest, so that the next look should be soon.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.open.values().any(Open::is_moving)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    fn all_places(&self) -> Result<Vec<Places>, Error> {
        let names = fs::read_dir(&self.root)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let names = names.collect::<io::Result<Vec<String>>>()?;
        let randoms: BTreeSet<&str> =
            names.iter().filter_map(|name| name.split('.').next()).filter(|random| !random.is_empty()).collect();
        Ok(randoms.into_iter().map(|random| Places::new(&self.root, random)).collect())
    }
}

fn left_of(open: &Open) -> Left {
    Left {
        checkout: open.state.checkout.clone(),
        digest: open.told.clone(),
        is_held: open.is_held(),
        is_unsent: open.told != open.state.uploaded,
    }
}
