import type { Document } from '@kontor/contract/nouns/document';
import { Button } from '@mantine/core';
import { type ComponentProps, useEffect, useState } from 'react';
import { PreviewFrame } from '../../features/document/preview/previewFrame.tsx';
import { type FileBytes, openBytes } from '../../features/signing/actions.ts';
import { signingMessages } from '../../features/signing/messages.ts';
import css from '../../features/signing/signing.module.css';
import { useMessages } from '../../platform/text/messages.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';

/** Opens a file, whole, before anything is drawn of it: what is shown and what is signed are the same bytes. */
export function useBytes(document: Document | undefined) {
  const [bytes, setBytes] = useState<FileBytes>();
  const [isFailed, setIsFailed] = useState(false);
  const [round, setRound] = useState(0);
  const key = document && `${document.blobId} ${round}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content, not the record around it
  useEffect(() => {
    if (!document) return;
    const abort = new AbortController();
    setIsFailed(false);
    openBytes(document, abort.signal).then(setBytes, () => {
      if (!abort.signal.aborted) setIsFailed(true);
    });
    return () => abort.abort();
  }, [key]);
  return { bytes, isFailed, again: () => setRound(round + 1) };
}

interface SignedFrameProps extends Pick<ComponentProps<typeof PreviewFrame>, 'places' | 'onEvent'> {
  document: Document;
  opened: ReturnType<typeof useBytes>;
}

const noKey = () => {};

/** Shows the document in its frame, or why it is not there. */
export function SignedFrame({ document, opened, places, onEvent }: SignedFrameProps) {
  const t = useMessages(signingMessages);
  const { bytes, isFailed, again } = opened;
  return (
    <div className={css.stage}>
      {bytes ? (
        <PreviewFrame
          key={bytes.sha256}
          document={document}
          preview={{ kind: 'pdf', mimeType: 'application/pdf' }}
          content={bytes.blob}
          onKey={noKey}
          {...(places && { places })}
          {...(onEvent && { onEvent })}
        />
      ) : (
        <EmptyState action={isFailed && <Button onClick={again}>{t('again')}</Button>}>
          {t(isFailed ? 'cannotOpen' : 'opening')}
        </EmptyState>
      )}
    </div>
  );
}
