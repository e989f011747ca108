//! Releases over real HTTP: honest ones, and what somebody with the server in hand could offer.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use ed25519_dalek::{Signer as _, SigningKey};
use kontor_updates::{Error, Package, Release, check, download, empty_folder};
use semver::Version;
use sha2::{Digest as _, Sha256};
use url::Url;

const CONTEXT: &[u8] = b"kontor/desktop-release/v1\0";
const SYSTEM: &str = "linux-x86_64-deb";

type Files = Arc<Mutex<HashMap<String, Vec<u8>>>>;

/// A server of files, and the keeper of a release key.
struct Keeper {
    key: SigningKey,
    files: Files,
    address: Url,
}

impl Keeper {
    fn start() -> Self {
        let files = Files::default();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/desktop/", listener.local_addr().unwrap()).parse().unwrap();
        let served = Arc::clone(&files);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let first = lines.next().unwrap().unwrap();
                while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                let name = first.split(' ').nth(1).unwrap().trim_start_matches("/desktop/").to_owned();
                let file = served.lock().unwrap().get(&name).cloned();
                let status = if file.is_some() { "200 OK" } else { "404 Not Found" };
                let body = file.unwrap_or_default();
                write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())
                    .unwrap();
                // Whoever has read enough hangs up.
                let _ = stream.write_all(&body);
            }
        });
        Self { key: SigningKey::from_bytes(&[7; 32]), files, address }
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        self.files.lock().unwrap().insert(name.to_owned(), bytes.to_owned());
    }

    /// Offers a release of a version, with this package of this name.
    fn offer(&self, version: &str, name: &str, package: &[u8]) {
        let sha256 = BASE64_STANDARD.encode(Sha256::digest(package));
        let packages = serde_json::json!({ SYSTEM: { "file": name, "bytes": package.len(), "sha256": sha256 } });
        let list = serde_json::json!({ "version": version, "packages": packages }).to_string();
        self.put("release.json.sig", self.sign(&[CONTEXT, list.as_bytes()].concat()).as_bytes());
        self.put("release.json", list.as_bytes());
        self.put(name, package);
    }

    fn sign(&self, signed: &[u8]) -> String {
        BASE64_STANDARD.encode(self.key.sign(signed).to_bytes())
    }

    fn check(&self, running: &str) -> Result<Option<(Version, Package)>, Error> {
        let key = BASE64_STANDARD.encode(self.key.verifying_key().as_bytes());
        check(&self.address, &key, &running.parse().unwrap(), SYSTEM)
    }
}

#[test]
fn a_newer_release_is_found_and_its_package_is_whole() {
    let (keeper, folder) = (Keeper::start(), tempfile::tempdir().unwrap());
    let content = vec![5; 300_000];
    keeper.offer("1.10.0", "kontor_1.10.0_amd64.deb", &content);
    let (version, package) = keeper.check("1.9.3").unwrap().unwrap();
    assert_eq!(version, Version::new(1, 10, 0));
    let path = download(&keeper.address, &package, folder.path()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), content);
    assert_eq!(path.file_name().unwrap(), "kontor_1.10.0_amd64.deb");
    assert!(keeper.check("1.10.0").unwrap().is_none());
}

#[test]
fn an_older_release_is_refused_although_it_was_signed_once() {
    let keeper = Keeper::start();
    keeper.offer("1.9.3", "kontor.deb", b"old");
    assert!(matches!(keeper.check("1.10.0"), Err(Error::Older)));
    assert!(matches!(keeper.check("1.9.4-beta.1"), Err(Error::Older)));
    assert!(keeper.check("1.9.3-beta.1").unwrap().is_some());
}

#[test]
fn a_list_that_the_key_did_not_sign_is_refused_whatever_was_changed() {
    let keeper = Keeper::start();
    keeper.offer("1.0.0", "kontor.deb", b"good");
    let list = keeper.files.lock().unwrap()["release.json"].clone();
    for at in 0..list.len() {
        let mut changed = list.clone();
        changed[at] ^= 1;
        keeper.put("release.json", &changed);
        assert!(matches!(keeper.check("0.1.0"), Err(Error::Forged | Error::Io(_))), "byte {at}");
    }
    keeper.put("release.json", &list);
    // The same key's signature on the bare list, and another key's on everything.
    keeper.put("release.json.sig", keeper.sign(&list).as_bytes());
    assert!(matches!(keeper.check("0.1.0"), Err(Error::Forged)));
    let other = SigningKey::from_bytes(&[8; 32]).sign(&[CONTEXT, &list].concat());
    keeper.put("release.json.sig", BASE64_STANDARD.encode(other.to_bytes()).as_bytes());
    assert!(matches!(keeper.check("0.1.0"), Err(Error::Forged)));
    keeper.put("release.json.sig", b"");
    assert!(matches!(keeper.check("0.1.0"), Err(Error::Forged)));
}

#[test]
fn a_package_that_is_not_the_listed_one_is_not_left_in_the_folder() {
    let (keeper, folder) = (Keeper::start(), tempfile::tempdir().unwrap());
    keeper.offer("1.0.0", "kontor.deb", b"good");
    let (_, package) = keeper.check("0.1.0").unwrap().unwrap();
    for other in [&b"evil"[..], b"goo", b"good and more", b""] {
        keeper.put("kontor.deb", other);
        assert!(matches!(download(&keeper.address, &package, folder.path()), Err(Error::Forged)));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_disk_that_takes_no_package_is_no_line_that_is_down() {
    let (keeper, folder) = (Keeper::start(), tempfile::tempdir().unwrap());
    keeper.offer("1.0.0", "kontor.deb", b"good");
    let (_, package) = keeper.check("0.1.0").unwrap().unwrap();
    std::fs::create_dir(folder.path().join("kontor.deb")).unwrap();
    let refused = download(&keeper.address, &package, folder.path()).unwrap_err();
    assert_eq!(refused.code(), "disk");
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert_eq!(download(&keeper.address, &package, &file).unwrap_err().code(), "disk");
}

#[cfg(unix)]
#[test]
fn a_package_lies_where_only_this_user_gets_and_no_link_leads_out() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (keeper, place) = (Keeper::start(), tempfile::tempdir().unwrap());
    let (folder, mine) = (place.path().join("releases"), place.path().join("mine"));
    std::fs::create_dir(&mine).unwrap();
    std::fs::write(mine.join("letter"), "dear").unwrap();
    symlink(&mine, &folder).unwrap();
    empty_folder(&folder).unwrap();
    assert_eq!(std::fs::read(mine.join("letter")).unwrap(), b"dear");
    std::fs::write(folder.join("old.deb"), "old").unwrap();
    empty_folder(&folder).unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    keeper.offer("1.0.0", "kontor.deb", b"good");
    let (_, package) = keeper.check("0.1.0").unwrap().unwrap();
    let path = download(&keeper.address, &package, &folder).unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
}

#[cfg(unix)]
#[test]
fn a_package_is_laid_only_where_nobody_else_may_put_another_in_its_place() {
    use kontor_updates::lay;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let allow = |path: &std::path::Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    let (releases, home) = (at("releases"), at("home"));
    let (package, downloads, linked) = (releases.join("kontor"), home.join("downloads"), at("linked"));
    for folder in [&releases, &home, &downloads] {
        fs::create_dir(folder).unwrap();
    }
    symlink(&downloads, &linked).unwrap();
    for (of_home, of_downloads, is_moved) in [
        (0o755, 0o755, true),
        (0o755, 0o775, false),
        (0o755, 0o777, false),
        (0o755, 0o1777, false),
        (0o777, 0o700, false),
        (0o1777, 0o700, true),
    ] {
        allow(&home, of_home);
        allow(&downloads, of_downloads);
        for folder in [&downloads, &linked] {
            fs::write(&package, "new").unwrap();
            fs::set_permissions(&package, Permissions::from_mode(0o600)).unwrap();
            let laid = lay(&package, folder).unwrap();
            let is_as_told =
                laid == if is_moved { downloads.canonicalize().unwrap().join("kontor") } else { package.clone() };
            assert!(is_as_told, "{of_home:o} {of_downloads:o}: {}", laid.display());
            assert_eq!(fs::metadata(&laid).unwrap().permissions().mode() & 0o777, 0o755);
            fs::remove_file(laid).unwrap();
            assert_eq!(fs::read_dir(&downloads).unwrap().count(), 0);
        }
    }
    // A link of its name is no way out, and a folder stays.
    allow(&home, 0o755);
    fs::write(at("letter"), "dear").unwrap();
    symlink(at("letter"), downloads.join("kontor")).unwrap();
    fs::write(&package, "new").unwrap();
    assert_eq!(fs::read(lay(&package, &downloads).unwrap()).unwrap(), b"new");
    assert_eq!(fs::read(at("letter")).unwrap(), b"dear");
    fs::remove_file(downloads.join("kontor")).unwrap();
    fs::create_dir(downloads.join("kontor")).unwrap();
    fs::write(&package, "new").unwrap();
    assert_eq!(lay(&package, &downloads).unwrap(), package);
    assert_eq!(fs::read_dir(&downloads).unwrap().count(), 1);
    assert_eq!(lay(&package, &at("nowhere")).unwrap(), package);
}

#[test]
fn a_name_that_leads_out_of_the_folder_is_refused() {
    let keeper = Keeper::start();
    for name in ["../kontor.deb", ".bashrc", "/etc/passwd", "a/b", "a\\b", "", "https:evil"] {
        keeper.offer("1.0.0", name, b"x");
        assert!(matches!(keeper.check("0.1.0"), Err(Error::Forged)), "{name}");
    }
}

#[test]
fn nothing_for_this_system_and_nothing_at_all_are_told_apart() {
    let keeper = Keeper::start();
    assert!(matches!(keeper.check("0.1.0"), Err(Error::Io(_))));
    keeper.offer("1.0.0", "kontor.deb", b"x");
    let key = BASE64_STANDARD.encode(keeper.key.verifying_key().as_bytes());
    let asked = check(&keeper.address, &key, &Version::new(0, 1, 0), "windows-x86_64-nsis");
    assert!(matches!(asked, Err(Error::NoPackage)));
}

#[test]
fn a_release_that_the_tool_of_this_project_signed_is_taken() {
    let (list, signature) = (include_bytes!("golden/release.json"), include_str!("golden/release.json.sig"));
    let release = Release::read(list, signature, include_str!("golden/release.pub")).unwrap();
    let package = release.newer_than(&Version::new(1, 0, 0), SYSTEM).unwrap().unwrap();
    assert_eq!((package.file.as_str(), package.bytes), ("kontor_2.0.0_amd64.deb", 10));
}
