//! Signals by which a system ends programs: on log-out, on shutdown, by Ctrl + C in a terminal.

use std::io;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use tauri::{AppHandle, Manager as _};
use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::files::Files;

/// How long the main thread may take to end the app; one that takes longer hangs. Less than a system waits before it kills.
const PATIENCE: Duration = Duration::from_secs(5);

/// Ends the app at each of them as a person would, but asks nobody: the system does not wait for an answer.
pub fn obey(app: &AppHandle) {
    let app = app.clone();
    let quit = app.clone();
    let heard = hear(move || {
        end(PATIENCE, || quit.exit(0), || app.state::<Files>().end(), |code| std::process::exit(code));
    });
    if let Err(error) = heard {
        unheard(&error);
    }
}

fn unheard(error: &io::Error) {
    eprintln!("a signal is not heard, and ends the app unasked: {error}");
}

/// Calls once at the first of them: a log-out sends two in a row, and the second says nothing new. The thread is its own, since
/// commands may keep all that answer the page.
fn hear(told: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    let kinds = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()];
    let mut signals: Vec<Signal> =
        kinds.into_iter().filter_map(|kind| signal(kind).inspect_err(unheard).ok()).collect();
    drop(inside);
    thread::spawn(move || {
        runtime.block_on(std::future::poll_fn(|context| {
            let is_one_here = signals.iter_mut().any(|each| each.poll_recv(context).is_ready());
            if is_one_here { Poll::Ready(()) } else { Poll::Pending }
        }));
        told();
    });
    Ok(())
}

/// Ends the app by `quit`, and where that takes longer than `patience` by wiping what is open and an exit with 1.
fn end(patience: Duration, quit: impl FnOnce(), wipe: impl FnOnce(), exit: impl FnOnce(i32)) {
    quit();
    thread::sleep(patience);
    wipe();
    exit(1);
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::{Arc, Mutex, mpsc};

    use tauri::async_runtime;

    use super::*;

    #[test]
    fn a_signal_is_heard_while_commands_keep_every_thread_that_answers_the_page() {
        let (tell, heard) = mpsc::channel();
        hear(move || tell.send(()).unwrap()).unwrap();
        let (done, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for _ in 0..64 {
            let wait = Arc::clone(&wait);
            async_runtime::spawn(async move {
                // It ends where nobody sends any more.
                let _ = wait.lock().unwrap().recv();
            });
        }
        let pid = std::process::id().to_string();
        assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
        heard.recv_timeout(Duration::from_secs(30)).unwrap();
        drop(done);
    }

    #[test]
    fn an_app_that_hangs_is_wiped_before_it_is_ended_by_force() {
        let steps = Mutex::new(Vec::new());
        let note = |step: String| steps.lock().unwrap().push(step);
        let patience = Duration::from_millis(20);
        let start = std::time::Instant::now();
        end(patience, || note("quit".into()), || note("wipe".into()), |code| note(format!("exit {code}")));
        assert_eq!(*steps.lock().unwrap(), ["quit", "wipe", "exit 1"]);
        assert!(start.elapsed() >= patience);
    }
}
