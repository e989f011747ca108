//! A desk to try checkouts at: a temporary folder, a clock that is moved by hand, and what was told.

#![allow(dead_code, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kontor_files::{Checkout, Checkouts, Error, Event, Left, Saved};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

pub const ID: &str = "0199b2a0-0000-7000-8000-000000000001";
pub const SERVER: &str = "https://kontor.example";
pub const TICK: Duration = Duration::from_millis(250);

pub struct Desk {
    pub folder: TempDir,
    pub checkouts: Checkouts,
    pub now: Instant,
    /// Contents in the order in which they were told.
    pub saved: Vec<Vec<u8>>,
    /// How often what was told as saved was what the server has.
    pub undone: u32,
    pub released: usize,
    /// How often it was told that the disk refused a copy.
    pub refused: usize,
}

pub fn checkout(name: &str) -> Checkout {
    Checkout {
        id: ID.into(),
        server: SERVER.into(),
        user_id: "anna".into(),
        workspace_id: "firm".into(),
        document_id: "document".into(),
        scope_id: "project".into(),
        parent_id: None,
        task_id: None,
        customer_id: None,
        base: "blob-0".into(),
        name: name.into(),
        is_new: false,
    }
}

pub fn hex(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

impl Desk {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let checkouts = Checkouts::new(&folder.path().join("open"));
        Self { folder, checkouts, now: Instant::now(), saved: Vec::new(), released: 0, refused: 0, undone: 0 }
    }

    /// Opens a document of this name and content; returns the file's path.
    pub fn with(name: &str, content: &[u8]) -> (Self, PathBuf) {
        let mut desk = Self::new();
        let mut incoming = desk.checkouts.begin(checkout(name)).unwrap();
        content.chunks(3).for_each(|bytes| incoming.write(bytes).unwrap());
        let path = desk.checkouts.finish(incoming, desk.now).unwrap();
        (desk, path)
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("open")
    }

    /// Lets time pass, looking as often as the watcher does.
    pub fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while self.now < end {
            self.now = end.min(self.now + TICK);
            for event in self.checkouts.tick(self.now) {
                match event {
                    Event::Saved { id, .. } if matches!(self.checkouts.read(&id), Err(Error::Unsaved)) => {
                        self.undone += 1;
                    }
                    Event::Saved { id, digest } => {
                        let content = self.read(&id);
                        assert_eq!(digest, hex(&content), "a content is another than the one that was told");
                        self.saved.push(content);
                    }
                    Event::Failed { .. } => self.refused += 1,
                    Event::Released { .. } => self.released += 1,
                }
            }
        }
    }

    /// Lets enough time pass for everything to come to rest.
    pub fn rest(&mut self) {
        self.pass(Duration::from_secs(3));
    }

    pub fn read(&mut self, id: &str) -> Vec<u8> {
        let mut saved = self.checkouts.read(id).unwrap();
        self.read_on(&mut saved).unwrap()
    }

    /// Reads what is not read yet of a content.
    pub fn read_on(&mut self, saved: &mut Saved) -> Result<Vec<u8>, Error> {
        let mut content = Vec::new();
        loop {
            let piece = self.checkouts.piece(saved, 4)?;
            if piece.is_empty() {
                return Ok(content);
            }
            content.extend(piece);
        }
    }

    /// Returns the names of what is not uploaded.
    pub fn unsent(&self) -> Vec<String> {
        self.checkouts.unsent().unwrap().into_iter().map(|each| each.name).collect()
    }

    /// Returns the ids of what a program has open.
    pub fn held(&mut self) -> Vec<String> {
        self.checkouts.held().unwrap().into_iter().map(|each| each.id).collect()
    }

    /// Has what was told last on the server.
    pub fn upload(&mut self) {
        let digest = hex(self.saved.last().unwrap());
        self.checkouts.uploaded(ID, "document", "blob-1", &digest).unwrap();
    }

    /// Ends the app as a crash does, and starts it anew, after a program was seen with each document.
    pub fn restart(&mut self) -> Vec<Left> {
        for entry in fs::read_dir(self.root()).unwrap().flatten() {
            let state = fs::read(entry.path()).ok().and_then(|json| serde_json::from_slice(&json).ok());
            let Some(serde_json::Value::Object(mut state)) = state else { continue };
            if state.remove("unseen").is_some() {
                fs::write(entry.path(), serde_json::to_vec(&state).unwrap()).unwrap();
            }
        }
        self.restart_unseen()
    }

    /// Ends the app as a crash does, and starts it anew.
    pub fn restart_unseen(&mut self) -> Vec<Left> {
        self.checkouts = Checkouts::new(&self.root());
        self.checkouts.left(self.now).unwrap()
    }

    pub fn is_empty(&self) -> bool {
        fs::read_dir(self.root()).unwrap().next().is_none()
    }
}

/// Returns the path of a file beside another.
pub fn beside(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(name)
}

/// Has the disk refuse what is about to be written beside the folder of a document, or (false) take it again.
pub fn refuse(path: &Path, yes: bool) {
    let place = path.parent().unwrap().with_extension("new");
    if yes { fs::create_dir(place) } else { fs::remove_dir(place) }.unwrap();
}
