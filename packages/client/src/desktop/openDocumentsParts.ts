/** Interfaces that `OpenDocuments` is built from, and what it tells. */
import type { ReadContents } from '../files/fileContents.ts';
import type { Downloads, Uploads } from '../files/transfer.ts';
import type { Replica } from '../replica/replica.ts';
import type { DesktopFiles } from './bridge.ts';

/** The open workspace, as far as open files need it. */
export interface AttachedWorkspace {
  uploads: Pick<Uploads, 'entries' | 'add' | 'cancel'>;
  downloads: Pick<Downloads, 'stream'>;
  records: Pick<Replica, 'id' | 'collections' | 'loaded' | 'need'>;
  userId: string;
}

/**
 * The outcome of a save; `deleted`: it is a copy, since its document is deleted or in the trash; `newer`: another version than
 * the document's was opened, since it is still in use here.
 */
export interface SaveEvent {
  kind: 'saved' | 'conflict' | 'deleted' | 'failed' | 'newer';
  /** The document's, or the copy's. */
  name: string;
}

/** Remembers checkouts by their ids. */
export interface DiscardedCheckouts {
  has(id: string): boolean;
  add(id: string): unknown;
}

export interface OpenDocumentsParts {
  files: DesktopFiles;
  /** Origin of the server that is used: files of another one are followed once that is. */
  server: string;
  /** Names the copy that a save becomes when somebody else was first. */
  copyName(name: string): string;
  /** Returns the file with the type that its name says. */
  typed(file: File): File;
  read?: ReadContents | undefined;
  /** Checkouts that were discarded with something in the queue of a workspace; kept over starts of the app. */
  discarded: DiscardedCheckouts;
  onSaveEvent(event: SaveEvent): void;
  /** Notes what concerns nobody but whoever looks for a fault; never a name. */
  log(message: string, error?: unknown): void;
}
