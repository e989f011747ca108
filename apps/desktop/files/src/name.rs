//! Names of files: what a document may be called on this computer, and whose files lie beside it.

use std::ops::RangeInclusive;

/// Longest name in bytes. Leaves room for `.~lock.…#` within 255 bytes, and for the folders within Windows' 260 characters.
const LONGEST: usize = 150;
/// Longest ending that is kept when a name is shortened, in bytes, with its dot.
const LONGEST_ENDING: usize = 20;
/// Name of a document whose own leaves nothing.
const NAMELESS: &str = "file";

/// Device names of Windows, refused there with any ending.
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Characters that are not shown, and what ends a line or paragraph.
/// Source: Unicode 16, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`.
const UNSHOWN: [RangeInclusive<char>; 18] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{2029}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fff8}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Endings that systems start, install, mount or set themselves up by instead of showing, and of scripts that their interpreters
/// take over; on Windows also any that names a class of the system in braces. A list of documents would be narrower and cannot be made: firms open drawings and models of hundreds of programs.
const PROGRAMS: [&str; 178] = [
    "accda",
    "accde",
    "accdr",
    "action",
    "ade",
    "adp",
    "afploc",
    "ahk",
    "air",
    "app",
    "appcontent-ms",
    "appimage",
    "appinstaller",
    "applescript",
    "application",
    "appref-ms",
    "appx",
    "appxbundle",
    "bash",
    "bat",
    "cdxml",
    "chm",
    "cmd",
    "com",
    "command",
    "configprofile",
    "cpl",
    "crx",
    "csh",
    "deb",
    "deskthemepack",
    "desktop",
    "diagcab",
    "diagcfg",
    "diagpkg",
    "dmg",
    "dqy",
    "exe",
    "fileloc",
    "flatpak",
    "flatpakref",
    "flatpakrepo",
    "ftploc",
    "gadget",
    "grp",
    "hlp",
    "hta",
    "ica",
    "img",
    "inetloc",
    "inf",
    "ins",
    "iqy",
    "iso",
    "isp",
    "its",
    "jar",
    "jnlp",
    "job",
    "js",
    "jse",
    "kdelnk",
    "kext",
    "ksh",
    "kts",
    "library-ms",
    "lnk",
    "lua",
    "mad",
    "maf",
    "mag",
    "mam",
    "maq",
    "mau",
    "mav",
    "maw",
    "mcf",
    "mde",
    "mobileconfig",
    "mpkg",
    "msc",
    "msh",
    "msh1",
    "msh2",
    "mshxml",
    "msi",
    "msix",
    "msixbundle",
    "msp",
    "mst",
    "msu",
    "oqy",
    "osax",
    "osd",
    "oxt",
    "php",
    "pif",
    "pkg",
    "pl",
    "ppa",
    "ppam",
    "prefpane",
    "provisionprofile",
    "ps1",
    "ps1xml",
    "ps2",
    "ps2xml",
    "psc1",
    "psc2",
    "psd1",
    "psm1",
    "py",
    "pyc",
    "pyo",
    "pyw",
    "pyz",
    "pyzw",
    "qlgenerator",
    "rb",
    "rdp",
    "reg",
    "remmina",
    "rpm",
    "rqy",
    "run",
    "saver",
    "scf",
    "scpt",
    "scptd",
    "scr",
    "sct",
    "search-ms",
    "searchconnector-ms",
    "settingcontent-ms",
    "sh",
    "shb",
    "shortcut",
    "shs",
    "slk",
    "smi",
    "snap",
    "sparsebundle",
    "sparseimage",
    "tcl",
    "terminal",
    "theme",
    "themepack",
    "tool",
    "udf",
    "udl",
    "url",
    "vb",
    "vbe",
    "vbp",
    "vbs",
    "vhd",
    "vhdx",
    "vncloc",
    "vsix",
    "vsto",
    "wdgt",
    "webloc",
    "website",
    "wll",
    "workflow",
    "ws",
    "wsb",
    "wsc",
    "wsf",
    "wsh",
    "xbap",
    "xip",
    "xla",
    "xlam",
    "xll",
    "xnk",
    "xpi",
    "zsh",
];

/// Returns a name that every system takes as one plain file: no folders, control or bidi marks, device names, lock
/// files, dots or blanks at its end, and at most 150 bytes. The ending stays.
#[must_use]
pub fn safe_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !is_invisible(*c)).map(replaced).collect();
    let safe = shortened(trimmed(&plain));
    match safe.as_str() {
        "" => NAMELESS.to_owned(),
        name if is_reserved(name) || is_lock_file(name) => shortened(&format!("_{name}")),
        _ => safe,
    }
}

/// Tells whether programs write files of this name to say that they have a document open: Office's `~$…`,
/// `LibreOffice`'s `.~lock.…#`, vim's `….swp`.
#[must_use]
pub fn is_lock_file(name: &str) -> bool {
    let is_swap = name.starts_with('.') && [".swp", ".swo", ".swn"].iter().any(|end| name.ends_with(end));
    name.starts_with("~$") || (name.starts_with(".~lock.") && name.ends_with('#')) || is_swap
}

/// Tells whether programs write files of this name for themselves beside a document: lock files, temporary files, backups
/// and what is hidden.
#[must_use]
pub(crate) fn is_program_file(name: &str) -> bool {
    // Emacs' own for what is being typed.
    let is_automatic = name.starts_with('#') && name.ends_with('#');
    is_lock_file(name)
        || is_automatic
        || name.starts_with(['.', '~'])
        || name.ends_with('~')
        || name.to_lowercase().ends_with(".tmp")
}

/// Tells whether programs keep under names like this what a document was before they saved it.
#[must_use]
pub(crate) fn is_backup(name: &str) -> bool {
    name.ends_with('~')
        || ending(name).is_some_and(|ending| ["bak", "old", "orig"].contains(&ending.to_lowercase().as_str()))
}

/// Tells whether a system would run a file of this name instead of showing it.
#[must_use]
pub fn is_program(name: &str) -> bool {
    ending(name).is_some_and(|ending| ending.starts_with('{') || PROGRAMS.contains(&ending.to_lowercase().as_str()))
}

/// Tells whether systems know a file of this name as a plain text, and show it in an editor.
pub(crate) fn is_plain_text(name: &str) -> bool {
    let endings = ["csv", "log", "markdown", "md", "tsv", "txt"];
    ending(name).is_some_and(|ending| endings.contains(&ending.to_lowercase().as_str()))
}

fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

/// Bidi marks turn "exe.pdf" round; what is not shown makes two names look alike, and hides an ending that is known.
fn is_invisible(c: char) -> bool {
    UNSHOWN.iter().any(|range| range.contains(&c)) || c.is_control()
}

fn replaced(c: char) -> char {
    if matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|') { '_' } else { c }
}

fn trimmed(name: &str) -> &str {
    name.trim_start().trim_end_matches(|c: char| c == '.' || c.is_whitespace())
}

fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        stem.strip_prefix(port).is_some_and(|number| {
            let mut digits = number.chars();
            matches!((digits.next(), digits.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
        })
    });
    is_port || RESERVED.contains(&stem.as_str())
}

/// Cuts the stem so that the name fits, and trims what is left.
fn shortened(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let dot = name.rfind('.').filter(|dot| *dot > 0 && name.len() - dot <= LONGEST_ENDING);
    let (stem, ending) = name.split_at(dot.unwrap_or(name.len()));
    let stem = &stem[..stem.floor_char_boundary(LONGEST - ending.len())];
    format!("{}{ending}", trimmed(stem))
}
