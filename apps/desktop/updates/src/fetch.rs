//! Loads lists and packages.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use semver::Version;
use sha2::{Digest as _, Sha256};
use ureq::Agent;
use url::Url;

use crate::{Error, Package, Release};

/// Most bytes of a list.
const LIST: u64 = 1 << 20;
const PIECE: usize = 1 << 16;

/// How long a server may take to be found, to be reached, and to say anything more. A package may take as long as it does.
const PATIENCE: Duration = Duration::from_secs(20);

fn agent(patience: Duration) -> Agent {
    let patience = Some(patience);
    let config = Agent::config_builder().timeout_resolve(patience).timeout_connect(patience);
    config.timeout_per_read(patience).timeout_per_write(patience).build().into()
}

fn get(address: &Url) -> Result<ureq::Body, Error> {
    let answer = agent(PATIENCE).get(address.as_str()).call().map_err(io::Error::other)?;
    Ok(answer.into_body())
}

fn beside(address: &Url, file: &str) -> Result<Url, Error> {
    address.join(file).map_err(|_| Error::Forged)
}

/// Looks at `address`, a folder (its path ends in `/`), for a release that is newer than the one that runs. Returns its
/// version and its package for this system.
pub fn check(address: &Url, key: &str, running: &Version, system: &str) -> Result<Option<(Version, Package)>, Error> {
    let text = |file: &str| -> Result<String, Error> {
        let mut body = get(&beside(address, file)?)?;
        body.with_config().limit(LIST).read_to_string().map_err(|error| io::Error::other(error).into())
    };
    let release = Release::read(text("release.json")?.as_bytes(), &text("release.json.sig")?, key)?;
    let package = release.newer_than(running, system)?;
    Ok(package.map(|package| (release.version, package)))
}

/// Makes a folder for this user alone (0700) with nothing in it: what lay in its place is removed, and no link followed.
pub fn empty_folder(path: &Path) -> Result<(), Error> {
    let removed = fs::remove_dir_all(path);
    if removed.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
        return removed.map_err(Error::Disk);
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(Error::Disk)?;
    }
    let mut builder = DirBuilder::new();
    // One that somebody else made meanwhile is refused.
    builder.recursive(false);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(Error::Disk)
}

/// Makes a file for this user alone (0600). Fails where anything lies there, a link too.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Loads a package into a folder. Returns its path; leaves nothing there that is not the listed package. While it is loaded
/// its name is one that nobody guesses.
pub fn download(address: &Url, package: &Package, folder: &Path) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::Disk)?;
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let part = folder.join(format!("{}.{:032x}.part", package.file, u128::from_ne_bytes(random)));
    let path = folder.join(&package.file);
    let loaded = load(&beside(address, &package.file)?, package, &part)
        .and_then(|()| fs::rename(&part, &path).map_err(Error::Disk));
    if loaded.is_err() {
        // Where it was never made there is nothing to remove.
        let _ = fs::remove_file(&part);
    }
    loaded.map(|()| path)
}

fn load(address: &Url, package: &Package, path: &Path) -> Result<(), Error> {
    let mut body = get(address)?;
    // One byte more than listed shows that there is more.
    let mut from = body.as_reader().take(package.bytes + 1);
    let mut to = create(path).map_err(Error::Disk)?;
    let (mut hash, mut bytes, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            break;
        }
        hash.update(&piece[..read]);
        to.write_all(&piece[..read]).map_err(Error::Disk)?;
        bytes += read as u64;
    }
    to.sync_all().map_err(Error::Disk)?;
    let digest = BASE64_STANDARD.encode(hash.finalize());
    if bytes == package.bytes && digest == package.sha256 { Ok(()) } else { Err(Error::Forged) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_server_that_falls_silent_is_given_up() {
        let agent = agent(Duration::from_millis(200));
        for said in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = format!("http://{}/", listener.local_addr().unwrap());
            let server = std::thread::spawn(move || {
                let (mut stream, _) = listener.accept().unwrap();
                stream.write_all(said.as_bytes()).unwrap();
                stream
            });
            let text = agent.get(&address).call().and_then(|mut answer| answer.body_mut().read_to_string());
            assert!(matches!(text, Err(ureq::Error::Timeout(_) | ureq::Error::Io(_))), "{text:?}");
            // Until here it has not hung up.
            drop(server.join().unwrap());
        }
    }
}
