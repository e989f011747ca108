import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { copyings } from '../../features/document/copyingState.ts';
import { openFiles } from '../../features/document/native/nativeFiles.ts';
import { packings } from '../../features/document/packingState.ts';
import { reading } from '../../features/document/readingState.ts';
import { isInTray } from '../../features/document/upload/inTray.ts';
import { uploadMessages } from '../../features/document/upload/messages.ts';
import { useTakenQuestion } from '../../features/document/upload/takenQuestion.ts';
import { toast } from '../../platform/toasts.tsx';
import { useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { lazyPart, retryParts } from '../../ui/lazyPart.tsx';
import css from './trays.module.css';

const UploadTray = lazyPart(
  async () => (await import('../../features/document/upload/uploadTray.tsx')).UploadTray,
);
const OpenTray = lazyPart(async () => (await import('../../features/document/native/openTray.tsx')).OpenTray);
const PackingTray = lazyPart(
  async () => (await import('../../features/document/packingTray.tsx')).PackingTray,
);
const ReadingTray = lazyPart(
  async () => (await import('../../features/document/readingTray.tsx')).ReadingTray,
);
const TakenHost = lazyPart(
  async () => (await import('../../features/document/upload/takenDialog.tsx')).TakenHost,
);

/** Answers the question about names that are taken where its dialog does not come: what waits for the answer goes on. */
function NotAsked() {
  const question = useTakenQuestion();
  useEffect(() => {
    if (!question) return;
    retryParts();
    toast.error(uploadMessages.t('notUploaded'));
    question.answer();
  }, [question]);
  return null;
}

/** Lists the files that are open in other programs, where no workspace is open. */
export function OpenFilesTray() {
  const hasOpenFiles = useObservable(openFiles()).length > 0;
  return (
    <div className={css.trays}>
      <Suspense>{hasOpenFiles && <OpenTray />}</Suspense>
    </div>
  );
}

/** Lists what goes on with files in the background, in view wherever one goes; asks about names that are taken. */
export function Trays() {
  const files = useObservable(openFiles());
  const hasUploads = useRead(useWorkspace().uploads.entries, (entries) =>
    entries.get().some((entry) => isInTray(entry, files)),
  );
  const isCopying = useRead(copyings, (it) => it.get().length > 0);
  const hasOpenFiles = files.length > 0;
  const isPacking = useRead(packings, (it) => it.get().length > 0);
  const isReading = useRead(reading, (it) => it.get() !== undefined);
  const question = useTakenQuestion();
  return (
    <div className={css.trays}>
      <Suspense>
        {isReading && <ReadingTray />}
        {isPacking && <PackingTray />}
        {hasOpenFiles && <OpenTray />}
        {(hasUploads || isCopying) && <UploadTray />}
      </Suspense>
      {question && (
        <CatchBoundary getResetKey={() => question.id} errorComponent={NotAsked}>
          <Suspense>
            <TakenHost />
          </Suspense>
        </CatchBoundary>
      )}
    </div>
  );
}
