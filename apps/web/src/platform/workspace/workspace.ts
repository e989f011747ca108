/** The open workspace: its records, live, and the verbs that change them. Features read and write through this. */

import type { Observable, Subscribable } from '@kontor/client/observable';
import type { Workspace, WorkspaceFiles } from '@kontor/client/workspace/workspace';
import type { Document } from '@kontor/contract/nouns/document';
import type { EntityName, IndexOf, OpenOf } from '@kontor/contract/nouns/entities';
import { useCallback, useSyncExternalStore } from 'react';

/** The parts of an open workspace that the session hands to screens. */
export interface OpenWorkspace extends WorkspaceFiles {
  records: Workspace;
  /** Returns the content of a file, opened. Rejects with `DamagedFileError` when it is not what was uploaded. */
  openFile(document: Document, signal?: AbortSignal): Promise<Blob>;
  userId: string;
}

let open: OpenWorkspace | undefined;
const listeners = new Set<() => void>();

/** Hands the open workspace to the screens; undefined when it closes. */
export function provideWorkspace(workspace: OpenWorkspace | undefined): void {
  open = workspace;
  for (const listener of listeners) listener();
}

/** Returns the open workspace; for actions. */
export function currentWorkspace(): OpenWorkspace {
  if (!open) throw new Error('no workspace is open');
  return open;
}

/** Returns the open workspace; undefined where none is. */
export const workspaceIfOpen = (): OpenWorkspace | undefined => open;

/** Returns the id of the workspace that is open, or was last. */
export const openWorkspaceId = (): string | undefined => open?.records.id;

/** Tells whether the open workspace's server cannot be reached: what is done now waits on this device. */
export const isOffline = (): boolean => currentWorkspace().records.status.get().connection === 'offline';

/** Calls back when a workspace opens or closes. Returns what ends that. */
export const subscribeOpen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the open workspace; renders again when another one opens. */
export const useWorkspace = (): OpenWorkspace => useSyncExternalStore(subscribeOpen, currentWorkspace);

/** Returns the open workspace; undefined where none is, e.g. on the billing page of one that waits to be paid. */
export const useWorkspaceIfOpen = (): OpenWorkspace | undefined =>
  useSyncExternalStore(subscribeOpen, workspaceIfOpen);

/** Returns the current value of one of the client's observables; renders again when it changes. */
export const useObservable = <T>(observable: Observable<T>): T => useRead(observable, (it) => it.get());

/** Reads from something that says when it changed; `read` must answer with the same reference until it did. */
export function useRead<S extends Subscribable, T>(source: S, read: (source: S) => T): T {
  const subscribe = useCallback((listener: () => void) => source.subscribe(listener), [source]);
  return useSyncExternalStore(subscribe, () => read(source));
}

const useRecords = <N extends EntityName, T>(
  name: N,
  read: (collection: Workspace['collections'][N]) => T,
): T => useRead(useWorkspace().records.collections[name], read);

/** Returns every record of a noun, in no particular order. */
export const useAll = <N extends EntityName>(name: N): readonly OpenOf<N>[] =>
  useRecords(name, (collection) => collection.all() as readonly OpenOf<N>[]);

/** Returns the records under a key of one of the noun's indexes. */
export const useWhere = <N extends EntityName>(
  name: N,
  index: IndexOf<N>,
  key: string,
): readonly OpenOf<N>[] =>
  useRecords(name, (collection) => collection.where(index, key) as readonly OpenOf<N>[]);

/** Returns one record, or undefined when there is none. */
export const useRecord = <N extends EntityName>(name: N, id: string | undefined): OpenOf<N> | undefined =>
  useRecords(name, (collection) => (id ? (collection.get(id) as OpenOf<N> | undefined) : undefined));

/** Says whether a record has changes that are not on the server yet. */
export function usePending(id: string): boolean {
  const { records } = useWorkspace();
  return useRead(records.outbox.status, () => records.isPending(id));
}
