// @vitest-environment happy-dom
/** Reading many files: one after the other, with how far it is, and what it led nowhere for. */
import type { FileContents } from '@kontor/client/files/fileContents';
import type { Session } from '@kontor/client/session/session';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { readAll } from './reading.ts';
import { reading } from './readingState.ts';
import { ReadingTray } from './readingTray.tsx';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({
  clearToasts: () => {},
  toast: { error: say, success: say, info: say },
}));
/** Files that are being read now, to be answered. */
const under = vi.hoisted(() => [] as { name: string; answer: (contents: FileContents) => void }[]);
vi.mock('../../contents/readContents.ts', () => ({
  readContents: (_: Blob, name: string) => new Promise((answer) => void under.push({ name, answer })),
}));

const describe = vi.fn(async (_document: Document, _contents: FileContents) => {});
const provide = (id: string) =>
  provideWorkspace({
    records: { id },
    describe,
    openFile: async ({ name }: Document) => {
      if (name === 'lost.txt') throw new Error('gone');
      return new Blob();
    },
  } as never);
let signedIn: (userId: string | undefined) => void;
const file = (name: string) => ({ id: name, name }) as Document;
const answer = async (name: string, contents: FileContents) => {
  await expect.poll(() => under.map((each) => each.name)).toEqual([name]);
  under.pop()!.answer(contents);
};

let root: Root;
beforeEach(() => {
  said.length = under.length = 0;
  describe.mockClear();
  const listeners = new Set<() => void>();
  const session = {
    user: { id: 'ada' } as { id: string } | undefined,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  provideSession(session as unknown as Session);
  signedIn = (userId) => {
    session.user = userId === undefined ? undefined : { id: userId };
    for (const listener of listeners) listener();
  };
  provide('w');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ReadingTray />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  reading.get()?.stop();
  flushSync(() => root.unmount());
});
const title = () => document.querySelector('h2')?.textContent;
const rows = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

it('goes from one file to the next, takes more behind them, and ends with what could not be read', async () => {
  const done = readAll(['a.txt', 'lost.txt', 'scan.pdf'].map(file));
  await expect.poll(title).toBe('0 of 3 files read');
  await readAll(['a.txt', 'scan.pdf', 'b.txt'].map(file));
  await expect.poll(title).toBe('0 of 4 files read');
  await answer('a.txt', { words: 'A', searchable: 'yes' });
  await answer('scan.pdf', { words: '', searchable: 'never' });
  await expect.poll(title).toBe('3 of 4 files read');
  expect(rows()[0]).toContain('b.txt');
  await answer('b.txt', { words: 'B', searchable: 'part' });
  await done;
  expect(describe.mock.calls.map(([{ name }]) => name)).toEqual(['a.txt', 'scan.pdf', 'b.txt']);
  expect(said).toEqual(['2 files can be found by their words now.']);
  await expect.poll(title).toBe('2 files still cannot be found by their words');
  expect(rows()).toEqual([
    expect.stringMatching(/^lost\.txt/),
    expect.stringContaining('scan.pdf holds no text'),
  ]);
  document.querySelector<HTMLElement>('[aria-label="Close the list of files"]')!.click();
  await expect.poll(title).toBe(undefined);
});

it('goes by itself where every file was read', async () => {
  const done = readAll([file('a.txt')]);
  await answer('a.txt', { words: 'A', searchable: 'yes' });
  await done;
  expect(reading.get()).toBe(undefined);
});

it('stops when it is told to', async () => {
  const stopped = readAll(['a.txt', 'b.txt'].map(file));
  await expect.poll(() => under.length).toBe(1);
  reading.get()!.stop();
  await answer('a.txt', { searchable: 'never' });
  await stopped;
  expect([reading.get(), under, said]).toEqual([undefined, [], []]);
});

const leavings = [
  ['in another workspace', () => provide('another')],
  ['when the person signs out', () => signedIn(undefined)],
  ['when somebody else signs in', () => signedIn('ben')],
] as const;

it.each(leavings)('stops %s, and leaves nothing to what is read there', async (_, go) => {
  const left = readAll(['a.txt', 'b.txt'].map(file));
  await expect.poll(title).toBe('0 of 2 files read');
  go();
  await expect.poll(title).toBe(undefined);
  const next = readAll([file('c.txt')]);
  await expect.poll(() => under.length).toBe(2);
  under.shift()!.answer({ searchable: 'never' });
  await left;
  await answer('c.txt', { words: 'C', searchable: 'yes' });
  await next;
  expect(describe.mock.calls.map(([{ name }]) => name)).not.toContain('b.txt');
  expect(said).toEqual(['1 file can be found by its words now.']);
});

it.each(leavings)('shows no file that could not be read %s', async (_, go) => {
  await readAll([file('lost.txt')]);
  await expect.poll(title).toBe('1 file still cannot be found by its words');
  go();
  await expect.poll(title).toBe(undefined);
});

it('goes on where the same workspace is opened again', async () => {
  const done = readAll(['a.txt', 'b.txt'].map(file));
  await expect.poll(title).toBe('0 of 2 files read');
  provide('w');
  signedIn('ada');
  await answer('a.txt', { words: 'A', searchable: 'yes' });
  await answer('b.txt', { words: 'B', searchable: 'yes' });
  await done;
  expect(said).toEqual(['2 files can be found by their words now.']);
});
