//! What is remembered of a checkout until it is wiped: `<root>/<random>.json`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{disk, name};

/// A document that was written to this computer so that a program can open it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checkout {
    /// Its id, chosen by the caller; never part of a path.
    pub id: String,
    /// The origin of the server whose account opened it: two servers may know the same ids.
    pub server: String,
    /// The account that opened it.
    pub user_id: String,
    /// The workspace that the document is of.
    pub workspace_id: String,
    /// The document that the next save is a version of; of a new one, the document that it was saved beside.
    pub document_id: String,
    /// The document's scope, and what it lies in there: the place of its copy where it is gone.
    pub scope_id: String,
    /// The folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<String>,
    /// The task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// The customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    /// The content that the file was made from.
    pub base: String,
    /// The document's name. The file's is made from it.
    pub name: String,
    /// Whether it was saved beside a document and is none on the server yet.
    pub is_new: bool,
}

/// A checkout and the hash, in hex, of what the server has of it. Once there is a release, a field that comes later has a default:
/// what an earlier version left is taken up then.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    #[serde(flatten)]
    pub(crate) checkout: Checkout,
    pub(crate) uploaded: String,
    /// The run of the computer in which it was opened, until a program was seen with it: until then one may have it unseen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unseen: Option<String>,
}

/// The places of one checkout below the root.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The folder that the program sees; nothing of ours lies in it.
    pub(crate) folder: PathBuf,
    /// The last content that came to rest and is not uploaded.
    pub(crate) saved: PathBuf,
    /// Written whenever an upload is noted.
    pub(crate) state: PathBuf,
}

impl Places {
    pub(crate) fn new(root: &Path, random: &str) -> Self {
        let place = |ending: &str| root.join(format!("{random}{ending}"));
        Self { folder: place(""), saved: place(".saved"), state: place(".json") }
    }

    pub(crate) fn file(&self, checkout: &Checkout) -> PathBuf {
        self.folder.join(name::safe_name(&checkout.name))
    }

    pub(crate) fn remember(&self, state: &State) -> std::io::Result<()> {
        let json = serde_json::to_vec(state)?;
        disk::replace(&self.state, |file| {
            file.write_all(&json)?;
            file.sync_all()
        })
    }

    /// Returns the state, if there is one: it is written last and whole, so a folder without one was never opened. Fails where
    /// it is there and cannot be read, nor can one that another version wrote in its own shape.
    pub(crate) fn recall(&self) -> std::io::Result<Option<State>> {
        match fs::read(&self.state) {
            Ok(json) => Ok(Some(serde_json::from_slice(&json)?)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes the contents first and the state last: what is interrupted is done again at the next start.
    pub(crate) fn wipe(&self) -> std::io::Result<()> {
        disk::remove_folder(&self.folder)?;
        disk::remove(&disk::unfinished(&self.saved))?;
        disk::remove(&self.saved)?;
        disk::remove(&self.state)
    }
}
