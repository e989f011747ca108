//! Documents that a program still has open: at the end of the app, at its next start, and after the program has crashed.

#![cfg(target_os = "linux")]
#![allow(missing_docs)]

mod desk;

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use desk::{Desk, ID, beside, hex};

const OVER_HALF_AN_HOUR: Duration = Duration::from_mins(31);

#[test]
fn the_end_keeps_what_a_program_has_open_and_the_next_start_follows_it() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let program = fs::File::open(&path).unwrap();
    fs::write(&path, "one").unwrap();
    desk.rest();
    desk.upload();
    assert_eq!(desk.held(), [ID]);
    // The end of the app does the same as its start.
    for _ in 0..2 {
        let left = desk.restart();
        assert_eq!(left.len(), 1, "wiped while its program has it");
        assert!(left[0].is_held && !left[0].is_unsent);
        assert!(desk.unsent().is_empty());
    }
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert_eq!(fs::read_dir(desk.root()).unwrap().count(), 2, "a copy of what is uploaded was kept");
    fs::write(&path, "two").unwrap();
    let left = desk.restart();
    assert!(left[0].is_held && left[0].is_unsent);
    assert_eq!(desk.read(ID), b"two");
    fs::write(&path, "three").unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"one".to_vec(), b"three".to_vec()]);
    desk.upload();
    drop(program);
    assert!(desk.restart().is_empty());
    assert!(desk.is_empty());
}

#[test]
fn the_end_wipes_what_was_closed_a_moment_ago() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    desk.rest();
    desk.checkouts.end(desk.now).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"zero", "wiped under a program that is not seen");

    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    desk.rest();
    fs::remove_file(&lock).unwrap();
    // Before its release was told.
    desk.checkouts.end(desk.now).unwrap();
    assert!(desk.is_empty());
}

#[test]
fn what_no_program_is_seen_with_stays_until_it_is_closed_or_the_computer_starts_anew() {
    let (mut desk, path) = Desk::with("a.svg", b"zero");
    // What loads it keeps it open for a moment.
    let loading = fs::File::open(&path).unwrap();
    desk.pass(Duration::from_secs(50));
    drop(loading);
    desk.pass(2 * OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 0, "released under a program that is not seen");
    assert_eq!(desk.held(), [ID], "the end of the app does not ask");
    let left = desk.restart_unseen();
    assert!(left.len() == 1 && left[0].is_held, "wiped under a program that is not seen");
    fs::write(&path, "one").unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"one"]);
    desk.upload();

    let mut entries = fs::read_dir(desk.root()).unwrap().map(|entry| entry.unwrap().path());
    let state = entries.find(|path| path.is_file()).unwrap();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    let noted = fs::read_to_string(&state).unwrap();
    assert!(noted.contains(boot.trim()));
    fs::write(&state, noted.replace(boot.trim(), "another")).unwrap();
    assert!(desk.restart_unseen().is_empty());
    assert!(desk.is_empty());
}

#[test]
fn a_program_that_was_started_for_it_has_it_until_it_ends() {
    let (mut desk, path) = Desk::with("a.dxf", b"zero");
    let mut program = Command::new("sh");
    program.args(["-c", "read line", "sh"]).arg(format!("file://{}", path.display())).stdin(Stdio::piped());
    let mut program = program.spawn().unwrap();
    desk.pass(OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 0, "released under its program");
    assert_eq!(desk.restart().len(), 1, "wiped under its program");
    desk.pass(Duration::from_mins(2));
    program.kill().unwrap();
    program.wait().unwrap();
    assert!(desk.held().is_empty());
    desk.pass(Duration::from_mins(33));
    assert_eq!(desk.released, 1);
    assert!(desk.held().is_empty(), "its release is taken back");
}

#[test]
fn a_program_of_another_user_does_not_have_it() {
    let (mut desk, path) = Desk::with("a.dxf", b"zero");
    let loading = fs::File::open(&path).unwrap();
    desk.pass(Duration::from_mins(2));
    drop(loading);
    let mut program = Command::new("sh");
    program.args(["-c", "read line", "sh"]).arg(&path).stdin(Stdio::piped()).uid(65534);
    // Root alone starts a program as somebody else.
    let Ok(mut program) = program.spawn() else { return };
    assert!(desk.held().is_empty(), "somebody else keeps it open by its name");
    desk.pass(Duration::from_mins(33));
    assert_eq!(desk.released, 1);
    program.kill().unwrap();
    program.wait().unwrap();
}

#[test]
fn what_is_closed_in_a_program_that_goes_on_is_closed() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    let mut program = Command::new("sh");
    program.args(["-c", "read line", "sh"]).arg(&path).stdin(Stdio::piped());
    let mut program = program.spawn().unwrap();
    desk.pass(OVER_HALF_AN_HOUR);
    fs::remove_file(&lock).unwrap();
    desk.rest();
    assert_eq!(desk.released, 1);
    assert!(desk.held().is_empty(), "its release is taken back");
    program.kill().unwrap();
    program.wait().unwrap();
}

#[test]
fn a_start_moves_nothing_under_a_program_that_is_saving() {
    let (mut desk, path) = Desk::with("a.xlsx", b"zero");
    let half = beside(&path, "5B1C2E00");
    fs::write(&half, "ha").unwrap();
    let _program = fs::File::open(&half).unwrap();
    fs::remove_file(&path).unwrap();
    let left = desk.restart();
    assert!(left[0].is_held && !left[0].is_unsent);
    assert_eq!(fs::read(&half).unwrap(), b"ha", "half a save took the document's place");
    fs::write(&half, "whole").unwrap();
    fs::rename(&half, &path).unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"whole"]);
}

#[test]
fn what_was_saved_beside_it_is_offered_once_it_is_closed() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let letter = beside(&path, "Letter.odt");
    fs::write(&letter, "dear").unwrap();
    let program = fs::File::open(&letter).unwrap();
    assert_eq!(desk.restart().len(), 1);
    assert!(letter.exists(), "moved while its program has it");
    assert_eq!(desk.unsent(), ["Letter.odt"]);
    drop(program);
    let found = desk.checkouts.close(ID, desk.now).unwrap().unwrap();
    assert_eq!((found[0].digest.as_str(), found[0].is_unsent), (hex(b"dear").as_str(), true));
}

#[test]
fn the_lock_file_of_a_program_that_crashed_keeps_nothing_open() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, ",anna,desk,25.11.2026 21:30,file:///home/anna/.config/libreoffice/4;").unwrap();
    let program = fs::File::open(&path).unwrap();
    desk.pass(OVER_HALF_AN_HOUR);
    drop(program);
    desk.pass(Duration::from_mins(29));
    assert_eq!(desk.released, 0, "released too soon: it may be started again");
    desk.pass(Duration::from_mins(4));
    assert_eq!(desk.released, 1);
    let program = fs::File::open(&path).unwrap();
    desk.pass(Duration::from_mins(2));
    drop(program);
    desk.pass(Duration::from_mins(33));
    assert_eq!(desk.released, 2, "opened again and closed by another crash");
}

#[test]
fn what_is_opened_again_after_its_release_is_released_once_more() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let open_and_close = |desk: &mut Desk, released| {
        let program = fs::File::open(&path).unwrap();
        assert_eq!(desk.held(), [ID]);
        desk.pass(OVER_HALF_AN_HOUR);
        assert_eq!(desk.released, released, "released under its program");
        drop(program);
        desk.pass(Duration::from_mins(33));
    };
    open_and_close(&mut desk, 0);
    assert_eq!(desk.released, 1);
    open_and_close(&mut desk, 1);
    assert_eq!(desk.released, 2);
}

#[test]
fn what_is_opened_again_in_a_program_that_is_not_seen_stays() {
    let (mut desk, path) = Desk::with("notes.txt", b"zero");
    let program = fs::File::open(&path).unwrap();
    desk.pass(Duration::from_mins(2));
    drop(program);
    desk.pass(Duration::from_mins(25));
    assert_eq!(desk.checkouts.launch(ID, desk.now).unwrap(), path);
    desk.pass(2 * OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 0, "released under a program that was started before");
    assert_eq!(desk.held(), [ID]);
    let left = desk.restart_unseen();
    assert!(left.len() == 1 && left[0].is_held, "wiped under a program that was started before");
}

#[test]
fn what_is_opened_again_in_a_program_without_lock_files_stays() {
    let (mut desk, path) = Desk::with("a.csv", b"zero");
    let lock = beside(&path, ".~lock.a.csv#");
    fs::write(&lock, "Anna").unwrap();
    let program = fs::File::open(&path).unwrap();
    fs::write(&path, "one").unwrap();
    desk.pass(Duration::from_mins(2));
    fs::remove_file(&lock).unwrap();
    drop(program);
    desk.rest();
    assert_eq!(desk.released, 1);
    desk.checkouts.launch(ID, desk.now).unwrap();
    desk.upload();
    desk.pass(OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 1, "released under the second program");
    assert_eq!(desk.held(), [ID], "closed under the second program once it was uploaded");
}

#[test]
fn what_is_opened_again_and_closed_is_released() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    for times in 1..=2 {
        desk.checkouts.launch(ID, desk.now).unwrap();
        fs::write(&lock, "Anna").unwrap();
        desk.rest();
        desk.checkouts.launch(ID, desk.now).unwrap();
        desk.rest();
        fs::remove_file(&lock).unwrap();
        desk.rest();
        assert_eq!(desk.released, times);
    }
    desk.checkouts.launch(ID, desk.now).unwrap();
    let program = fs::File::open(&path).unwrap();
    desk.pass(Duration::from_mins(2));
    drop(program);
    desk.pass(Duration::from_mins(33));
    assert_eq!(desk.released, 3);
}

#[test]
fn what_the_disk_refuses_to_wipe_can_be_closed_again_and_what_was_saved_beside_it_is_told_then() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(beside(&path, "Brief.txt"), "dear").unwrap();
    let entries = || fs::read_dir(desk.root()).unwrap().map(|entry| entry.unwrap().path());
    let state = entries().find(|path| path.is_file()).unwrap();
    fs::remove_file(&state).unwrap();
    fs::create_dir(&state).unwrap();
    assert!(desk.checkouts.close(ID, desk.now).is_err());
    fs::remove_dir(&state).unwrap();
    let found = desk.checkouts.close(ID, desk.now).unwrap().unwrap();
    assert_eq!(found.iter().map(|each| each.checkout.name.as_str()).collect::<Vec<_>>(), ["Brief.txt"]);
    desk.checkouts.discard(&found[0].checkout.id, desk.now).unwrap();
    assert!(desk.is_empty());
}
