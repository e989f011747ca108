//! All documents that are open in other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Instant;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::disk::Stamp;
use crate::error::Error;
use crate::in_use::boot;
use crate::open::{News, Open, is_held};
use crate::state::{Checkout, Places, State};
use crate::strays::{adopt, strays};
use crate::{disk, name, program};

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
    /// A content came to rest, and the disk refuses to take its copy: it is full, for one. Tried again from time to time.
    Failed {
        /// The checkout.
        id: String,
        /// The word that [`Error::code`] would say.
        cause: &'static str,
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

/// A content that came to rest, whose bytes [`Checkouts::piece`] reads.
#[derive(Debug)]
pub struct Saved {
    id: String,
    file: File,
    /// Its SHA-256 in hex.
    pub digest: String,
    /// Of what is read.
    hash: Sha256,
    /// Bytes that are not read yet.
    rest: u64,
}

/// A document on its way to this computer. Dropped before [`Checkouts::finish`], it leaves nothing.
#[derive(Debug)]
pub struct Incoming {
    checkout: Checkout,
    places: Places,
    file: File,
    hash: Sha256,
    is_finished: bool,
    arriving: Arc<Arriving>,
}

/// Keeps a folder from being taken for one that an earlier run left.
#[derive(Debug)]
struct Arriving {
    folder: PathBuf,
    server: String,
    user_id: String,
}

impl Arriving {
    fn is_of(&self, server: &str, user_id: Option<&str>) -> bool {
        self.server == server && user_id.is_none_or(|user_id| self.user_id == user_id)
    }
}

impl Incoming {
    /// Writes the next bytes. Fails when the disk refuses.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.file.write_all(bytes)
    }

    /// Tells whether somebody at this server asked for it, or this account there.
    #[must_use]
    pub fn is_of(&self, server: &str, user_id: Option<&str>) -> bool {
        self.arriving.is_of(server, user_id)
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
    /// What is on its way to this computer, each until its [`Incoming`] is dropped or its account's files are wiped.
    arriving: Vec<Weak<Arriving>>,
    /// The ids of what was saved beside a document, until it is told.
    found: Vec<String>,
}

impl Checkouts {
    /// Takes a folder for its own, making it (0700) if there is none. Nothing else may lie there. Where the disk refuses that, so does
    /// each call that needs the folder, until it takes it.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        // Who needs it makes it again, and is told why not.
        let _ = disk::make_folder(root);
        Self { root: root.to_owned(), open: BTreeMap::new(), arriving: Vec::new(), found: Vec::new() }
    }

    /// Begins to write a document to a folder of its own. Refuses programs, and ids that are open.
    pub fn begin(&mut self, checkout: Checkout) -> Result<Incoming, Error> {
        if self.open.contains_key(&checkout.id) {
            return Err(Error::Exists);
        }
        refuse_programs(&checkout)?;
        let places = Places::new(&self.root, &disk::random_hex()?);
        disk::make_folder(&places.folder)?;
        let file = disk::create(&places.file(&checkout))?;
        let (server, user_id) = (checkout.server.clone(), checkout.user_id.clone());
        let arriving = Arc::new(Arriving { folder: places.folder.clone(), server, user_id });
        self.arriving.retain(|each| each.strong_count() > 0);
        self.arriving.push(Arc::downgrade(&arriving));
        Ok(Incoming { checkout, places, file, hash: Sha256::new(), is_finished: false, arriving })
    }

    /// Ends the writing, watches the file from now on, and returns its path. Refuses programs under the names of documents.
    /// Fails where it was wiped meanwhile.
    pub fn finish(&mut self, mut incoming: Incoming, now: Instant) -> Result<PathBuf, Error> {
        if !self.arriving.iter().any(|each| each.as_ptr() == Arc::as_ptr(&incoming.arriving)) {
            return Err(Error::Unknown);
        }
        if self.open.contains_key(&incoming.checkout.id) {
            return Err(Error::Exists);
        }
        program::refuse(&incoming.places.file(&incoming.checkout))?;
        let digest: disk::Digest = incoming.hash.clone().finalize().into();
        let seen = Stamp::of(&incoming.places.file(&incoming.checkout));
        let state = State { checkout: incoming.checkout.clone(), uploaded: disk::hex(&digest), unseen: boot() };
        incoming.places.remember(&state)?;
        incoming.is_finished = true;
        let open = Open::new(state, incoming.places.clone(), disk::hex(&digest), seen, now);
        let file = open.file();
        self.open.insert(incoming.checkout.id.clone(), open);
        Ok(file)
    }

    /// Returns the path of an open document, to hand it to its program once more. It counts as open from now on. Refuses
    /// programs: one may have been saved beside a document.
    pub fn launch(&mut self, id: &str, now: Instant) -> Result<PathBuf, Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        refuse_programs(&open.state.checkout)?;
        program::refuse(&open.file())?;
        open.launch(now);
        Ok(open.file())
    }

    /// Returns the path of an open document.
    pub fn path(&self, id: &str) -> Result<PathBuf, Error> {
        self.open.get(id).map(Open::file).ok_or(Error::Unknown)
    }

    /// Returns the last content that came to rest and is not uploaded; where the disk refuses to take a copy of it, the file, unless
    /// a program has begun to write into it.
    pub fn read(&mut self, id: &str) -> Result<Saved, Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        match open.read() {
            Ok(file) => {
                let rest = file.metadata()?.len();
                Ok(Saved { id: id.to_owned(), file, digest: open.told.clone(), hash: Sha256::new(), rest })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Error::Unsaved),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the next bytes of a content, at most so many; none at its end. Fails there where the bytes are not the content: a program wrote
    /// into the file that the disk takes no copy of. It is told once more then.
    pub fn piece(&mut self, saved: &mut Saved, most: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        (&mut saved.file).take(most.min(saved.rest)).read_to_end(&mut bytes)?;
        saved.hash.update(&bytes);
        saved.rest -= bytes.len() as u64;
        let read: disk::Digest = saved.hash.clone().finalize().into();
        if bytes.is_empty() && disk::hex(&read) != saved.digest {
            if let Some(open) = self.open.get_mut(&saved.id) {
                open.tell_again();
            }
            return Err(disk::changed().into());
        }
        Ok(bytes)
    }

    /// Notes that the content with this hash is on the server, as this content of this document: another one than before
    /// after a conflict.
    pub fn uploaded(&mut self, id: &str, document_id: &str, base: &str, digest: &str) -> Result<(), Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        document_id.clone_into(&mut open.state.checkout.document_id);
        base.clone_into(&mut open.state.checkout.base);
        open.state.checkout.is_new = false;
        Ok(open.uploaded(digest)?)
    }

    /// Stops watching a document and wipes it, unless its file holds what is not uploaded, told or not: nothing is returned
    /// then, it stays, and its release is told again. Returns what was saved beside it, now checkouts of their own.
    pub fn close(&mut self, id: &str, now: Instant) -> Result<Option<Vec<Left>>, Error> {
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        let seen = Stamp::of(&open.file());
        let is_unsent = open.is_unsent();
        if !is_unsent {
            self.adopt(id, now)?;
        }
        let open = self.open.get_mut(id).ok_or(Error::Unknown)?;
        if is_unsent || Stamp::of(&open.file()) != seen {
            open.hold();
            return Ok(None);
        }
        self.remove(id).map(Some)
    }

    /// Stops watching a document and wipes it, uploaded or not. Returns what was saved beside it, now checkouts of their own.
    pub fn discard(&mut self, id: &str, now: Instant) -> Result<Vec<Left>, Error> {
        self.adopt(id, now)?;
        self.remove(id)
    }

    /// Makes checkouts of their own of what was saved beside a document.
    fn adopt(&mut self, id: &str, now: Instant) -> Result<(), Error> {
        let open = self.open.get(id).ok_or(Error::Unknown)?;
        let adopted = adopt(&self.root, &open.places, &open.state, now)?;
        let found = self.take_up(adopted).into_iter().map(|left| left.checkout.id);
        self.found.extend(found);
        Ok(())
    }

    /// Wipes a document; returns what was found beside it, or beside one that the disk refused to wipe.
    fn remove(&mut self, id: &str) -> Result<Vec<Left>, Error> {
        self.open.get(id).ok_or(Error::Unknown)?.places.wipe()?;
        self.open.remove(id);
        Ok(mem::take(&mut self.found).iter().filter_map(|id| self.open.get(id)).map(left_of).collect())
    }

    /// Returns the files, open, left by an earlier run or saved beside one of these, that hold what is not uploaded.
    pub fn unsent(&self) -> Result<Vec<Checkout>, Error> {
        let mut unsent = Vec::new();
        for open in self.open.values() {
            note_unsent(&mut unsent, &open.places, &open.state, open.is_unsent());
        }
        for (places, state) in self.not_taken_up()? {
            note_unsent(&mut unsent, &places, &state, Open::is_left_unsent(&places, &state));
        }
        Ok(unsent)
    }

    /// Returns the documents that a program has open, or may have unseen, also of those that an earlier run left. Their release
    /// is told again.
    pub fn held(&mut self) -> Result<Vec<Checkout>, Error> {
        let mut held = Vec::new();
        for open in self.open.values_mut().filter(|open| open.is_held()) {
            open.hold();
            held.push(open.state.checkout.clone());
        }
        let left = self.not_taken_up()?.into_iter().filter(|(places, state)| is_held(places, state));
        held.extend(left.map(|(_, state)| state.checkout));
        Ok(held)
    }

    /// Returns what earlier runs left and nobody asked for yet.
    fn not_taken_up(&self) -> Result<Vec<(Places, State)>, Error> {
        Ok(self
            .other_places()?
            .into_iter()
            .filter_map(|places| Some((places.clone(), places.recall().ok()??)))
            .collect())
    }

    /// Returns the places of neither an open document nor one that is on its way here.
    fn other_places(&self) -> Result<Vec<Places>, Error> {
        let mut known: BTreeSet<PathBuf> = self.open.values().map(|open| open.places.folder.clone()).collect();
        known.extend(self.arriving.iter().filter_map(Weak::upgrade).map(|each| each.folder.clone()));
        Ok(self.all_places()?.into_iter().filter(|places| !known.contains(&places.folder)).collect())
    }

    /// Returns what is open: a page that was loaded anew knows of none of it, and hears of its release once more. Opens again
    /// what earlier runs left that is not uploaded, what a program still has open, and what was saved beside them, and wipes
    /// everything else of theirs. What the disk refuses to read stays for the next start.
    pub fn left(&mut self, now: Instant) -> Result<Vec<Left>, Error> {
        let others = self.other_places()?;
        let mut left = Vec::new();
        self.found.clear();
        for open in self.open.values_mut() {
            open.hold();
            left.push(Left { is_held: true, ..left_of(open) });
        }
        for places in others {
            match self.recover(&places, now) {
                Ok(open) => left.extend(self.take_up(open)),
                // The error's own words may name what is in it.
                Err(error) => eprintln!("an open file stays for the next start: {}", error.kind()),
            }
        }
        Ok(left)
    }

    /// Wipes what the server has and no program, at the end of the app as at its start, and forgets the rest: the next run takes it
    /// up. What is on its way here is to be dropped before.
    pub fn end(&mut self, now: Instant) -> Result<(), Error> {
        for open in self.open.values_mut() {
            open.end();
        }
        self.open.clear();
        self.left(now)?;
        self.open.clear();
        Ok(())
    }

    /// Returns what an earlier run left in a place that is not uploaded or held, and wipes the place if that is not its
    /// document. Where a program has it open nothing is moved: what was saved beside it is found when it is closed.
    fn recover(&self, places: &Places, now: Instant) -> io::Result<Vec<Open>> {
        let Some(state) = places.recall()? else {
            places.wipe()?;
            return Ok(Vec::new());
        };
        let document = Open::left(places.clone(), state.clone(), now)?;
        if document.as_ref().is_some_and(Open::is_held) {
            return Ok(document.into_iter().collect());
        }
        let adopted = adopt(&self.root, places, &state, now);
        // It may have been saved since it was read.
        if let Some(document) = document.filter(|document| document.is_newer() || document.is_touched()) {
            // What the disk refuses to move is found when the document is closed.
            return Ok(adopted.unwrap_or_default().into_iter().chain([document]).collect());
        }
        let adopted = adopted?;
        places.wipe()?;
        Ok(adopted)
    }

    fn take_up(&mut self, found: Vec<Open>) -> Vec<Left> {
        let mut left = Vec::new();
        for open in found {
            left.push(left_of(&open));
            self.open.insert(open.state.checkout.id.clone(), open);
        }
        left
    }

    /// Wipes what is open, left or on its way here of a server, and what cannot be read whose it is; with an account, what is
    /// that one's there. Goes on at what the disk refuses, or does not tell at present, and fails then, as with an account where it
    /// cannot be read whose a file is.
    pub fn wipe(&mut self, server: &str, user_id: Option<&str>) -> Result<(), Error> {
        let is_meant = |checkout: &Checkout| {
            checkout.server == server && user_id.is_none_or(|user_id| checkout.user_id == user_id)
        };
        self.open.retain(|_, open| !is_meant(&open.state.checkout));
        let arriving: Vec<_> = self.arriving.iter().filter_map(Weak::upgrade).collect();
        self.arriving.retain(|each| each.upgrade().is_some_and(|each| !each.is_of(server, user_id)));
        let mut wiped = Ok(());
        for places in self.all_places()? {
            let is_here = match (arriving.iter().find(|each| each.folder == places.folder), places.recall()) {
                (Some(arriving), _) => Ok(arriving.is_of(server, user_id)),
                (None, Ok(Some(state))) => Ok(is_meant(&state.checkout)),
                (None, Err(error)) if user_id.is_some() || !is_damaged(&error) => Err(error),
                (None, _) => Ok(user_id.is_none()),
            };
            wiped = is_here.and_then(|is_here| if is_here { places.wipe() } else { Ok(()) }).and(wiped);
        }
        Ok(wiped?)
    }

    /// Looks at every open document as it stands at `now`. To be called when something moved, and from time to time.
    pub fn tick(&mut self, now: Instant) -> Vec<Event> {
        let mut events = Vec::new();
        for (id, open) in &mut self.open {
            match open.look(now) {
                Some(News::Saved) => events.push(Event::Saved { id: id.clone(), digest: open.told.clone() }),
                Some(News::Refused) => events.push(Event::Failed { id: id.clone(), cause: "disk" }),
                None => {}
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
        let entries = disk::entries(&self.root)?;
        let names: Vec<_> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        let randoms: BTreeSet<&str> =
            names.iter().filter_map(|name| name.split('.').next()).filter(|random| !random.is_empty()).collect();
        Ok(randoms.into_iter().map(|random| Places::new(&self.root, random)).collect())
    }
}

fn refuse_programs(checkout: &Checkout) -> Result<(), Error> {
    if name::is_program(&name::safe_name(&checkout.name)) { Err(Error::Program) } else { Ok(()) }
}

/// Notes a document that is not uploaded, and the files beside it; where its folder cannot be listed, it stands for these.
fn note_unsent(unsent: &mut Vec<Checkout>, places: &Places, state: &State, is_unsent: bool) {
    let strays = strays(places, state);
    unsent.extend((is_unsent || strays.is_err()).then(|| state.checkout.clone()));
    for stray in strays.unwrap_or_default() {
        let name = stray.file_name().unwrap_or_default().to_string_lossy().into_owned();
        unsent.push(Checkout { name, is_new: true, ..state.checkout.clone() });
    }
}

fn left_of(open: &Open) -> Left {
    Left {
        checkout: open.state.checkout.clone(),
        digest: open.told.clone(),
        is_held: open.is_held(),
        is_unsent: open.is_newer(),
    }
}

/// Tells whether a file was read and is no state, as one that was cut off, or that another version wrote.
fn is_damaged(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}
