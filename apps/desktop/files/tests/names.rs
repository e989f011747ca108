//! Names: whatever a document is called, its file is one plain file beside nothing.

#![allow(missing_docs)]

mod desk;

use std::path::{Component, Path};

use desk::{Desk, ID, checkout};
use kontor_files::{Error, is_lock_file, is_program, safe_name};
use proptest::prelude::*;

#[test]
fn hostile_names() {
    let long = "ä".repeat(300);
    for (name, safe) in [
        ("Angebot Müller.docx", "Angebot Müller.docx"),
        ("..", "file"),
        ("", "file"),
        (" . ", "file"),
        ("../../etc/passwd", ".._.._etc_passwd"),
        ("C:\\a.txt", "C__a.txt"),
        ("con", "_con"),
        ("NUL.tar.gz", "_NUL.tar.gz"),
        ("com¹.txt", "_com¹.txt"),
        ("COM10.txt", "COM10.txt"),
        ("rechnung\u{202e}fdp.exe", "rechnungfdp.exe"),
        ("a\0b\n.txt", "ab.txt"),
        ("~$brief.docx", "_~$brief.docx"),
        (".~lock.brief.odt#", "_.~lock.brief.odt#"),
        ("brief.txt. . ", "brief.txt"),
    ] {
        assert_eq!(safe_name(name), safe, "{name:?}");
    }
    assert_eq!(safe_name(&format!("{long}.docx")), format!("{}.docx", "ä".repeat(72)));
    assert_eq!(safe_name(&long), "ä".repeat(75));
}

/// Characters that are not shown, as `safeName.test.ts` has them.
const UNSEEN: &str = "\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{2028}\
    \u{202e}\u{2060}\u{2064}\u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{1bca0}\u{1d173}\u{e0001}\u{e0100}\u{e01ef}";

#[test]
fn nothing_unseen_stays_in_a_name() {
    for unseen in UNSEEN.chars() {
        assert_eq!(safe_name(&format!("Ang{unseen}ebot.exe{unseen}")), "Angebot.exe", "{unseen:?}");
    }
    assert!(is_program(&safe_name(&format!("Angebot.e{UNSEEN}xe"))));
}

/// Returns the begin of a program of Windows whose stub is a text but for the place of its header.
fn windows_program() -> Vec<u8> {
    let mut program = b"MZ".to_vec();
    program.resize(0x3c, b' ');
    program.extend(b"\x40\0\0\0PE\0\0");
    program
}

#[test]
fn a_program_under_the_name_of_a_document_is_not_opened() {
    for program in [
        &b"MZ\x90\0"[..],
        b"\x7fELF\x02\x01",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
        b"\xca\xfe\xba\xbf",
        b"\xbe\xba\xfe\xca",
        b"\xbf\xba\xfe\xca",
        b"#!/bin/sh\n",
        b"#! \t/usr/bin/env python3\n",
        b"\xef\xbb\xbf#!/bin/sh\n",
        &windows_program()[..],
        b"[Desktop Entry]\nType=Application\n",
        b"\xef\xbb\xbf\n \t[Desktop Entry]\n",
        b"# a comment\n[Desktop Entry]\n",
    ] {
        for name in ["Angebot", "Angebot.2026", "Angebot.pdf\u{fe0f}", "Angebot.txt"] {
            let mut desk = Desk::new();
            let mut incoming = desk.checkouts.begin(checkout(name)).unwrap();
            program.chunks(1).for_each(|byte| incoming.write(byte).unwrap());
            let refused = desk.checkouts.finish(incoming, desk.now);
            assert!(matches!(refused, Err(Error::Program)), "{name}: {program:?}");
            assert!(desk.is_empty() && desk.held().is_empty());

            let (mut desk, path) = Desk::with(name, b"zero");
            std::fs::write(path, program).unwrap();
            assert!(matches!(desk.checkouts.launch(ID, desk.now), Err(Error::Program)), "{name}: {program:?}");
        }
    }
}

#[test]
fn a_text_is_opened_that_only_names_what_programs_begin_with() {
    for text in
        ["", "M", "ELF", " #!", "Set it to #!/bin/sh.", "How to write a file that begins so:\n\n  [Desktop Entry]\n"]
    {
        let (mut desk, path) = Desk::with("Notiz", text.as_bytes());
        assert_eq!(desk.checkouts.launch(ID, desk.now).unwrap(), path);
    }
}

#[test]
fn a_text_is_opened_that_begins_as_programs_do() {
    let long = format!("MZ {}", "\u{c4}gypten. ".repeat(1_000));
    for (name, text) in [
        ("Notiz", "#! Wichtig: bitte lesen\n"),
        ("Notiz", "#!"),
        ("Sprache.amr", "#!AMR\n\x3c\x55\0\0"),
        ("MZ.txt", "MZ"),
        ("MZ.md", "MZ-Besprechung am Montag\n"),
        ("MZ.TXT", long.as_str()),
    ] {
        let (mut desk, path) = Desk::with(name, text.as_bytes());
        assert_eq!(desk.checkouts.launch(ID, desk.now).unwrap(), path, "{name}");
    }
    // Desktops hand these to Wine.
    for (name, text) in [("Notiz", "MZ-Besprechung"), ("Notiz.2026", "MZ"), ("a.txt", "MZ \0")] {
        let mut desk = Desk::new();
        let mut incoming = desk.checkouts.begin(checkout(name)).unwrap();
        incoming.write(text.as_bytes()).unwrap();
        assert!(matches!(desk.checkouts.finish(incoming, desk.now), Err(Error::Program)), "{name}");
    }
}

/// A program of Windows whose stub is a text throughout is at least as large as the place of its header.
#[test]
fn a_text_that_names_a_place_within_itself_is_not_opened() {
    let (mut desk, path) = Desk::with("a.txt", b"zero");
    let mut text = b"MZ".to_vec();
    text.resize(0x3c, b' ');
    text.extend(b"\t\t\t\t");
    std::fs::write(&path, text).unwrap();
    assert!(desk.checkouts.launch(ID, desk.now).is_ok());
    std::fs::File::options().write(true).open(&path).unwrap().set_len(0x0909_090a).unwrap();
    assert!(matches!(desk.checkouts.launch(ID, desk.now), Err(Error::Program)));
}

#[test]
fn programs() {
    assert!(is_program("setup.EXE") && is_program("a.tar.sh") && !is_program("exe") && !is_program("a.docx"));
    for ending in [
        "application",
        "appinstaller",
        "msu",
        "xll",
        "py",
        "pyw",
        "jnlp",
        "settingcontent-ms",
        "library-ms",
        "search-ms",
        "iso",
        "vhd",
        "vhdx",
        "fileloc",
        "inetloc",
        "mpkg",
        "mobileconfig",
        "flatpakref",
        "img",
        "theme",
        "vsto",
        "wsb",
        "appcontent-ms",
        "dqy",
        "udl",
        "vb",
        "xnk",
        "grp",
        "smi",
        "sparseimage",
        "sparsebundle",
        "xip",
        "shortcut",
        "wdgt",
        "kdelnk",
        "php",
        "oxt",
        "vsix",
        "xpi",
        "crx",
        "air",
        "ahk",
        "tcl",
        "lua",
        "diagpkg",
        "ica",
        "remmina",
        "{ED7BA470-8E54-465E-825C-99712043E01C}",
    ] {
        assert!(is_program(&format!("Angebot.pdf.{ending}")), "{ending}");
    }
    // What firms open.
    for ending in [
        "dwg", "dxf", "ifc", "rvt", "skp", "pln", "x83", "xlsm", "csv", "odt", "psd", "cdr", "zip", "mp4", "eml",
        "html",
    ] {
        assert!(!is_program(&format!("Haus.{ending}")), "{ending}");
    }
}

#[test]
fn a_name_of_300_bytes_opens() {
    let (_desk, path) = Desk::with(&format!("{}.pdf", "x".repeat(296)), b"zero");
    assert_eq!(std::fs::read(path).unwrap(), b"zero");
}

proptest! {
    #[test]
    fn any_name_is_one_plain_file(name in prop_oneof![
        any::<String>(),
        "[.~$_ #/\\\\:a-c\u{202a}-\u{202e}]{0,300}",
        "(?i)(con|nul|lpt[0-9¹²³]|com[0-9])[ .]{0,3}[a-z./ ]{0,200}",
    ]) {
        let safe = safe_name(&name);
        let components: Vec<_> = Path::new(&safe).components().collect();
        prop_assert!(matches!(components[..], [Component::Normal(_)]));
        prop_assert!(safe.len() <= 150);
        let is_bad = |c: char| c.is_control() || "/\\:*?\"<>|\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}".contains(c);
        prop_assert!(!safe.contains(is_bad) && !UNSEEN.chars().any(|unseen| safe.contains(unseen)));
        prop_assert!(!safe.ends_with(['.', ' ']) && !safe.starts_with(' '));
        prop_assert!(!is_lock_file(&safe));
        prop_assert_eq!(safe_name(&safe), safe.clone(), "safe names stay as they are");
    }
}
