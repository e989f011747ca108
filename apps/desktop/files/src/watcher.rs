//! Looks at the open documents when something moved below their folder.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::checkouts::{Checkouts, Event};

/// Between two looks while a content comes to rest.
const SOON: Duration = Duration::from_millis(250);
/// Between two looks otherwise: systems lose events.
const SLOW: Duration = Duration::from_secs(5);
/// Between two looks where the system has no watches left and tells of nothing.
const UNTOLD: Duration = Duration::from_secs(1);

enum Wake {
    Moved,
    Stop,
}

/// Watches the folder of [`Checkouts`] until it is dropped.
pub struct Watcher {
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
    /// None where the system has no watches left.
    _events: Option<RecommendedWatcher>,
}

impl Watcher {
    /// Begins to watch, and hands each event to `tell` on a thread of its own. When the system has no watches left it only
    /// looks more often.
    pub fn start(checkouts: Arc<Mutex<Checkouts>>, tell: impl Fn(Event) + Send + 'static) -> Self {
        let (wake, woken) = mpsc::channel();
        let root = lock(&checkouts).root().to_owned();
        let events = watch(&root, wake.clone()).inspect_err(|error| eprintln!("files are looked at by time: {error}"));
        let pause = if events.is_ok() { SLOW } else { UNTOLD };
        Self::looking_every(pause, (wake, woken), events.ok(), checkouts, tell)
    }

    fn looking_every(
        slow: Duration,
        (wake, woken): (Sender<Wake>, Receiver<Wake>),
        events: Option<RecommendedWatcher>,
        checkouts: Arc<Mutex<Checkouts>>,
        tell: impl Fn(Event) + Send + 'static,
    ) -> Self {
        let thread = thread::spawn(move || {
            let mut looked = Instant::now();
            loop {
                let pause = if lock(&checkouts).is_moving() { SOON } else { slow };
                match woken.recv_timeout(pause) {
                    // A program that writes without end is looked at as often as one that rests.
                    Ok(Wake::Moved) if looked.elapsed() < SOON => thread::sleep(SOON),
                    Ok(Wake::Moved) | Err(RecvTimeoutError::Timeout) => {}
                    Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                }
                if woken.try_iter().any(|wake| matches!(wake, Wake::Stop)) {
                    return;
                }
                looked = Instant::now();
                let told = lock(&checkouts).tick(looked);
                told.into_iter().for_each(&tell);
            }
        });
        Self { wake, thread: Some(thread), _events: events }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The thread ends at the message; it panics only if `tell` does.
        let _ = self.wake.send(Wake::Stop);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn watch(root: &Path, moved: Sender<Wake>) -> notify::Result<RecommendedWatcher> {
    let mut events = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| is_read(event.kind)) {
            return;
        }
        // Nobody listens any more once the watcher is being dropped.
        let _ = moved.send(Wake::Moved);
    })?;
    events.watch(root, RecursiveMode::Recursive)?;
    Ok(events)
}

/// Tells whether nothing was written: each look reads, and would wake the next one.
fn is_read(kind: EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

/// A panic elsewhere leaves nothing half: each look begins with the files.
fn lock(checkouts: &Mutex<Checkouts>) -> std::sync::MutexGuard<'_, Checkouts> {
    checkouts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::Checkout;

    /// Returns documents below a folder, and the path of the one that is open.
    fn with_one_open(folder: &Path) -> (Checkouts, PathBuf) {
        let mut checkouts = Checkouts::new(&folder.join("open"));
        let text =
            ["id", "https://kontor.example", "anna", "firm", "document", "project", "blob", "a.txt"].map(String::from);
        let [id, server, user_id, workspace_id, document_id, scope_id, base, name] = text;
        let (is_new, [parent_id, task_id, customer_id]) = (false, [const { None }; 3]);
        let checkout = Checkout {
            id,
            server,
            user_id,
            workspace_id,
            document_id,
            scope_id,
            parent_id,
            task_id,
            customer_id,
            base,
            name,
            is_new,
        };
        let incoming = checkouts.begin(checkout).unwrap();
        let path = checkouts.finish(incoming, Instant::now()).unwrap();
        (checkouts, path)
    }

    /// Opens a document, saves into it while a watcher looks as `start` says, and expects to be told.
    fn expect_news_of_a_save(start: impl FnOnce(Arc<Mutex<Checkouts>>, Sender<Event>) -> Watcher) {
        let folder = tempfile::tempdir().unwrap();
        let (checkouts, path) = with_one_open(folder.path());
        let (tell, told) = mpsc::channel();
        let watcher = start(Arc::new(Mutex::new(checkouts)), tell);
        std::fs::write(&path, "one").unwrap();
        let event = told.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(matches!(event, Event::Saved { .. }));
        drop(watcher);
        assert!(told.recv().is_err(), "the watcher's thread outlived it");
    }

    #[test]
    fn reading_a_document_wakes_nobody_and_ending_to_write_it_does() {
        let folder = tempfile::tempdir().unwrap();
        let (mut checkouts, path) = with_one_open(folder.path());
        let (wake, woken) = mpsc::channel();
        let _events = watch(checkouts.root(), wake).unwrap();
        let wakes = |act: &mut dyn FnMut()| {
            act();
            let is_woken = woken.recv_timeout(Duration::from_secs(1)).is_ok();
            // What else it said.
            while woken.recv_timeout(Duration::from_millis(100)).is_ok() {}
            is_woken
        };
        let look = &mut || (0..3).for_each(|_| assert_eq!(checkouts.tick(Instant::now()), []));
        assert!(!wakes(look), "a look wakes the next one");
        assert!(!wakes(&mut || assert_eq!(std::fs::read(&path).unwrap(), b"")), "a program's reading wakes");
        assert!(wakes(&mut || drop(std::fs::OpenOptions::new().write(true).open(&path).unwrap())));
    }

    #[test]
    fn a_save_is_told_because_something_moved() {
        expect_news_of_a_save(|checkouts, tell| {
            let (never, (wake, woken)) = (Duration::from_hours(24), mpsc::channel());
            let events = watch(checkouts.lock().unwrap().root(), wake.clone()).unwrap();
            Watcher::looking_every(never, (wake, woken), Some(events), checkouts, move |event| {
                tell.send(event).unwrap();
            })
        });
    }

    #[test]
    fn a_save_is_told_where_the_system_has_no_watches_left() {
        expect_news_of_a_save(|checkouts, tell| {
            // A folder that is not there is refused as one for which no watch is left.
            let gone = checkouts.lock().unwrap().root().join("gone");
            checkouts.lock().unwrap().root = gone;
            Watcher::start(checkouts, move |event| {
                tell.send(event).unwrap();
            })
        });
    }
}
