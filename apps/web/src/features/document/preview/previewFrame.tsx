import type { Document } from '@kontor/contract/nouns/document';
import { useEffect, useRef, useState } from 'react';
import { contentLimits } from '../../../contents/limits.ts';
import { region } from '../../../platform/text/locale.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import {
  type FrameEvent,
  isFrameEvent,
  type PlacesRequest,
  type ShownPlace,
  type ShowRequest,
} from '../../../preview/protocol.ts';
import { headerSize } from '../../../ui/picture/header.ts';
import { openDocument } from '../actions.ts';
import { DownloadButton } from '../downloadButton.tsx';
import css from '../explorer/explorer.module.css';
import { documentMessages } from '../messages.ts';
import { openingFailureText } from '../opening.ts';
import type { Previewed } from './previewKind.ts';

/** The frame alone knows how many there are. */
const numbered = { number: '{count}' };

interface PreviewFrameProps {
  document: Document;
  preview: Previewed;
  onKey: (key: string) => void;
  /** The file's content, where somebody has it already. */
  content?: Blob;
  /** Places that are drawn over the pages of a PDF. */
  places?: readonly ShownPlace[];
  /** Hears what else the frame tells of a PDF: how far it was read, where it was pointed at. */
  onEvent?: (event: Extract<FrameEvent, { type: 'read' | 'pointed' }>) => void;
}

/**
 * Opens a file and shows it in a frame without our origin. Each file gets a frame of its own (whoever places it gives the
 * id as `key`), so that no file ever shares a page with another.
 */
export function PreviewFrame({ document, preview, onKey, content, places, onEvent }: PreviewFrameProps) {
  const t = useMessages(documentMessages);
  const frame = useRef<HTMLIFrameElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isShown, setIsShown] = useState(false);
  const latest = useRef({ document, preview, onKey, content, onEvent, t });
  useEffect(() => {
    latest.current = { document, preview, onKey, content, onEvent, t };
  });

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { document: opened, content: known } = latest.current;
    const limit = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setProblem(latest.current.t('cannotShow')), contentLimits.time);
    };
    const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
    const show = async () => {
      try {
        const { preview: as, t: text } = latest.current;
        const bytes = await (known ?? (await openDocument(opened, abort.signal))).arrayBuffer();
        const size = as.kind === 'image' && headerSize(new Uint8Array(bytes));
        if (size && size.width * size.height > contentLimits.shownPixels) {
          setProblem(text('cannotShow'));
          return;
        }
        // A frame whose page does not come never says that it is ready.
        limit();
        await ready;
        const { document: file } = latest.current;
        const request: ShowRequest = {
          type: 'show',
          kind: as.kind,
          mimeType: as.mimeType,
          name: shownName(file.name),
          bytes,
          language: region(),
          labels: {
            page: text('page', { page: '{page}', pages: '{pages}' }),
            truncated: text('truncated'),
            leftOut: text('leftOut'),
            find: text('find'),
            found: text('found', { at: '{at}', total: '{count}' }),
            cut: text('tableCut', { rows: '{rows}', columns: '{columns}' }),
            rows: { one: text('shownRow', numbered), other: text('shownRows', numbered) },
            columns: { one: text('shownColumn', numbered), other: text('shownColumns', numbered) },
            moreSheets: { one: text('moreSheet', numbered), other: text('moreSheets', numbered) },
            yes: text('cellTrue'),
            no: text('cellFalse'),
          },
        };
        // Its origin is opaque and has no name; the window is the one that we made.
        frame.current?.contentWindow?.postMessage(request, '*', [bytes]);
        // A file that never gets there ends with its frame. One that keeps the frame's thread busy does so only where a
        // browser gives the frame another thread than this page: what reads files there has to cost their length at most.
        limit();
      } catch (error) {
        if (!abort.signal.aborted) setProblem(openingFailureText(error));
      }
    };
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || !isFrameEvent(data)) return;
      if (data.type === 'ready') isReady();
      else if (data.type === 'shown') {
        clearTimeout(timer);
        setIsShown(true);
      } else if (data.type === 'failed') setProblem(latest.current.t('cannotShow'));
      else if (data.type === 'key') latest.current.onKey(data.key);
      else latest.current.onEvent?.(data);
    };
    window.addEventListener('message', onMessage);
    void show();
    return () => {
      abort.abort();
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
    };
  }, []);

  useEffect(() => {
    if (!isShown || !places) return;
    const request: PlacesRequest = { type: 'places', places };
    frame.current?.contentWindow?.postMessage(request, '*');
  }, [isShown, places]);

  return (
    <div className={css.stage}>
      {!problem && (
        <iframe
          ref={frame}
          src="/preview.html"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          title={shownName(document.name)}
          data-hidden={!isShown || undefined}
        />
      )}
      {(problem ?? !isShown) && (
        <div className={css.notice} role={problem ? 'alert' : 'status'}>
          {problem ?? t('opening')}
          {problem && <DownloadButton document={document} />}
        </div>
      )}
    </div>
  );
}
