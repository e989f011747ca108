//! Files that are open in other programs, without the app's window: the verbs of its bridge over stdin and stdout, for tests
//! with the real client (`packages/testkit/src/desktop/stdioFiles.ts`). Each call, answer and event is an object of JSON on a line of
//! its own, with as many bytes behind it as its `size` says.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use kontor_files::{Checkout, Checkouts, Error, Watcher};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Call {
    call: u64,
    #[serde(flatten)]
    verb: Verb,
}

/// The verbs of `DesktopFiles` in `packages/client/src/desktop/bridge.ts`.
#[derive(Deserialize)]
#[serde(tag = "verb", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Verb {
    Open { checkout: Checkout, size: u64 },
    Launch { id: String },
    Read { id: String },
    Uploaded { id: String, document_id: String, base: String, digest: String },
    Close { id: String },
    Discard { id: String },
    Unsent,
    Held,
    Left,
    Wipe { server: String, user_id: Option<String> },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("the folder is to be named")?;
    let checkouts = Arc::new(Mutex::new(Checkouts::new(Path::new(&root))));
    let _watcher = Watcher::start(Arc::clone(&checkouts), |event| {
        // Whoever listened may be gone: then the end of stdin ends this.
        let _ = serde_json::to_value(event).map(|event| tell(&event, &[]));
    });
    let mut input = io::stdin().lock();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let Call { call, verb } = serde_json::from_str(&line)?;
        line.clear();
        let mut content = Vec::new();
        if let Verb::Open { size, .. } = &verb {
            content.resize(usize::try_from(*size)?, 0);
            input.read_exact(&mut content)?;
        }
        match answer(&mut lock(&checkouts), verb, &content) {
            Ok((value, bytes)) => tell(&json!({ "call": call, "value": value, "size": bytes.len() }), &bytes)?,
            Err(error) => tell(&json!({ "call": call, "refused": error.code() }), &[])?,
        }
    }
    Ok(())
}

fn lock(checkouts: &Mutex<Checkouts>) -> MutexGuard<'_, Checkouts> {
    checkouts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tell(message: &Value, bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{message}")?;
    output.write_all(bytes)?;
    output.flush()
}

/// Does what is asked. Returns the answer, and the bytes that follow it.
fn answer(checkouts: &mut Checkouts, verb: Verb, content: &[u8]) -> Result<(Value, Vec<u8>), Error> {
    let now = Instant::now();
    let value = match verb {
        Verb::Open { checkout, .. } => {
            let mut incoming = checkouts.begin(checkout)?;
            incoming.write(content)?;
            json!(checkouts.finish(incoming, now)?)
        }
        Verb::Launch { id } => json!(checkouts.launch(&id, now)?),
        Verb::Read { id } => {
            let mut saved = checkouts.read(&id)?;
            let mut bytes = Vec::new();
            loop {
                let piece = checkouts.piece(&mut saved, 1 << 20)?;
                if piece.is_empty() {
                    return Ok((json!(saved.digest), bytes));
                }
                bytes.extend(piece);
            }
        }
        Verb::Uploaded { id, document_id, base, digest } => {
            json!(checkouts.uploaded(&id, &document_id, &base, &digest)?)
        }
        Verb::Close { id } => json!(checkouts.close(&id, now)?),
        Verb::Discard { id } => json!(checkouts.discard(&id, now)?),
        Verb::Unsent => json!(checkouts.unsent()?),
        Verb::Held => json!(checkouts.held()?),
        Verb::Left => json!(checkouts.left(now)?),
        Verb::Wipe { server, user_id } => json!(checkouts.wipe(&server, user_id.as_deref())?),
    };
    Ok((value, Vec::new()))
}
