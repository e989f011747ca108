//! What happens where the disk takes nothing more, and what is known before anybody asked for what an earlier run left.

#![allow(missing_docs)]

mod desk;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use desk::{Desk, ID, SERVER, beside, checkout, hex, refuse};
use kontor_files::Checkouts;

const A_MINUTE: Duration = Duration::from_mins(1);

#[test]
fn a_save_that_the_disk_refuses_to_copy_is_told_once_can_be_read_and_is_tried_again() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    refuse(&path, true);
    fs::write(&path, "one").unwrap();
    desk.pass(A_MINUTE);
    assert_eq!((desk.refused, desk.saved.len()), (1, 0), "nobody was told, or without end");
    assert_eq!(desk.unsent(), ["a.txt"]);
    refuse(&path, false);
    desk.pass(A_MINUTE);
    assert_eq!(desk.saved, [b"one"]);
    refuse(&path, true);
    fs::write(&path, "two").unwrap();
    desk.pass(A_MINUTE);
    assert_eq!(desk.refused, 2);
    // Somebody has it uploaded all the same.
    assert_eq!(desk.read(ID), b"two");
    assert!(desk.checkouts.uploaded(ID, "document", "blob-2", &hex(b"two")).is_err());
    desk.pass(A_MINUTE);
    assert_eq!((desk.saved.len(), desk.unsent().len()), (1, 0), "told once more");
    refuse(&path, false);
    desk.pass(A_MINUTE);
    assert!(desk.restart().is_empty(), "what was uploaded was not noted once there was room");
    assert!(desk.is_empty());
}

#[test]
fn each_content_that_the_disk_refuses_is_told_and_so_is_that_it_is_the_uploaded_one_again() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    refuse(&path, true);
    fs::write(&path, "one").unwrap();
    desk.pass(A_MINUTE);
    assert_eq!(desk.read(ID), b"one");
    fs::write(&path, "two").unwrap();
    desk.pass(A_MINUTE);
    assert_eq!(desk.refused, 2, "the second was not told");
    // A page that was loaded anew.
    assert!(desk.checkouts.left(desk.now).unwrap().iter().all(|each| each.is_unsent));

    let (mut desk, path) = Desk::with("a.txt", b"zero");
    refuse(&path, true);
    fs::write(&path, "one").unwrap();
    desk.pass(A_MINUTE);
    fs::write(&path, "zero").unwrap();
    desk.pass(A_MINUTE);
    assert_eq!((desk.refused, desk.undone), (1, 1), "a failure stands that is none any more");
    assert!(desk.checkouts.left(desk.now).unwrap().iter().all(|each| !each.is_unsent));
}

/// Opens a document on a full disk, with a save that was told as refused.
fn refused(content: &str) -> (Desk, PathBuf) {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    refuse(&path, true);
    fs::write(&path, content).unwrap();
    desk.pass(A_MINUTE);
    assert_eq!(desk.refused, 1);
    (desk, path)
}

#[test]
fn a_content_that_changes_while_it_is_read_is_no_content_and_is_told_again() {
    let changes: [fn(&Path); 4] = [
        |path| fs::write(path, "second").unwrap(),
        |path| fs::write(path, "the second").unwrap(),
        |path| fs::write(path, "").unwrap(),
        // It is as it was before it is looked at.
        |path| {
            fs::write(path, "second").unwrap();
            fs::write(path, "first!").unwrap();
        },
    ];
    for change in changes {
        let (mut desk, path) = refused("first!");
        let mut saved = desk.checkouts.read(ID).unwrap();
        desk.checkouts.piece(&mut saved, 3).unwrap();
        change(&path);
        let content = fs::read(&path).unwrap();
        match desk.read_on(&mut saved) {
            Ok(rest) => assert_eq!((rest.as_slice(), content.as_slice()), (&b"st!"[..], &b"first!"[..])),
            Err(error) => assert_eq!(error.code(), "disk"),
        }
        assert!(desk.unsent() == ["a.txt"]);
        let told = desk.refused;
        desk.rest();
        assert!(content == b"first!" || desk.refused == told + 1, "what came to rest was not told");
        assert_eq!(desk.read(ID), content);
    }
}

#[test]
fn half_a_save_on_a_full_disk_is_not_read() {
    let (mut desk, path) = refused("first");
    let deeds: [fn(&Path); 2] = [|path| fs::write(path, "sec").unwrap(), |path| fs::remove_file(path).unwrap()];
    for (times, deed) in (2..).zip(deeds) {
        deed(&path);
        assert_eq!(desk.checkouts.read(ID).unwrap_err().code(), "disk");
        fs::write(&path, format!("save {times}")).unwrap();
        desk.rest();
        assert_eq!(desk.refused, times, "what came to rest was not told");
        assert_eq!(desk.read(ID), format!("save {times}").into_bytes());
    }
    fs::write(&path, "half").unwrap();
    refuse(&path, false);
    assert_eq!(desk.checkouts.read(ID).unwrap_err().code(), "disk");
    fs::write(&path, "whole").unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"whole"]);
}

#[test]
fn a_start_offers_what_the_disk_refuses_to_copy_and_wipes_what_is_uploaded() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    fs::write(beside(&path, "b.txt"), "two").unwrap();
    refuse(&path, true);
    let left = desk.restart();
    assert!(left.iter().any(|each| each.is_unsent && each.digest == hex(b"one")), "{left:?}");
    assert_eq!(desk.read(ID), b"one");

    let (mut desk, path) = Desk::with("a.txt", b"zero");
    refuse(&path, true);
    desk.restart();
    assert!(!path.exists(), "what is on the server was copied first");
}

#[test]
fn what_an_earlier_run_left_is_counted_before_it_is_taken_up() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    fs::write(beside(&path, "b.txt"), "two").unwrap();
    let program = fs::File::open(&path).unwrap();
    desk.checkouts = Checkouts::new(&desk.root());
    assert_eq!(desk.unsent(), ["a.txt", "b.txt"]);
    if cfg!(target_os = "linux") {
        assert_eq!(desk.held(), [ID]);
    }
    drop(program);
    assert_eq!(desk.restart().len(), 2);
}

#[test]
fn a_folder_that_is_none_is_refused_and_taken_once_it_can_be() {
    let mut desk = Desk::new();
    fs::remove_dir(desk.root()).unwrap();
    fs::write(desk.root(), "").unwrap();
    desk.checkouts = Checkouts::new(&desk.root());
    let checkouts = &mut desk.checkouts;
    let refused = [
        checkouts.begin(checkout("a.txt")).map(drop),
        checkouts.left(desk.now).map(drop),
        checkouts.unsent().map(drop),
        checkouts.held().map(drop),
        checkouts.wipe(SERVER, None),
        checkouts.end(desk.now),
    ];
    assert_eq!(refused.map(|each| each.map_err(|error| error.code())), [Err("disk"); 6]);
    assert_eq!(checkouts.tick(desk.now), []);
    fs::remove_file(desk.root()).unwrap();
    let incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
    assert!(desk.checkouts.finish(incoming, desk.now).unwrap().exists());
}

#[test]
fn asking_for_what_was_left_leaves_what_is_arriving() {
    let mut desk = Desk::new();
    let mut incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
    incoming.write(b"ze").unwrap();
    assert!(desk.checkouts.left(desk.now).unwrap().is_empty());
    incoming.write(b"ro").unwrap();
    let path = desk.checkouts.finish(incoming, desk.now).unwrap();
    assert_eq!(fs::read(path).unwrap(), b"zero");
}
