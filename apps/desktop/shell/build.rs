//! Makes a permission of each command, so that capabilities name what the page may call.

/// Commands of the page; `src/main.rs` registers them.
const COMMANDS: &[&str] = &[
    "files_begin",
    "files_write",
    "files_finish",
    "files_abort",
    "files_read",
    "files_chunk",
    "files_launch",
    "files_show",
    "files_uploaded",
    "files_close",
    "files_discard",
    "files_unsent",
    "files_held",
    "files_left",
    "files_wipe",
    "keychain_available",
    "keychain_get",
    "keychain_set",
    "open_external",
    "take_link",
    "set_language",
    "notify",
    "quit",
    "quit_heard",
    "set_timer",
    "settings_get",
    "settings_set",
    "settings_choose_downloads",
    "updates_check",
    "updates_load",
    "zoom",
];

fn main() {
    let commands = tauri_build::AppManifest::new().commands(COMMANDS);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)).expect("the shell's configuration");
}
