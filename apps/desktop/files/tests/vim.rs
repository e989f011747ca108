//! Saves of vim itself, with its swap file and its backup: each is told whole and once, and nothing of it stays.

#![cfg(unix)]
#![allow(missing_docs)]

mod desk;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use desk::{Desk, ID, beside};

/// vim with a document open, told what to do line by line (ex commands).
struct Vim(Child);

impl Vim {
    fn open(path: &Path) -> Option<Self> {
        let settings = [
            "-u",
            "NONE",
            "-i",
            "NONE",
            "-e",
            "-s",
            "--cmd",
            "set backup writebackup swapfile updatecount=1 backupskip=",
        ];
        let vim = Command::new("vim").args(settings).arg(path).env("TERM", "dumb").stdin(Stdio::piped()).spawn();
        vim.ok().map(Self)
    }

    /// Resolves once all of the commands have been followed.
    fn run(&mut self, commands: &[&str], done: &Path) {
        let marker = format!("call writefile([], '{}')", done.display());
        for command in commands.iter().chain([&marker.as_str()]) {
            writeln!(self.0.stdin.as_mut().unwrap(), "{command}").unwrap();
        }
        while !done.exists() {
            assert!(self.0.try_wait().unwrap().is_none(), "vim has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(done).unwrap();
    }
}

impl Drop for Vim {
    fn drop(&mut self) {
        // It has ended already, or ends now.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn every_save_is_told_whole_and_nothing_of_it_stays() {
    let (mut desk, path) = Desk::with("Angebot.txt", b"zero\n");
    let Some(mut vim) = Vim::open(&path) else {
        // The harness keeps to itself what a test prints by its macros.
        writeln!(std::io::stderr(), "SKIPPED: the saves of vim were not tried: vim is not on this machine.").unwrap();
        return;
    };
    let done = desk.folder.path().join("done");
    let saves: Vec<String> = (0..20).map(|save| format!("save {save} {}", "x".repeat(save * 97))).collect();
    for text in &saves {
        vim.run(&[&format!("call setline(1, '{text}')"), "w!"], &done);
        desk.rest();
    }
    let told: Vec<Vec<u8>> = saves.iter().map(|text| format!("{text}\n").into_bytes()).collect();
    assert!(desk.saved == told, "told: {} of {}", desk.saved.len(), told.len());
    desk.upload();
    if cfg!(target_os = "linux") {
        assert_eq!(desk.held(), [ID], "vim is not seen");
        assert_eq!(desk.restart().len(), 1, "wiped under vim");
    }
    assert!(beside(&path, ".Angebot.txt.swp").exists() && beside(&path, "Angebot.txt~").exists());

    // Something unsaved in its swap file when it crashes.
    vim.run(&["call setline(1, 'never saved')", "preserve"], &done);
    drop(vim);
    assert_eq!(desk.checkouts.close(ID, desk.now).unwrap(), Some(Vec::new()));
    assert!(desk.is_empty());
}
