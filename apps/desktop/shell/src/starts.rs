//! Starts of the app while one of it ends: no link is lost, and a window opens after all.

use std::io;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tauri::{AppHandle, Env, Manager as _};

/// Counts the tries of a start to reach the app that runs.
#[cfg(target_os = "linux")]
pub const TRIES: &str = "KONTOR_START_TRIES";

/// The arguments of each start that came since the app began to end; none before.
#[derive(Default)]
pub struct Starts(Mutex<Option<Vec<Vec<String>>>>);

impl Starts {
    fn lock(&self) -> MutexGuard<'_, Option<Vec<Vec<String>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the starts that come from now on.
    pub fn keep(&self) {
        self.lock().get_or_insert_default();
    }

    /// Keeps a start, by its arguments without the program's name. Returns false where the app does not end: it takes the start
    /// itself.
    pub fn kept(&self, args: Vec<String>) -> bool {
        self.lock().as_mut().map(|starts| starts.push(args)).is_some()
    }

    /// Returns the arguments of the start that is to follow: the last that leads somewhere, else any.
    fn take(&self) -> Option<Vec<String>> {
        let mut starts = self.lock().as_mut().map(std::mem::take)?;
        let leads = starts.iter().rposition(|args| !args.is_empty());
        leads.map(|at| starts.swap_remove(at)).or_else(|| starts.pop())
    }

    /// Starts the app anew, once this one is no longer known as the one that runs, if somebody asked for it meanwhile.
    pub fn follow(&self, app: &AppHandle) {
        app.cleanup_before_exit();
        let Some(args) = self.take() else { return };
        if let Err(error) = program(&app.env()).and_then(|mut program| program.args(args).spawn()) {
            eprintln!("the app could not be started anew: {error}");
        }
    }
}

/// Returns this program, to be started as from outside.
fn program(env: &Env) -> io::Result<Command> {
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "an image alone has an environment to leave"))]
    let mut command = Command::new(tauri::process::current_binary(env)?);
    #[cfg(target_os = "linux")]
    {
        crate::image::leave(&mut command);
        command.env_remove(TRIES);
    }
    Ok(command)
}

/// Starts this program once more in its own place, where the app that ran was gone before it took this start. Returns where that is not
/// so, or was tried often enough.
#[cfg(target_os = "linux")]
pub fn try_again(error: &tauri::Error) {
    use std::os::unix::process::CommandExt as _;
    use std::time::Duration;

    if !matches!(error, tauri::Error::PluginInitialization(name, _) if name == "single-instance") {
        return;
    }
    let tried = std::env::var(TRIES).ok().and_then(|tries| tries.parse::<u8>().ok()).unwrap_or_default();
    if tried >= 5 {
        return;
    }
    std::thread::sleep(Duration::from_millis(200));
    let started = program(&Env::default())
        .map(|mut program| program.args(std::env::args_os().skip(1)).env(TRIES, (tried + 1).to_string()).exec());
    let (Ok(error) | Err(error)) = started;
    eprintln!("the app could not be started anew: {error}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(link: &str) -> Vec<String> {
        link.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_start_goes_to_the_app_that_runs_and_waits_for_its_end_while_it_ends() {
        let starts = Starts::default();
        assert!(!starts.kept(args("kontor://w1")));
        starts.keep();
        assert_eq!(starts.take(), None);
        assert!(starts.kept(args("")));
        assert_eq!(starts.take(), Some(args("")));
        assert_eq!(starts.take(), None);
    }

    #[test]
    fn of_several_starts_the_last_link_is_followed() {
        let starts = Starts::default();
        starts.keep();
        for link in ["kontor://w1", "kontor://w2", ""] {
            assert!(starts.kept(args(link)));
        }
        starts.keep();
        assert_eq!(starts.take(), Some(args("kontor://w2")));
    }
}
