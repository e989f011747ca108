//! Names: whatever a document is called, its file is one plain file beside nothing.

#![allow(missing_docs)]

mod desk;

use std::path::{Component, Path};

use desk::Desk;
use kontor_files::{is_lock_file, is_program, safe_name};
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
        prop_assert!(!safe.contains(is_bad));
        prop_assert!(!safe.ends_with(['.', ' ']) && !safe.starts_with(' '));
        prop_assert!(!is_lock_file(&safe));
        prop_assert_eq!(safe_name(&safe), safe.clone(), "safe names stay as they are");
    }
}
