//! Looks at the open documents when something moved below their folder.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::checkouts::{Checkouts, Error, Event};

/// Between two looks while a content comes to rest.
const SOON: Duration = Duration::from_millis(250);
/// Between two looks otherwise: systems lose events.
const SLOW: Duration = Duration::from_secs(5);

enum Wake {
    Moved,
    Stop,
}

/// Watches the folder of [`Checkouts`] until it is dropped.
pub struct Watcher {
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
    _events: RecommendedWatcher,
}

impl Watcher {
    /// Begins to watch, and hands each event to `tell` on a thread of its own. Fails when the system has no watches left.
    pub fn start(checkouts: Arc<Mutex<Checkouts>>, tell: impl Fn(Event) + Send + 'static) -> Result<Self, Error> {
        Self::looking_every(SLOW, checkouts, tell)
    }

    fn looking_every(
        slow: Duration,
        checkouts: Arc<Mutex<Checkouts>>,
        tell: impl Fn(Event) + Send + 'static,
    ) -> Result<Self, Error> {
        let (wake, woken) = mpsc::channel();
        let moved = wake.clone();
        let mut events = notify::recommended_watcher(move |_| {
            // Nobody listens any more once the watcher is being dropped.
            let _ = moved.send(Wake::Moved);
        })
        .map_err(refused)?;
        let root = lock(&checkouts).root().to_owned();
        events.watch(&root, RecursiveMode::Recursive).map_err(refused)?;
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
        Ok(Self { wake, thread: Some(thread), _events: events })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The thread ends at the message; it panics only if `tell` does.
        let _ = self.wake.send(Wake::Stop);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn refused(error: notify::Error) -> Error {
    Error::Io(std::io::Error::other(error))
}

/// A panic elsewhere leaves nothing half: each look begins with the files.
fn lock(checkouts: &Mutex<Checkouts>) -> std::sync::MutexGuard<'_, Checkouts> {
    checkouts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checkout;

    #[test]
    fn a_save_is_told_because_something_moved() {
        let folder = tempfile::tempdir().unwrap();
        let mut checkouts = Checkouts::new(&folder.path().join("open")).unwrap();
        let [id, user_id, workspace_id, document_id, base] =
            ["id", "anna", "firm", "document", "blob"].map(String::from);
        let checkout = Checkout { id, user_id, workspace_id, document_id, base, name: "a.txt".into(), is_new: false };
        let path = checkouts.finish(checkouts.begin(checkout).unwrap(), Instant::now()).unwrap();
        let (tell, told) = mpsc::channel();
        let never = Duration::from_hours(24);
        let checkouts = Arc::new(Mutex::new(checkouts));
        let watcher = Watcher::looking_every(never, checkouts, move |event| tell.send(event).unwrap()).unwrap();
        std::fs::write(&path, "one").unwrap();
        let event = told.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(matches!(event, Event::Saved { .. }));
        drop(watcher);
        assert!(told.recv().is_err(), "the watcher's thread outlived it");
    }
}
