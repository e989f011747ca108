//! Work of commands that wait: for a person, the net, or another program.

use tauri::async_runtime::spawn_blocking;

/// Does such work apart from the few threads that answer the page, which would answer nothing else meanwhile.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    spawn_blocking(work).await.expect("the work of a command ends")
}
