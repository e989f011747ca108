//! The system's keychain: one entry for each server's origin.

use keyring::{Entry, Error};
use serde::{Deserialize, Serialize};

use crate::aside::aside;

const SERVICE: &str = "app.kontor.desktop";

/// The secrets of one server's session.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptSession {
    token: String,
    user_id: String,
    /// None once the session was ended elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    device_share: Option<String>,
}

type Answer<T = ()> = Result<T, String>;

fn refused(error: impl std::fmt::Display) -> String {
    format!("keychain: {error}")
}

fn entry(origin: &str) -> Answer<Entry> {
    Entry::new(SERVICE, origin).map_err(refused)
}

/// Tells whether this system has a keychain, open or locked: without an entry to look for, a locked one is asked nothing.
#[tauri::command]
pub async fn keychain_available() -> bool {
    aside(|| entry("available").is_ok_and(|entry| matches!(entry.get_secret(), Ok(_) | Err(Error::NoEntry)))).await
}

/// Returns the session that is kept for a server.
#[tauri::command]
pub async fn keychain_get(origin: String) -> Answer<Option<KeptSession>> {
    aside(move || get(&origin)).await
}

fn get(origin: &str) -> Answer<Option<KeptSession>> {
    match entry(origin)?.get_secret() {
        Ok(json) => serde_json::from_slice(&json).map(Some).map_err(refused),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(refused(error)),
    }
}

/// Keeps a session for a server; none forgets it.
#[tauri::command]
pub async fn keychain_set(origin: String, session: Option<KeptSession>) -> Answer {
    aside(move || set(&origin, session)).await
}

fn set(origin: &str, session: Option<KeptSession>) -> Answer {
    let entry = entry(origin)?;
    let Some(session) = session else {
        return match entry.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(refused(error)),
        };
    };
    entry.set_secret(&serde_json::to_vec(&session).map_err(refused)?).map_err(refused)
}
