/** The embedded default for mail: a folder of mails, shown at /dev/mailbox while the server is this machine's own. */
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from './mail.ts';

export interface StoredMail extends Mail {
  id: string;
  /** ms since 1970. */
  at: number;
}

export interface LocalMailbox extends Mailer {
  /** Resolves with the mails, newest first. */
  list(): Promise<StoredMail[]>;
  /** Deletes the mails that name a workspace. */
  forget(workspaceId: string): Promise<void>;
}

/** Most mails to keep; the oldest are deleted beyond it. */
const kept = 500;

/** Returns what a file says; undefined for one that was deleted since it was listed. */
const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Opens the mailbox in `<data>/mailbox`: one file for each mail, whose name sorts by time and ends with the mail's id. */
export function localMailbox(dataPath: string): LocalMailbox {
  const folder = join(dataPath, 'mailbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = async () => (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const list = async () => {
    const texts = await Promise.all((await names()).reverse().map((name) => textOf(join(folder, name))));
    return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as StoredMail]));
  };
  let lastAt = 0;
  return {
    send: async (mail, mailId) => {
      const before = await names();
      if (before.some((name) => name.endsWith(`-${mailId}.json`))) return;
      lastAt = Math.max(Date.now(), lastAt + 1);
      const id = `${lastAt}-${mailId}`;
      const path = join(folder, `${id}.json`);
      await writeFile(`${path}.part`, JSON.stringify({ id, at: lastAt, ...mail }), { mode: 0o600 });
      await rename(`${path}.part`, path);
      for (const old of before.slice(0, -(kept - 1))) await rm(join(folder, old), { force: true });
    },
    list,
    forget: async (workspaceId) => {
      for (const mail of await list())
        if (mail.workspaceIds?.includes(workspaceId))
          await rm(join(folder, `${mail.id}.json`), { force: true });
    },
    close: () => {},
  };
}
