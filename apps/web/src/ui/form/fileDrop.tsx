import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './fileDrop.module.css';

/** Returns true if files are dragged over the page (and not, say, a link). */
const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

interface Dropped {
  files: File[];
  /** True if folders were dropped, which cannot be read this way. */
  hasFolders: boolean;
}

function read(data: DataTransfer): Dropped {
  const items = [...data.items].filter((item) => item.kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
  return {
    files: items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? []))),
    hasFolders: items.some(isFolder),
  };
}

interface FileDropProps {
  /** The message while files hover over the page. */
  label: ReactNode;
  onDrop: (dropped: Dropped) => void;
}

/** Lets people drop files anywhere on the page while it is mounted. */
export function FileDrop({ label, onDrop }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth++;
      setIsOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setIsOver(false);
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      latest.current(read(event.dataTransfer));
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as (event: Event) => void);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as (event: Event) => void);
    };
  }, []);
  return isOver ? <div className={css.over}>{label}</div> : null;
}
