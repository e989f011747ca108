//! The life of a checkout: what is told, what is refused, and what is left behind.

#![allow(missing_docs)]

mod desk;

use std::fs;
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use desk::{Desk, ID, SERVER, TICK, beside, checkout, hex};
use kontor_files::{Checkout, Checkouts, Error};

const OVER_HALF_AN_HOUR: Duration = Duration::from_mins(31);

#[test]
fn a_save_while_the_last_one_is_read_leaves_both_whole() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "first").unwrap();
    desk.rest();
    let mut uploading = desk.checkouts.read(ID).unwrap();
    let begun = desk.checkouts.piece(&mut uploading, 2).unwrap();
    fs::write(&path, "second").unwrap();
    desk.rest();
    assert_eq!((begun, desk.read_on(&mut uploading).unwrap()), (b"fi".to_vec(), b"rst".to_vec()));
    desk.checkouts.uploaded(ID, "document", "blob-1", &uploading.digest).unwrap();
    assert_eq!(desk.read(ID), b"second", "the later save went with the earlier one");
    assert_eq!(desk.saved, [b"first".to_vec(), b"second".to_vec()]);
}

#[test]
fn a_touch_is_no_save_and_going_back_is_one() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "zero").unwrap();
    desk.rest();
    assert!(desk.saved.is_empty());
    for content in ["one", "zero"] {
        fs::write(&path, content).unwrap();
        desk.rest();
    }
    assert_eq!(desk.saved, [b"one".to_vec(), b"zero".to_vec()]);
}

#[cfg(unix)]
#[test]
fn a_file_of_the_same_size_and_time_in_its_place_is_a_save() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let fresh = beside(&path, "new");
    fs::write(&fresh, "four").unwrap();
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&fresh).unwrap().set_modified(time).unwrap();
    fs::rename(&fresh, &path).unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"four"]);
}

#[test]
fn a_content_counts_once_it_has_rested() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    // Seen at the first look, hashed at the second.
    desk.pass(TICK + Duration::from_millis(1500));
    assert!(desk.saved.is_empty(), "told too soon");
    desk.pass(TICK);
    assert_eq!(desk.saved, [b"one"]);
}

#[test]
fn what_is_missing_or_no_plain_file_is_never_told() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let secret = desk.folder.path().join("secret");
    fs::write(&secret, "of somebody else").unwrap();
    fs::remove_file(&path).unwrap();
    desk.rest();
    fs::create_dir(&path).unwrap();
    desk.rest();
    fs::remove_dir(&path).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, &path).unwrap();
        desk.rest();
        fs::remove_file(&path).unwrap();
    }
    assert!(desk.saved.is_empty());
    assert!(matches!(desk.checkouts.read(ID), Err(Error::Unsaved)));
    fs::write(&path, "back").unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"back"]);
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    desk.rest();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&desk.root()), 0o700);
    let mut files = 0;
    for entry in fs::read_dir(desk.root()).unwrap().flatten() {
        let is_folder = entry.file_type().unwrap().is_dir();
        assert_eq!(mode(&entry.path()), if is_folder { 0o700 } else { 0o600 }, "{:?}", entry.path());
        files += 1;
    }
    assert_eq!((files, mode(&path)), (3, 0o600));
}

#[test]
fn closing_signing_out_and_an_aborted_opening_leave_nothing() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    fs::write(beside(&path, ".~lock.a.txt#"), "Anna").unwrap();
    desk.rest();
    assert!(desk.checkouts.discard(ID, desk.now).unwrap().is_empty());
    assert!(desk.is_empty());
    assert!(matches!(desk.checkouts.close(ID, desk.now), Err(Error::Unknown)));

    let mut incoming = desk.checkouts.begin(checkout("b.txt")).unwrap();
    incoming.write(b"half").unwrap();
    drop(incoming);
    assert!(desk.is_empty());

    let (mut desk, _) = Desk::with("c.txt", b"zero");
    desk.checkouts.wipe(SERVER, Some("ben")).unwrap();
    assert!(!desk.is_empty(), "wiped with what is somebody else's");
    desk.checkouts = Checkouts::new(&desk.root());
    desk.checkouts.wipe(SERVER, Some("anna")).unwrap();
    assert!(desk.is_empty());

    let (mut desk, _) = Desk::with("c.txt", b"zero");
    desk.checkouts.wipe(SERVER, None).unwrap();
    assert!(desk.is_empty());
}

#[test]
fn what_is_wiped_on_its_way_here_is_never_finished() {
    for user in [None, Some("anna")] {
        let mut desk = Desk::new();
        let mut incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
        incoming.write(b"half").unwrap();
        desk.checkouts.wipe(SERVER, Some("ben")).unwrap();
        assert!(!desk.is_empty(), "stopped with what is somebody else's");
        desk.checkouts.wipe(SERVER, user).unwrap();
        assert!(desk.is_empty(), "half of it stayed");
        incoming.write(b"more").unwrap();
        assert!(matches!(desk.checkouts.finish(incoming, desk.now), Err(Error::Unknown)));
        assert!(desk.is_empty());
        assert!(desk.checkouts.left(desk.now).unwrap().is_empty());
    }
    let mut desk = Desk::new();
    let incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
    desk.checkouts.wipe(SERVER, Some("ben")).unwrap();
    assert!(desk.checkouts.finish(incoming, desk.now).is_ok(), "stopped with what is somebody else's");
}

#[cfg(unix)]
#[test]
fn wiping_follows_no_links() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let mine = desk.folder.path().join("mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("letter"), "dear").unwrap();
    std::os::unix::fs::symlink(&mine, beside(&path, "link")).unwrap();
    desk.checkouts.wipe(SERVER, None).unwrap();
    assert!(desk.is_empty());
    assert_eq!(fs::read(mine.join("letter")).unwrap(), b"dear");
}

#[test]
fn a_start_offers_what_was_not_uploaded_and_wipes_the_rest() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    let left = desk.restart();
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].digest.as_str(), left[0].checkout.id.as_str()), (hex(b"one").as_str(), ID));
    assert_eq!(desk.read(ID), b"one");
    desk.rest();
    assert!(desk.saved.is_empty(), "what was offered was told as a save too");
    desk.checkouts.uploaded(ID, "copy", "blob-2", &left[0].digest).unwrap();
    assert!(desk.restart().is_empty());
    assert!(desk.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_start_tells_which_file_its_program_still_has_and_its_release() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let (program, lock) = (fs::File::open(&path).unwrap(), beside(&path, ".~lock.a.odt#"));
    fs::write(&lock, "Anna").unwrap();
    fs::write(&path, "one").unwrap();
    assert!(desk.restart()[0].is_held);
    desk.rest();
    assert_eq!(desk.released, 0, "released while its program has it");
    drop(program);
    fs::remove_file(&lock).unwrap();
    desk.rest();
    assert_eq!(desk.released, 1);
    assert!(!desk.restart()[0].is_held);
}

#[test]
fn a_save_while_the_last_one_is_read_at_a_start_is_told() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    // Copying it takes a moment.
    fs::write(&path, vec![b'1'; 8 << 20]).unwrap();
    let copy = path.parent().unwrap().with_extension("new");
    let program = save_once(&desk, &path, move || fs::metadata(&copy).is_ok_and(|copy| copy.len() > 0));
    desk.restart();
    program.join().unwrap();
    desk.rest();
    assert_eq!(desk.saved, [b"saved"]);
}

#[test]
fn a_save_before_a_start_wipes_what_was_uploaded_is_kept_and_told() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    // Hashing it takes a moment, after the document was read.
    fs::write(beside(&path, "large.bin"), vec![b'1'; 8 << 20]).unwrap();
    let copy = path.parent().unwrap().with_extension("saved");
    fs::write(&copy, "zero").unwrap();
    let program = save_once(&desk, &path, move || !copy.exists());
    let left = desk.restart();
    program.join().unwrap();
    assert_eq!(left.len(), 2);
    desk.rest();
    assert_eq!(desk.saved, [b"saved"]);
}

/// Saves a document, as a program does that renames over it, once something has come about.
fn save_once(desk: &Desk, path: &Path, is_time: impl Fn() -> bool + Send + 'static) -> JoinHandle<()> {
    let (fresh, path) = (desk.folder.path().join("fresh"), path.to_owned());
    fs::write(&fresh, "saved").unwrap();
    thread::spawn(move || {
        while !is_time() {
            thread::sleep(Duration::from_millis(1));
        }
        fs::rename(fresh, path).unwrap();
    })
}

#[test]
fn a_start_takes_up_the_conflict_copy_and_the_later_save() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    desk.rest();
    desk.checkouts.uploaded(ID, "copy", "blob-2", &hex(b"one")).unwrap();
    fs::write(&path, "two").unwrap();
    let left = desk.restart();
    assert_eq!((left[0].checkout.document_id.as_str(), left[0].checkout.base.as_str()), ("copy", "blob-2"));
    assert_eq!(desk.read(ID), b"two");
}

#[test]
fn a_start_wipes_a_document_that_was_never_written_whole() {
    let mut desk = Desk::new();
    let mut incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
    incoming.write(b"half").unwrap();
    std::mem::forget(incoming);
    assert!(desk.restart().is_empty());
    assert!(desk.is_empty());
}

#[test]
fn a_start_wipes_nothing_whose_state_it_cannot_read() {
    let earlier = |state: &str| {
        let mut state: serde_json::Value = serde_json::from_str(state).unwrap();
        state.as_object_mut().unwrap().remove("scopeId").unwrap();
        state.to_string()
    };
    for shape in [&earlier as &dyn Fn(&str) -> String, &|_| "garbage".into(), &|_| String::new()] {
        let (mut desk, path) = Desk::with("a.txt", b"zero");
        fs::write(&path, "one").unwrap();
        desk.rest();
        let state = desk.root().join(path.parent().unwrap()).with_extension("json");
        let written = fs::read_to_string(&state).unwrap();
        fs::write(&state, shape(&written)).unwrap();
        for _ in 0..2 {
            assert!(desk.restart_unseen().is_empty());
            assert_eq!(fs::read(&path).unwrap(), b"one", "wiped with what is not uploaded");
            assert_eq!(fs::read(state.with_extension("saved")).unwrap(), b"one");
        }
        assert!(
            desk.checkouts.wipe(SERVER, Some("anna")).is_err(),
            "nobody is told that a file stays that may be theirs"
        );
        fs::write(&state, written).unwrap();
        assert_eq!(desk.restart().len(), 1, "a version that can read it takes it up");
        fs::write(&state, "garbage").unwrap();
        desk.checkouts.wipe(SERVER, None).unwrap();
        assert!(desk.is_empty());
    }
}

#[test]
fn a_start_ends_a_save_that_was_cut_off_after_the_deletion() {
    let (mut desk, path) = Desk::with("a.xlsx", b"zero");
    fs::write(beside(&path, "~$a.xlsx"), "Anna").unwrap();
    fs::write(beside(&path, "5B1C2E00"), "new sheet").unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(desk.restart().len(), 1);
    assert_eq!(desk.read(ID), b"new sheet");
}

#[test]
fn a_start_keeps_the_last_save_of_a_file_that_is_gone() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    desk.rest();
    fs::remove_file(&path).unwrap();
    assert_eq!(desk.restart().len(), 1);
    assert_eq!(desk.read(ID), b"one");
}

#[test]
fn a_start_never_puts_an_older_content_in_the_place_of_the_last_save() {
    let aged = |path: &std::path::Path| {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_mins(1)).unwrap();
    };
    for (name, is_aged) in [("a.bak", true), ("a.txt~", false), ("a.txt.BAK", false), ("4711", true)] {
        let (mut desk, path) = Desk::with("a.txt", b"zero");
        fs::write(&path, "one").unwrap();
        desk.rest();
        fs::write(beside(&path, name), "before one").unwrap();
        if is_aged {
            aged(&beside(&path, name));
        }
        fs::remove_file(&path).unwrap();
        desk.restart();
        assert_eq!(String::from_utf8(desk.read(ID)).unwrap(), "one", "{name}");
    }
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    desk.rest();
    fs::write(beside(&path, "4711"), "two").unwrap();
    let later = std::time::SystemTime::now() + Duration::from_secs(1);
    fs::File::options().write(true).open(beside(&path, "4711")).unwrap().set_modified(later).unwrap();
    fs::remove_file(&path).unwrap();
    desk.restart();
    assert_eq!(desk.read(ID), b"two", "the later save that was cut off is gone");
}

#[test]
fn a_start_puts_no_old_backup_in_the_place_of_what_is_uploaded() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(beside(&path, "a.txt~"), "zero").unwrap();
    fs::write(&path, "one").unwrap();
    desk.rest();
    desk.checkouts.uploaded(ID, "document", "blob-1", &hex(b"one")).unwrap();
    let before = std::time::SystemTime::now() - Duration::from_mins(1);
    fs::File::options().write(true).open(beside(&path, "a.txt~")).unwrap().set_modified(before).unwrap();
    fs::remove_file(&path).unwrap();
    desk.restart();
    assert!(!path.exists(), "the content before the last one was offered as the newest");
}

#[test]
fn two_servers_that_know_the_same_account_are_kept_apart() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let other = Checkout { server: "https://trial.example".into(), id: "other".into(), ..checkout("b.txt") };
    let incoming = desk.checkouts.begin(other.clone()).unwrap();
    let others = desk.checkouts.finish(incoming, desk.now).unwrap();
    let mut arriving = desk.checkouts.begin(Checkout { id: "arriving".into(), ..other }).unwrap();
    for user in [Some("anna"), None] {
        desk.checkouts.wipe(SERVER, user).unwrap();
        assert!(!path.exists());
        assert!(others.exists(), "wiped with what is of another server: {user:?}");
        arriving.write(b"more").unwrap();
    }
    assert!(desk.checkouts.finish(arriving, desk.now).unwrap().exists());
    let left = desk.restart_unseen();
    assert!(left.iter().all(|each| each.checkout.server == "https://trial.example") && left.len() == 2);
    desk.checkouts.wipe("https://trial.example", Some("anna")).unwrap();
    assert!(desk.is_empty());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_counts_as_not_uploaded_and_hides_nothing_else() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let incoming = desk.checkouts.begin(Checkout { id: "other".into(), ..checkout("b.txt") }).unwrap();
    let other = desk.checkouts.finish(incoming, desk.now).unwrap();
    fs::write(other, "one").unwrap();
    // A plain file in the folder's place lists nothing, whoever the tests run as.
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path.parent().unwrap(), "no folder").unwrap();
    let mut unsent = desk.unsent();
    unsent.sort();
    assert_eq!(unsent, ["a.txt", "b.txt"]);
    desk.checkouts = Checkouts::new(&desk.root());
    unsent = desk.unsent();
    unsent.sort();
    assert_eq!(unsent, ["a.txt", "b.txt"]);
}

#[test]
fn a_cache_that_was_cleared_holds_nothing_and_takes_documents_again() {
    let (mut desk, _) = Desk::with("a.txt", b"zero");
    desk.checkouts = Checkouts::new(&desk.root());
    fs::remove_dir_all(desk.root()).unwrap();
    assert!(desk.unsent().is_empty() && desk.held().is_empty());
    desk.checkouts.wipe(SERVER, None).unwrap();
    let incoming = desk.checkouts.begin(checkout("a.txt")).unwrap();
    assert!(desk.checkouts.finish(incoming, desk.now).unwrap().exists());
}

#[test]
fn a_page_that_was_loaded_anew_is_told_what_is_open_and_of_its_release() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let told = |desk: &mut Desk| {
        let left = desk.checkouts.left(desk.now).unwrap();
        left.into_iter().map(|left| (left.checkout.id, left.is_held, left.is_unsent)).collect::<Vec<_>>()
    };
    assert_eq!(told(&mut desk), [(ID.to_owned(), true, false)]);
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    fs::write(&path, "one").unwrap();
    desk.rest();
    assert_eq!(told(&mut desk), [(ID.to_owned(), true, true)]);
    fs::remove_file(&lock).unwrap();
    desk.rest();
    told(&mut desk);
    desk.rest();
    assert_eq!(desk.released, 2, "nobody told the new page that it was released");
    assert_eq!(fs::read(path).unwrap(), b"one");
}

#[test]
fn it_is_released_once_its_lock_file_is_gone_and_its_save_told() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    desk.pass(OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 0, "released while its program has it");
    fs::write(&path, "one").unwrap();
    fs::remove_file(&lock).unwrap();
    desk.pass(Duration::from_millis(1750));
    assert_eq!((desk.saved.len(), desk.released), (0, 0), "released before its save was told");
    desk.pass(OVER_HALF_AN_HOUR);
    assert_eq!((desk.saved.len(), desk.released), (1, 1));
}

#[cfg(target_os = "linux")]
#[test]
fn without_lock_files_it_is_released_half_an_hour_after_its_program_was_seen() {
    let (mut desk, path) = Desk::with("a.png", b"zero");
    let program = fs::File::open(&path).unwrap();
    desk.pass(OVER_HALF_AN_HOUR);
    assert_eq!(desk.released, 0, "released while it is open");
    drop(program);
    desk.pass(Duration::from_mins(29));
    assert_eq!(desk.released, 0, "released too soon");
    desk.pass(Duration::from_mins(4));
    assert_eq!(desk.released, 1);
}

#[test]
fn programs_and_ids_that_are_open_are_refused_before_anything_is_written() {
    let mut desk = Desk::new();
    for name in ["a.exe", "a.EXE. ", "a\u{202e}fdp.sh", "start.desktop", "x.lnk"] {
        assert!(matches!(desk.checkouts.begin(checkout(name)), Err(Error::Program)), "{name}");
    }
    assert!(desk.is_empty());
    let (mut desk, _) = Desk::with("a.txt", b"zero");
    assert!(matches!(desk.checkouts.begin(checkout("a.txt")), Err(Error::Exists)));
}
