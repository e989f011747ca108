//! Decides when a save has ended.

use std::time::{Duration, Instant};

use crate::disk::{Digest, Stamp};

/// How long size, time and hash of a file must stay the same before it counts as saved.
pub const REST: Duration = Duration::from_millis(1500);

/// Follows one file from one look to the next.
#[derive(Debug)]
pub(crate) struct Settling {
    seen: Option<Stamp>,
    /// How the file looked when its content was last known.
    known: Option<Stamp>,
    resting: Option<(Instant, Digest)>,
    changed: Instant,
}

/// What to do after a look at the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Look again later: it is moving, resting for too short a time, missing, or known.
    Wait,
    /// Hash it: it is as it was at the last look.
    Hash,
    /// Take it: it has rested, unless its hash is another than this one.
    Take(Digest),
}

impl Settling {
    /// Begins with a file whose content is known.
    pub(crate) fn new(seen: Option<Stamp>, now: Instant) -> Self {
        Self { known: seen.clone(), seen, resting: None, changed: now }
    }

    /// Notes the file as it stands at `now`; nothing if it is missing.
    pub(crate) fn look(&mut self, stamp: Option<Stamp>, now: Instant) -> Next {
        if stamp != self.seen {
            self.changed = now;
            self.seen = stamp;
            self.resting = None;
            return Next::Wait;
        }
        if self.is_settled() {
            return Next::Wait;
        }
        match self.resting {
            None => Next::Hash,
            Some((since, digest)) if now.duration_since(since) >= REST => Next::Take(digest),
            Some(_) => Next::Wait,
        }
    }

    /// Begins its rest with this hash.
    pub(crate) fn rest(&mut self, digest: Digest, now: Instant) {
        self.resting = Some((now, digest));
    }

    /// Begins its rest anew: it was written while it was read.
    pub(crate) fn restart(&mut self) {
        self.resting = None;
    }

    /// Notes that the content is known as the file stands.
    pub(crate) fn settle(&mut self) {
        self.known.clone_from(&self.seen);
        self.resting = None;
    }

    /// Returns whether nothing is to be taken: the content is known, or the file missing, which may be half a save.
    pub(crate) fn is_settled(&self) -> bool {
        self.seen.is_none() || self.seen == self.known
    }

    /// Returns whether the file still looks as it did at the last look.
    pub(crate) fn looks_like(&self, stamp: Option<&Stamp>) -> bool {
        self.seen.as_ref() == stamp
    }

    /// Returns how long the file has looked as it does.
    pub(crate) fn unchanged_for(&self, now: Instant) -> Duration {
        now.duration_since(self.changed)
    }
}
