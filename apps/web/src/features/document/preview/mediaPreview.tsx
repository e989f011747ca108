import type { RangeReader } from '@kontor/client/files/transfer';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { offer } from '../../../platform/playing.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { DownloadButton } from '../downloadButton.tsx';
import css from '../explorer/explorer.module.css';
import { documentMessages } from '../messages.ts';
import { openingFailureText } from '../opening.ts';
import { PreviewFrame } from './previewFrame.tsx';
import { isPlaylist, maxPreviewBytes } from './previewKind.ts';

/** `whole`: nothing here can play it piece by piece. */
type State =
  | { is: 'opening' }
  | { is: 'playing'; src: string }
  | { is: 'whole' }
  | { is: 'failed'; problem: string };

/** Opens a content for an element; `failure` says later why reading it broke off. */
async function openMedia(reader: RangeReader, mimeType: string, signal: AbortSignal) {
  if (isPlaylist(await reader.read(0, 64, signal))) return 'unplayable';
  const opened: { failure?: unknown } = {};
  const read: RangeReader['read'] = (start, end, stop) =>
    reader.read(start, end, AbortSignal.any([signal, stop])).catch((error) => {
      if (!stop.aborted) opened.failure = error;
      throw error;
    });
  const offered = await offer({ mimeType, size: reader.size, read });
  if (signal.aborted) offered?.end();
  return offered && Object.assign(opened, offered);
}

/** Lets go of what an element has loaded, and stops what it still loads. */
function unload(element: HTMLMediaElement | null): void {
  element?.removeAttribute('src');
  element?.load();
}

/**
 * Plays sound and film out of the sealed file, as far as it is asked for; where no service worker can be had it is opened
 * whole, in the frame of the others, up to a size. Whoever places it gives the document's id as `key`.
 */
export function MediaPreview({
  document,
  preview,
  onKey,
}: Pick<ComponentProps<typeof PreviewFrame>, 'document' | 'preview' | 'onKey'>) {
  const t = useMessages(documentMessages);
  const [state, setState] = useState<State>({ is: 'opening' });
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const failure = useRef<() => unknown>(undefined);
  const latest = useRef({ document, mimeType: preview.mimeType, t });

  useEffect(() => {
    const abort = new AbortController();
    const { document: file, mimeType, t: text } = latest.current;
    let end: (() => void) | undefined;
    const start = async (): Promise<State> => {
      const media = await openMedia(currentWorkspace().reader(file), mimeType, abort.signal);
      if (media === 'unplayable') return { is: 'failed', problem: text('cannotPlay') };
      if (!media) return { is: 'whole' };
      end = media.end;
      failure.current = () => media.failure;
      return { is: 'playing', src: media.src };
    };
    start()
      .catch((error): State => ({ is: 'failed', problem: openingFailureText(error) }))
      .then((next) => {
        if (!abort.signal.aborted) setState(next);
      });
    const { current } = element;
    return () => {
      abort.abort();
      end?.();
      unload(current);
    };
  }, []);

  if (state.is === 'whole' && (document.size ?? 0) <= maxPreviewBytes)
    return <PreviewFrame document={document} preview={preview} onKey={onKey} />;
  const problem =
    state.is === 'whole' ? t('tooLargeToPlay', { size: formatBytes(maxPreviewBytes) }) : undefined;
  const said = state.is === 'failed' ? state.problem : problem;
  const Element = preview.kind === 'sound' ? 'audio' : 'video';
  const onError = () => {
    if (state.is !== 'playing') return;
    const why = failure.current?.();
    setState({ is: 'failed', problem: why ? openingFailureText(why) : t('cannotPlay') });
  };
  // The keys of the controls are theirs, and lead to no other file.
  const keep = (event: KeyboardEvent) => event.key !== 'Escape' && event.stopPropagation();
  return (
    <div className={css.stage}>
      <Element
        ref={element}
        className={css.media}
        controls
        controlsList="nodownload noremoteplayback"
        preload="metadata"
        playsInline
        hidden={state.is !== 'playing'}
        {...(state.is === 'playing' && { src: state.src })}
        aria-label={shownName(document.name)}
        onError={onError}
        onKeyDown={keep}
      />
      {state.is === 'opening' && (
        <div className={css.notice} role="status">
          {t('opening')}
        </div>
      )}
      {said && (
        <div className={css.notice} role="alert">
          {said}
          <DownloadButton document={document} />
        </div>
      )}
    </div>
  );
}
