/** A computer on which documents of a workspace are open in other programs: the desktop app without its window. */
import { readdirSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import { versionsOf } from '@kontor/client/nouns/fileVersion';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Actor } from '../actor.ts';
import { startStdioFiles } from './stdioFiles.ts';

export interface ComputerOptions {
  /** Path from `buildStdioFiles`. */
  program: string;
  /** The folder of the open files. */
  root: string;
}

/** Starts one on a device, with a workspace open. */
export async function startComputer(device: Actor, workspaceId: string, { program, root }: ComputerOptions) {
  const records = await device.open(workspaceId);
  const files = startStdioFiles(program, root);
  const news: string[] = [];
  const logged: string[] = [];
  const open = new OpenDocuments({
    files,
    server: 'https://kontor.test',
    copyName: (name) => `copy of ${name}`,
    typed: (file) => file,
    discarded: new Set(),
    onSaveEvent: ({ kind, name }) => news.push(`${kind} ${name}`),
    log: (message) => logged.push(message),
  });
  const { uploads, downloads } = await records.files();
  open.attach({ records, uploads, downloads, userId: device.session.user!.id });
  /** Opens a document. Resolves with its checkout, and where the file lies. */
  const openNamed = async (name: string) => {
    const { id: documentId } = records.collections.document.all().find((each) => each.name === name)!;
    await open.open(records.collections.document.get(documentId)!);
    const { id } = open.files.get().find((file) => file.documentId === documentId)!;
    return { id, documentId, path: files.pathOf(id) };
  };
  /** Tells whether a save is where the tray says, by its digest. */
  const isAs = (status: 'waiting' | 'saved', id: string, digest: string) =>
    open.files.get().some((file) => file.id === id && file.digest === digest && file.status === status);
  return {
    files,
    open,
    uploads,
    news,
    logged,
    openNamed,
    isAs,
    isWiped: () => readdirSync(root).length === 0,
    stop: () => files.stop(),
  };
}

export type Computer = Awaited<ReturnType<typeof startComputer>>;

/** ms that something may take on a busy machine. Of hundreds of saves in a row the large ones wait for all that are smaller. */
const patience = process.env.LONG ? 5_400_000 : 600_000;

/** Waits until something holds. @throws Error where it takes too long */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + patience;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`);
    await pass(50);
  }
}

/** Reads the contents that a document has and had, the oldest first. */
export async function contentsOf(workspace: Workspace, documentId: string): Promise<Blob[]> {
  const { downloads } = await workspace.files();
  const document = workspace.collections.document.get(documentId)!;
  const earlier = versionsOf(workspace, documentId).map((each) => ({ ...document, ...each, id: documentId }));
  return Promise.all([...earlier.toReversed(), document].map((each) => downloads.blob(each)));
}
