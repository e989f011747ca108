//! Reads and writes of single files: never through a link, never readable by others.

use std::fs::{self, DirBuilder, DirEntry, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

/// SHA-256 of a content.
pub(crate) type Digest = [u8; 32];

const CHUNK: usize = 64 * 1024;

/// How a file looked from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Inode and its time of change, where there are such: a file that was put in the old one's place is another.
    identity: (u64, i64, i64),
}

impl Stamp {
    /// Looks at a file; nothing if it is missing or no plain file (a link, a folder, a pipe).
    pub(crate) fn of(path: &Path) -> Option<Self> {
        fs::symlink_metadata(path).ok().filter(Metadata::is_file).map(|metadata| Self::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let identity = (0, 0, 0);
        Self { size: metadata.len(), modified: metadata.modified().ok(), identity }
    }
}

/// Makes a folder, and those above it, for this user alone (0700).
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Makes a file for this user alone (0600). Fails if there is one.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a plain file for reading. Fails at a link, a folder or a pipe instead of following it or waiting for it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a plain file")) }
}

/// Puts a content in the place of the old one: whole or not at all. Nothing of it stays where the disk is full.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let fresh = unfinished(path);
    remove(&fresh)?;
    let mut file = create(&fresh)?;
    let written = write(&mut file);
    drop(file);
    if written.is_err() {
        remove(&fresh)?;
    }
    written.and_then(|()| fs::rename(&fresh, path))
}

/// Returns where a content lies that is about to replace another.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("new")
}

/// Returns the failure to read a content that is not as it was.
pub(crate) fn changed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "written while it was read")
}

/// Returns what lies in a folder; nothing where there is none.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.collect(),
    }
}

/// Removes a file, if there is one.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    unless_missing(fs::remove_file(path))
}

/// Removes a folder with all in it, if there is one. Links are removed, not followed.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    unless_missing(fs::remove_dir_all(path))
}

fn unless_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Copies a file to `to` and returns the content's hash.
pub(crate) fn copy(path: &Path, to: &mut impl Write) -> io::Result<Digest> {
    let mut file = open(path)?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            return Ok(hash.finalize().into());
        }
        hash.update(&chunk[..length]);
        to.write_all(&chunk[..length])?;
    }
}

/// Returns the hash of a file's content.
pub(crate) fn digest(path: &Path) -> io::Result<Digest> {
    copy(path, &mut io::sink())
}

/// Returns 16 random bytes in hex: the name of a place that nobody guesses.
pub(crate) fn random_hex() -> io::Result<String> {
    Ok(hex(&random()?))
}

/// Returns a random uuid. Source: RFC 9562, section 5.4.
pub(crate) fn random_uuid() -> io::Result<String> {
    let mut bytes = random()?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    Ok([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
}

fn random() -> io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// Writes bytes in hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
