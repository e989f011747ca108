//! Contents that a system would run, whatever their files are called: Linux goes by the content where it knows no ending.

use std::io::{ErrorKind::NotFound, Read as _};
use std::path::Path;

use crate::disk;
use crate::error::Error;

/// First bytes of programs: of Windows; of Linux; of macOS, for one machine and for several, in either order of bytes; of
/// scripts. Sources: the Portable Executable and ELF specifications, `mach-o/loader.h` and `fat.h`, execve(2).
const BEGINNINGS: [&[u8]; 11] = [
    b"MZ",
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\xca\xfe\xba\xbf",
    b"\xbe\xba\xfe\xca",
    b"\xbf\xba\xfe\xca",
    b"#!",
];
/// First words of a program's entry in a desktop, and how far from its begin they may stand: comments may come before them.
const ENTRY: &[u8] = b"[Desktop Entry]";
const FARTHEST: usize = 32;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes that are read. White space that is longer hides an entry from systems, too.
const HEAD: u64 = 4096;

/// Refuses a file that a system would run for its content. One that is missing, it would not.
pub(crate) fn refuse(path: &Path) -> Result<(), Error> {
    let file = match disk::open(path) {
        Err(error) if error.kind() == NotFound => return Ok(()),
        file => file?,
    };
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    let content = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    let mut places = content.trim_ascii_start().windows(ENTRY.len()).take(FARTHEST + 1);
    let is_program =
        BEGINNINGS.iter().any(|beginning| content.starts_with(beginning)) || places.any(|words| words == ENTRY);
    if is_program { Err(Error::Program) } else { Ok(()) }
}
