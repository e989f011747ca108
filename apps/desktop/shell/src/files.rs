//! Commands of the page for files that are open in other programs. Contents go over piece by piece, as raw bodies.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use kontor_files::{Checkout, Checkouts, Error, Event, Incoming, Left, Saved, Watcher};
use serde::Serialize;
use tauri::ipc::{InvokeBody, Request, Response};
use tauri::{AppHandle, Emitter as _, Manager as _, State};
use tauri_plugin_opener::OpenerExt as _;

use crate::aside::aside;
use crate::{notifications, programs};

/// Most bytes of one answer.
const PIECE: u64 = 1 << 20;

/// Why a command did not work, as the page gets it: the word that [`Error::code`] knows, or `launch` where no program of this
/// computer took the file.
#[derive(Serialize)]
pub struct Refused(&'static str);

impl<E: Into<Error>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into().code())
    }
}

type Answer<T = ()> = Result<T, Refused>;

/// Files that are open in other programs, and the contents that are on their way to or from the page.
pub struct Files {
    checkouts: Arc<Mutex<Checkouts>>,
    incoming: Mutex<HashMap<String, Incoming>>,
    outgoing: Mutex<HashMap<String, Saved>>,
    _watcher: Watcher,
}

impl Files {
    /// Takes the folder for its own, wipes what an earlier run left there that the server has and no program, and tells the
    /// page of what happens there. Where the disk refuses, the commands do.
    pub fn start(app: AppHandle, root: &Path) -> Self {
        let mut checkouts = Checkouts::new(root);
        if let Err(error) = checkouts.end(Instant::now()) {
            eprintln!("the folder of open files cannot be used: {error}");
        }
        let checkouts = Arc::new(Mutex::new(checkouts));
        let watcher = Watcher::start(Arc::clone(&checkouts), move |event| {
            let name = match event {
                Event::Saved { .. } => "file-saved",
                Event::Failed { .. } => "file-failed",
                Event::Released { .. } => "file-released",
            };
            // A window that is gone hears nothing; the content is offered at the next start.
            let _ = app.emit_to("main", name, event);
        });
        Self { checkouts, incoming: Mutex::default(), outgoing: Mutex::default(), _watcher: watcher }
    }

    /// Wipes what the server has and no program, at the end of the app; the rest is taken up at the next start.
    pub fn end(&self) {
        lock(&self.incoming).clear();
        if let Err(error) = lock(&self.checkouts).end(Instant::now()) {
            eprintln!("what is open could not be wiped and is at the next start: {error}");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(app: &AppHandle, path: &Path) -> Answer {
    programs::open(app, path.to_str().ok_or(Error::Unknown)?).map_err(|_| Refused("launch"))
}

/// Begins to write a document.
#[tauri::command(async)]
pub fn files_begin(files: State<'_, Files>, checkout: Checkout) -> Answer {
    let mut incoming = lock(&files.incoming);
    if incoming.contains_key(&checkout.id) {
        return Err(Error::Exists.into());
    }
    let id = checkout.id.clone();
    incoming.insert(id, lock(&files.checkouts).begin(checkout)?);
    Ok(())
}

/// Writes the next bytes, the raw body of the call; its header `checkout` is the id.
#[tauri::command(async)]
pub fn files_write(files: State<'_, Files>, request: Request<'_>) -> Answer {
    let id = request.headers().get("checkout").and_then(|id| id.to_str().ok()).ok_or(Error::Unknown)?;
    let InvokeBody::Raw(bytes) = request.body() else { return Err(Error::Unknown.into()) };
    Ok(lock(&files.incoming).get_mut(id).ok_or(Error::Unknown)?.write(bytes)?)
}

/// Ends the writing and opens the file in its program.
#[tauri::command]
pub async fn files_finish(app: AppHandle, id: String) -> Answer {
    aside(move || {
        let files = app.state::<Files>();
        let incoming = lock(&files.incoming).remove(&id).ok_or(Error::Unknown)?;
        let path = lock(&files.checkouts).finish(incoming, Instant::now())?;
        let opened = open(&app, &path);
        if opened.is_err() {
            lock(&files.checkouts).discard(&id, Instant::now())?;
        }
        opened
    })
    .await
}

/// Drops what was written so far.
#[tauri::command(async)]
pub fn files_abort(files: State<'_, Files>, id: &str) {
    lock(&files.incoming).remove(id);
}

/// Begins to read the last content that came to rest. Returns its digest.
#[tauri::command(async)]
pub fn files_read(files: State<'_, Files>, id: String) -> Answer<String> {
    let saved = lock(&files.checkouts).read(&id)?;
    let digest = saved.digest.clone();
    lock(&files.outgoing).insert(id, saved);
    Ok(digest)
}

/// Reads the next bytes of the content that `files_read` began; none at its end, where it refuses what is not that content.
#[tauri::command(async)]
pub fn files_chunk(files: State<'_, Files>, id: &str) -> Answer<Response> {
    let mut outgoing = lock(&files.outgoing);
    let saved = outgoing.get_mut(id).ok_or(Error::Unknown)?;
    Ok(Response::new(lock(&files.checkouts).piece(saved, PIECE)?))
}

/// Opens it once more in its program.
#[tauri::command]
pub async fn files_launch(app: AppHandle, id: String) -> Answer {
    aside(move || {
        let path = lock(&app.state::<Files>().checkouts).launch(&id, Instant::now())?;
        open(&app, &path)
    })
    .await
}

/// Shows it in its folder.
#[tauri::command]
pub async fn files_show(app: AppHandle, id: String) -> Answer {
    aside(move || {
        let path = lock(&app.state::<Files>().checkouts).path(&id)?;
        app.opener().reveal_item_in_dir(path).map_err(|_| Refused("launch"))
    })
    .await
}

/// Notes that the server has a content.
#[tauri::command(async, rename_all = "camelCase")]
pub fn files_uploaded(files: State<'_, Files>, id: &str, document_id: &str, base: &str, digest: &str) -> Answer {
    lock(&files.outgoing).remove(id);
    Ok(lock(&files.checkouts).uploaded(id, document_id, base, digest)?)
}

/// Stops watching it and wipes it; answers nothing where it holds what is not uploaded, and stays. Else answers what was
/// saved beside it.
#[tauri::command(async)]
pub fn files_close(files: State<'_, Files>, id: &str) -> Answer<Option<Vec<Left>>> {
    let closed = lock(&files.checkouts).close(id, Instant::now())?;
    if closed.is_some() {
        lock(&files.outgoing).remove(id);
    }
    Ok(closed)
}

/// Stops watching it and wipes it, uploaded or not. Answers what was saved beside it.
#[tauri::command(async)]
pub fn files_discard(files: State<'_, Files>, id: &str) -> Answer<Vec<Left>> {
    lock(&files.outgoing).remove(id);
    Ok(lock(&files.checkouts).discard(id, Instant::now())?)
}

/// Returns the files that hold what is not uploaded, told or not.
#[tauri::command(async)]
pub fn files_unsent(files: State<'_, Files>) -> Answer<Vec<Checkout>> {
    Ok(lock(&files.checkouts).unsent()?)
}

/// Returns the files that a program has open.
#[tauri::command(async)]
pub fn files_held(files: State<'_, Files>) -> Answer<Vec<Checkout>> {
    Ok(lock(&files.checkouts).held()?)
}

/// Returns what earlier runs left that was not uploaded, or that a program still has open. Who asks is a page that has just
/// begun: what is on its way here was asked for by one that is gone.
#[tauri::command(async)]
pub fn files_left(files: State<'_, Files>) -> Answer<Vec<Left>> {
    lock(&files.incoming).clear();
    Ok(lock(&files.checkouts).left(Instant::now())?)
}

/// Wipes what is of a server; with an account, what is that one's there. Withdraws all notifications: some may tell of it.
#[tauri::command(async, rename_all = "camelCase")]
pub fn files_wipe(app: AppHandle, files: State<'_, Files>, server: &str, user_id: Option<&str>) -> Answer {
    lock(&files.incoming).retain(|_, each| !each.is_of(server, user_id));
    if user_id.is_none() {
        lock(&files.outgoing).clear();
    }
    let wiped = lock(&files.checkouts).wipe(server, user_id);
    // Last: it waits for an answer of the system's.
    notifications::withdraw(&app);
    Ok(wiped?)
}
