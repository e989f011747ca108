import { type ReactNode, useEffect, useRef, useState } from 'react';
import { holdsFiles } from '../../platform/droppedFiles.ts';
import { isLitter, type PlacedTree } from './chooseFiles.ts';
import css from './fileDrop.module.css';

export interface Dropped {
  /** Files that were dropped by themselves. */
  files: File[];
  hasFolders: boolean;
  /** Reads all files, those in folders too; `most` at most. */
  tree(most: number): Promise<DroppedTree>;
}

/** Files with their folders as far as they could be read, and the paths of the rest. */
export interface DroppedTree extends PlacedTree {
  unread: string[];
}

function read(data: DataTransfer): Dropped {
  const items = [...data.items].filter((item) => item.kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
  const files = items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? [])));
  // They are to be had while the event lasts, and no longer.
  const folders = items.flatMap((item) => (isFolder(item) ? (item.webkitGetAsEntry() ?? []) : []));
  return {
    files,
    hasFolders: folders.length > 0,
    tree: async (most) => {
      const placed = files.map((file) => ({ file, folders: [] }));
      const found: DroppedTree = { files: placed, empty: [], unread: [] };
      for (const folder of folders) await readFolder(folder as FileSystemDirectoryEntry, [], found, most);
      return found;
    },
  };
}

/** Reads a folder's files, as far as they can be read, depth first, until there are more than `most` of them and of empty folders. */
async function readFolder(
  folder: FileSystemDirectoryEntry,
  above: readonly string[],
  found: DroppedTree,
  most: number,
): Promise<void> {
  const folders = [...above, folder.name];
  const orUnread = <T,>(path: readonly string[], reading: Promise<T>): Promise<T | undefined> =>
    reading.catch(() => {
      found.unread.push(path.join('/'));
      return undefined;
    });
  const reader = folder.createReader();
  let isEmpty = true;
  // A browser gives them in pieces, and an empty one at the end.
  for (;;) {
    const listing = new Promise<FileSystemEntry[]>((...settle) => reader.readEntries(...settle));
    const entries = await orUnread(folders, listing);
    if (!entries) return;
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (found.files.length + found.empty.length > most) return;
      if (!isLitter(entry.name)) isEmpty = false;
      if (entry.isDirectory) await readFolder(entry as FileSystemDirectoryEntry, folders, found, most);
      else if (!isLitter(entry.name)) {
        const opening = new Promise<File>((...settle) => (entry as FileSystemFileEntry).file(...settle));
        const file = await orUnread([...folders, entry.name], opening);
        if (file) found.files.push({ file, folders });
      }
    }
  }
  if (isEmpty) found.empty.push(folders);
}

interface FileDropProps {
  /** The message while files hover over the page. */
  label: ReactNode;
  onDrop: (dropped: Dropped) => void;
}

/** Those that are mounted: what is dropped is for the last one, which lies on top. */
const mounted: object[] = [];

/** Lets people drop files anywhere on the page while it is mounted, and nothing that takes files lies over it. */
export function FileDrop({ label, onDrop }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    let depth = 0;
    const own = {};
    mounted.push(own);
    const takes = (event: DragEvent) => holdsFiles(event) && mounted.at(-1) === own;
    const enter = (event: DragEvent) => {
      if (!takes(event)) return;
      depth++;
      setIsOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      // What was dragged in before this was mounted does not enter again.
      depth = Math.max(depth, 1);
      setIsOver(true);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setIsOver(false);
      if (!takes(event) || !event.dataTransfer) return;
      event.preventDefault();
      latest.current(read(event.dataTransfer));
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as (event: Event) => void);
    return () => {
      mounted.splice(mounted.indexOf(own), 1);
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as (event: Event) => void);
    };
  }, []);
  return isOver ? <div className={css.over}>{label}</div> : null;
}
