//! A thousand saves of every pattern that programs save in: each final content is told once, none half.

#![allow(missing_docs)]

mod desk;

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use desk::{Desk, beside};

const SAVES: usize = 1000;
const NAME: &str = "Angebot Müller.docx";

/// One thing a program does to the disk; between two of them any time below the rest may pass.
type Step = Box<dyn Fn(&Path, &[u8])>;

fn step(run: impl Fn(&Path, &[u8]) + 'static) -> Step {
    Box::new(run)
}

fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).create(true).open(path).unwrap().write_all(bytes).unwrap();
}

fn first_half(content: &[u8]) -> &[u8] {
    &content[..content.len() / 2]
}

fn second_half(content: &[u8]) -> &[u8] {
    &content[content.len() / 2..]
}

/// Truncates the file, and writes it in two pieces.
fn in_place() -> Vec<Step> {
    vec![
        step(|path, _| fs::write(path, b"").unwrap()),
        step(|path, content| append(path, first_half(content))),
        step(|path, content| append(path, second_half(content))),
    ]
}

/// Writes a file beside it in two pieces.
fn to(name: &'static str) -> Vec<Step> {
    vec![
        step(move |path, content| append(&beside(path, name), first_half(content))),
        step(move |path, content| append(&beside(path, name), second_half(content))),
    ]
}

fn rename(from: &'static str) -> Step {
    step(move |path, _| fs::rename(beside(path, from), path).unwrap())
}

fn remove(name: &'static str) -> Step {
    step(move |path, _| fs::remove_file(beside(path, name)).unwrap())
}

fn away(name: &'static str) -> Step {
    step(move |path, _| fs::rename(path, beside(path, name)).unwrap())
}

/// Saves a thousand times beside a lock file, at each pace that stays below the rest.
fn save_often(lock: Option<&str>, pattern: impl Fn() -> Vec<Step>) {
    let (mut desk, path) = Desk::with(NAME, b"as it was on the server");
    if let Some(lock) = lock {
        fs::write(beside(&path, lock), "Anna").unwrap();
    }
    let steps = pattern();
    for save in 0..SAVES {
        let content = format!("save {save} {}", "x".repeat(save % 977)).into_bytes();
        for (number, run) in steps.iter().enumerate() {
            run(&path, &content);
            desk.pass(Duration::from_millis(((save * 37 + number * 411) % 1400) as u64));
        }
        desk.rest();
        assert_eq!(desk.saved.len(), save + 1, "save {save} was not told exactly once");
        assert!(desk.saved[save] == content, "save {save} was told half or wrong");
        if save % 10 == 0 {
            desk.upload();
        }
    }
}

#[test]
fn written_in_place() {
    save_often(None, in_place);
}

#[test]
fn temporary_file_renamed_over_it() {
    save_often(None, || to(".angebot.tmp").into_iter().chain([rename(".angebot.tmp")]).collect());
}

#[test]
fn excel_deletes_then_renames() {
    save_often(Some("~$Angebot Müller.docx"), || {
        let mut steps = to("5B1C2E00");
        steps.push(step(|path, _| fs::remove_file(path).unwrap()));
        steps.push(rename("5B1C2E00"));
        steps
    });
}

#[test]
fn word_renames_twice() {
    save_often(Some("~$gebot Müller.docx"), || {
        let mut steps = to("~WRD0001.tmp");
        steps.extend([away("~WRL0002.tmp"), rename("~WRD0001.tmp"), remove("~WRL0002.tmp")]);
        steps
    });
}

#[test]
fn vim_keeps_a_backup() {
    save_often(Some(".Angebot Müller.docx.swp"), || {
        let mut steps = vec![away("Angebot Müller.docx~")];
        steps.extend(in_place());
        steps.extend([remove("Angebot Müller.docx~")]);
        steps
    });
}

#[test]
fn libreoffice_copies_a_temporary_file_back() {
    save_often(Some(".~lock.Angebot Müller.docx#"), || {
        let mut steps = to("lu4711.tmp");
        steps.extend(in_place());
        steps.extend([remove("lu4711.tmp")]);
        steps
    });
}

#[test]
fn preview_saves_in_a_folder_beside_it() {
    save_often(None, || {
        vec![
            step(|path, _| fs::create_dir(beside(path, ".sb-1a2b")).unwrap()),
            step(|path, content| fs::write(beside(path, ".sb-1a2b").join("new"), content).unwrap()),
            step(|path, _| fs::rename(beside(path, ".sb-1a2b").join("new"), path).unwrap()),
            step(|path, _| fs::remove_dir(beside(path, ".sb-1a2b")).unwrap()),
        ]
    });
}

#[test]
fn saves_that_leave_no_rest_between_them_are_one() {
    save_often(None, || {
        let earlier = |text: &'static str| step(move |path, _| fs::write(path, text).unwrap());
        vec![earlier("one"), earlier("one, two"), step(|path, content| fs::write(path, content).unwrap())]
    });
}
