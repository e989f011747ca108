//! The signed list of a release.

use std::collections::HashMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use ed25519_dalek::{Signature, VerifyingKey};
use semver::Version;
use serde::Deserialize;

use crate::Error;

/// Stands before the list in what is signed, so that the key's signature on anything else is none here.
const CONTEXT: &[u8] = b"kontor/desktop-release/v1\0";

/// A release: its version and its packages, by system.
#[derive(Debug, Deserialize)]
pub struct Release {
    /// The version of each package.
    pub version: Version,
    /// By system, such as `linux-x86_64-deb`.
    pub packages: HashMap<String, Package>,
}

/// A package of a release.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Package {
    /// Its name, beside the list.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256, in base64.
    pub sha256: String,
}

impl Release {
    /// Reads a list and its signature (Ed25519 over [`CONTEXT`] and the list, in base64), which the owner of `key` (its 32
    /// bytes, in base64) must have made.
    pub fn read(list: &[u8], signature: &str, key: &str) -> Result<Self, Error> {
        let key = VerifyingKey::from_bytes(&decode(key)?).map_err(|_| Error::Forged)?;
        let signature = Signature::from_bytes(&decode(signature)?);
        let signed = [CONTEXT, list].concat();
        key.verify_strict(&signed, &signature).map_err(|_| Error::Forged)?;
        let release: Self = serde_json::from_slice(list).map_err(|_| Error::Forged)?;
        if release.packages.values().all(Package::is_plain) { Ok(release) } else { Err(Error::Forged) }
    }

    /// Returns the package for a system where the release is newer than the version that runs; nothing for that version.
    pub fn newer_than(&self, running: &Version, system: &str) -> Result<Option<Package>, Error> {
        match self.version.cmp_precedence(running) {
            std::cmp::Ordering::Less => Err(Error::Older),
            std::cmp::Ordering::Equal => Ok(None),
            std::cmp::Ordering::Greater => self.packages.get(system).cloned().map(Some).ok_or(Error::NoPackage),
        }
    }
}

impl Package {
    /// Tells whether its name leads nowhere else.
    fn is_plain(&self) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "._-+~".contains(c);
        !self.file.starts_with('.') && !self.file.is_empty() && self.file.chars().all(is_word)
    }
}

fn decode<const N: usize>(text: &str) -> Result<[u8; N], Error> {
    let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|_| Error::Forged)?;
    bytes.try_into().map_err(|_| Error::Forged)
}
