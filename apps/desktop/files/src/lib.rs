//! Documents that are open in other programs of this computer.
//!
//! A document is *checked out* to `<root>/<random>/<safe name>`, its folder is watched, and each content that comes to
//! rest after a program has saved it is told once. Nothing here knows about windows, servers or keys: the desktop app
//! hands in open bytes and takes open bytes back.
//!
//! The file system is the truth and its events are only hints: [`Checkouts::tick`] looks at every file and is given the
//! time, [`Watcher`] calls it when something moved.

#![forbid(unsafe_code)]

mod checkouts;
mod disk;
mod error;
mod in_use;
mod name;
mod open;
mod program;
mod settle;
mod state;
mod strays;
mod watcher;

pub use checkouts::{Checkouts, Event, Incoming, Left, Saved};
pub use error::Error;
pub use name::{is_lock_file, is_program, safe_name};
pub use settle::REST;
pub use state::Checkout;
pub use watcher::Watcher;
