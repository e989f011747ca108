//! Contents that a system would run, whatever their files are called: Linux goes by the content where it knows no ending.

use std::io::{ErrorKind::NotFound, Read as _};
use std::path::Path;

use crate::disk;
use crate::error::Error;
use crate::name::is_plain_text;

/// First bytes of programs of Linux; of macOS, for one machine and for several, in either order of bytes. Sources: the ELF
/// specification, `mach-o/loader.h` and `fat.h`.
const BEGINNINGS: [&[u8]; 9] = [
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\xca\xfe\xba\xbf",
    b"\xbe\xba\xfe\xca",
    b"\xbf\xba\xfe\xca",
];
/// First words of a program's entry in a desktop, and how far from its begin they may stand: comments may come before them.
const ENTRY: &[u8] = b"[Desktop Entry]";
const FARTHEST: usize = 32;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes that are read. White space that is longer hides an entry from systems, too.
const HEAD: u64 = 4096;
/// Where a program of Windows names the place of its own header, four bytes, the lowest first. Source: the Portable Executable
/// specification, "MS-DOS Stub".
const HEADER_PLACE: usize = 0x3c;

/// Refuses a file that a system would run for its content. One that is missing, it would not.
pub(crate) fn refuse(path: &Path) -> Result<(), Error> {
    let file = match disk::open(path) {
        Err(error) if error.kind() == NotFound => return Ok(()),
        file => file?,
    };
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    let content = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    let mut places = content.trim_ascii_start().windows(ENTRY.len()).take(FARTHEST + 1);
    let is_program = BEGINNINGS.iter().any(|beginning| content.starts_with(beginning))
        || is_script(content)
        || content.starts_with(b"MZ") && !is_text_of_windows(path, content, size)
        || places.any(|words| words == ENTRY);
    if is_program { Err(Error::Program) } else { Ok(()) }
}

/// Tells whether a content names the program that is to run it, by its path. Other texts that begin so, and recordings of speech (`#!AMR`), no
/// system hands to one. What does is refused under each name: where there is no desktop, `xdg-open` goes by the content alone. Source:
/// execve(2), "Interpreter scripts".
fn is_script(content: &[u8]) -> bool {
    let Some(line) = content.strip_prefix(b"#!") else { return false };
    line.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'/')
}

/// Tells whether a content that begins as programs of Windows and DOS do is a text, and is called one. Under another name
/// desktops hand whatever begins so to Wine. Its characters are no header: they name no place within the file for that of
/// Windows, and for DOS a last page of more than the 512 bytes that one has.
fn is_text_of_windows(path: &Path, content: &[u8], size: u64) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_text = content.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace());
    let place = content.get(HEADER_PLACE..).and_then(<[u8]>::first_chunk).map(|place| u32::from_le_bytes(*place));
    is_plain_text(&name) && is_text && place.is_none_or(|place| u64::from(place) >= size)
}
