//! Signals by which a system ends programs: on log-out, on shutdown, by Ctrl + C in a terminal.

use std::thread;
use std::time::Duration;

use tauri::{AppHandle, Manager as _, async_runtime};
use tokio::signal::unix::{SignalKind, signal};

use crate::files::Files;

/// How long the main thread may take to end the app; one that takes longer hangs. Less than a system waits before it kills.
const PATIENCE: Duration = Duration::from_secs(5);

/// Ends the app at each of them as a person would, but asks nobody: the system does not wait for an answer.
pub fn obey(app: &AppHandle) {
    for kind in [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()] {
        let app = app.clone();
        async_runtime::spawn(async move {
            match signal(kind) {
                // A log-out sends two of them in a row: the second says nothing new.
                Ok(mut signals) => {
                    if signals.recv().await.is_some() {
                        end(app);
                    }
                }
                Err(error) => eprintln!("a signal is not heard, and ends the app unasked: {error}"),
            }
        });
    }
}

/// Ends the app, also where its main thread hangs.
fn end(app: AppHandle) {
    app.exit(0);
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        app.state::<Files>().end();
        std::process::exit(1);
    });
}
