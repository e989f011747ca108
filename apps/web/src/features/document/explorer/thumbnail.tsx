import type { Document } from '@kontor/contract/nouns/document';
import { useEffect, useRef, useState } from 'react';
import { letGoOfUrl } from '../../../platform/letGoOfUrl.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { headerSize } from '../../../ui/picture/header.ts';
import { FileIcon, typeOf } from '../fileIcon.tsx';
import css from './documentGrid.module.css';

/** px: a larger one was made by something else than the product. */
const maxSide = 256;

interface ThumbnailProps {
  document: Document;
  /** Of its frame; that of the grid where it is left out. */
  className?: string | undefined;
}

/** Shows the small picture that lies beside a file, once it comes into view; its sign where there is none. */
export function Thumbnail({ document, className = css.picture }: ThumbnailProps) {
  const { downloads } = useWorkspace();
  const frame = useRef<HTMLSpanElement>(null);
  const [src, setSrc] = useState<string>();
  const { thumbnail } = document;
  const latest = useRef(document);
  latest.current = document;
  useEffect(() => {
    const element = frame.current;
    if (!thumbnail || !element) return;
    const abort = new AbortController();
    let url: string | undefined;
    const show = async () => {
      const bytes = await (await downloads.beside(latest.current, thumbnail, abort.signal)).arrayBuffer();
      const size = headerSize(new Uint8Array(bytes));
      if (abort.signal.aborted || !size || Math.max(size.width, size.height) > maxSide) return;
      url = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
      setSrc(url);
    };
    let isAsked = false;
    const observer = new IntersectionObserver(async (entries) => {
      if (isAsked || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      isAsked = true;
      try {
        await show();
        observer.disconnect();
      } catch {
        // The sign of its kind stands there until it comes into view again.
        isAsked = false;
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      abort.abort();
      if (url) letGoOfUrl(url);
      setSrc(undefined);
    };
  }, [thumbnail, downloads]);
  return (
    <span ref={frame} className={className}>
      {src ? <img src={src} alt="" /> : <FileIcon type={typeOf(document)} name={document.name} />}
    </span>
  );
}
