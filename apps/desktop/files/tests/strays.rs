//! Nothing that a person saved is wiped unseen: neither what has not come to rest nor what lies under another name.

#![allow(missing_docs)]

mod desk;

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use desk::{Desk, ID, TICK, beside, hex};
use kontor_files::{Error, Left};
use proptest::prelude::*;

fn names(left: &[Left]) -> Vec<(&str, &str)> {
    left.iter().map(|each| (each.checkout.name.as_str(), each.digest.as_str())).collect()
}

#[test]
fn a_save_that_has_not_come_to_rest_is_not_closed() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "one").unwrap();
    assert!(desk.checkouts.close(ID, desk.now).unwrap().is_none(), "a save was wiped before it was told");
    assert_eq!(desk.unsent(), ["a.txt"]);
    desk.rest();
    assert!(desk.checkouts.close(ID, desk.now).unwrap().is_none(), "a save was wiped before it was uploaded");
    desk.upload();
    assert!(desk.unsent().is_empty());
    assert_eq!(desk.checkouts.close(ID, desk.now).unwrap(), Some(Vec::new()));
    assert!(desk.is_empty());
}

#[test]
fn it_is_released_again_after_the_save_that_kept_it_open() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    let lock = beside(&path, ".~lock.a.odt#");
    fs::write(&lock, "Anna").unwrap();
    desk.rest();
    fs::remove_file(&lock).unwrap();
    desk.rest();
    assert_eq!(desk.released, 1);
    fs::write(&path, "one").unwrap();
    assert!(desk.checkouts.close(ID, desk.now).unwrap().is_none());
    desk.pass(TICK);
    assert_eq!(desk.released, 1, "released while a save comes to rest");
    desk.rest();
    assert_eq!((desk.saved.len(), desk.released), (1, 2));
}

#[test]
fn what_was_saved_beside_it_becomes_a_new_document() {
    let (mut desk, path) = Desk::with("a.odt", b"zero");
    fs::write(beside(&path, "Brief an Ben.odt"), "dear").unwrap();
    for (name, content) in
        [(".~lock.a.odt#", "Anna"), ("lu4711.tmp", "half"), ("a.odt~", "zero"), ("same.odt", "zero"), ("empty", "")]
    {
        fs::write(beside(&path, name), content).unwrap();
    }
    fs::create_dir(beside(&path, "pictures")).unwrap();
    fs::write(beside(&path, "pictures").join("1.png"), "png").unwrap();
    assert_eq!(desk.unsent(), ["Brief an Ben.odt", "1.png"]);
    let found = desk.checkouts.close(ID, desk.now).unwrap().unwrap();
    let wanted = [("Brief an Ben.odt", hex(b"dear")), ("1.png", hex(b"png"))];
    assert_eq!(names(&found), wanted.each_ref().map(|(name, digest)| (*name, digest.as_str())));
    assert!(found.iter().all(|each| each.checkout.is_new && each.checkout.document_id == "document"));
    assert!(!path.exists(), "the document was not wiped");

    let letter = found[0].checkout.id.clone();
    assert_eq!(desk.read(&letter), b"dear");
    assert_eq!(names(&desk.restart()).into_iter().collect::<BTreeSet<_>>(), names(&found).into_iter().collect());
    desk.checkouts.uploaded(&letter, "letter", "blob-3", &hex(b"dear")).unwrap();
    assert_eq!(desk.checkouts.close(&letter, desk.now).unwrap(), Some(Vec::new()));
    desk.checkouts.discard(&found[1].checkout.id, desk.now).unwrap();
    assert!(desk.is_empty());
}

#[test]
fn a_start_takes_up_what_was_saved_beside_a_document_that_is_uploaded() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(beside(&path, "b.txt"), "one").unwrap();
    assert_eq!(names(&desk.restart()), [("b.txt", hex(b"one").as_str())]);
    assert!(!path.exists());
}

#[test]
fn a_document_whose_name_begins_with_a_number_sign_is_no_programs_own() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(beside(&path, "#1 Angebot.txt"), "one").unwrap();
    fs::write(beside(&path, "#a.txt#"), "of Emacs").unwrap();
    assert_eq!(desk.unsent(), ["#1 Angebot.txt"]);
    let found = desk.checkouts.close(ID, desk.now).unwrap().unwrap();
    assert_eq!(names(&found), [("#1 Angebot.txt", hex(b"one").as_str())]);
}

#[test]
fn what_lies_in_a_folder_in_the_documents_own_place_is_found() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    fs::write(path.join("1.png"), "png").unwrap();
    assert_eq!(desk.unsent(), ["1.png"]);
    assert_eq!(names(&desk.restart()), [("1.png", hex(b"png").as_str())]);
}

#[test]
fn discarding_a_document_discards_nothing_beside_it() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    fs::write(&path, "not wanted").unwrap();
    fs::write(beside(&path, "b.txt"), "wanted").unwrap();
    let found = desk.checkouts.discard(ID, desk.now).unwrap();
    assert_eq!(names(&found), [("b.txt", hex(b"wanted").as_str())]);
}

#[test]
fn a_program_that_was_saved_beside_it_is_not_started() {
    let (mut desk, path) = Desk::with("Invoice.pdf", b"zero");
    fs::write(beside(&path, "Invoice.pdf.exe"), "MZ").unwrap();
    let found = desk.checkouts.close(ID, desk.now).unwrap().unwrap();
    let program = found[0].checkout.id.clone();
    assert_eq!(found[0].checkout.name, "Invoice.pdf.exe");
    assert!(matches!(desk.checkouts.launch(&program, desk.now), Err(Error::Program)));
    desk.checkouts.uploaded(&program, "program", "blob-1", &hex(b"MZ")).unwrap();
    assert!(matches!(desk.checkouts.launch(&program, desk.now), Err(Error::Program)));
    assert!(desk.checkouts.path(&program).is_ok(), "its folder is not shown");
}

/// What may happen around an open document.
#[derive(Clone, Debug)]
enum Deed {
    Save(u8),
    SaveAs(u8, u8),
    Pass(u64),
    Upload,
    Close,
    Restart,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        any::<u8>().prop_map(Deed::Save),
        (0..3u8, any::<u8>()).prop_map(|(name, content)| Deed::SaveAs(name, content)),
        (0..4_000u64).prop_map(Deed::Pass),
        Just(Deed::Upload),
        Just(Deed::Close),
        Just(Deed::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Whatever the order of saves, uploads, closings and crashes: the newest content under each name is on the server or
    /// offered.
    #[test]
    fn the_newest_content_of_each_name_is_uploaded_or_offered(deeds in prop::collection::vec(deed(), 1..30)) {
        let (mut desk, path) = Desk::with("a.txt", b"zero");
        let mut on_server = BTreeSet::from([hex(b"zero")]);
        let mut newest = std::collections::BTreeMap::new();
        let mut is_open = true;
        for deed in deeds {
            match deed {
                Deed::Save(content) if is_open => {
                    fs::write(&path, [content]).unwrap();
                    newest.insert("a.txt".to_owned(), hex(&[content]));
                }
                Deed::SaveAs(name, content) if is_open => {
                    let name = format!("{name}.txt");
                    fs::write(beside(&path, &name), [content]).unwrap();
                    newest.insert(name, hex(&[content]));
                }
                Deed::Pass(time) => desk.pass(Duration::from_millis(time)),
                Deed::Upload if is_open => {
                    if let Ok(saved) = desk.checkouts.read(ID) {
                        desk.checkouts.uploaded(ID, "document", "blob", &saved.digest).unwrap();
                        on_server.insert(saved.digest);
                    }
                }
                Deed::Close if is_open => is_open = desk.checkouts.close(ID, desk.now).unwrap().is_none(),
                Deed::Restart => {
                    desk.restart();
                    is_open = desk.checkouts.path(ID).is_ok();
                }
                _ => {}
            }
        }
        let offered: BTreeSet<String> = desk.restart().into_iter().map(|left| left.digest).collect();
        for (name, digest) in newest {
            prop_assert!(on_server.contains(&digest) || offered.contains(&digest), "{name} was wiped");
        }
    }
}
