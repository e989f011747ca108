import { Suspense } from 'react';
import { openFiles } from '../../features/document/native/nativeFiles.ts';
import { packings } from '../../features/document/packingState.ts';
import { reading } from '../../features/document/readingState.ts';
import { isInTray } from '../../features/document/upload/inTray.ts';
import { useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
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

/** Lists the files that are open in other programs, where no workspace is open. */
export function OpenFilesTray() {
  const hasOpenFiles = useObservable(openFiles()).length > 0;
  return (
    <div className={css.trays}>
      <Suspense>{hasOpenFiles && <OpenTray />}</Suspense>
    </div>
  );
}

/** Lists what goes on with files in the background, in view wherever one goes. */
export function Trays() {
  const files = useObservable(openFiles());
  const hasUploads = useRead(useWorkspace().uploads.entries, (entries) =>
    entries.get().some((entry) => isInTray(entry, files)),
  );
  const hasOpenFiles = files.length > 0;
  const isPacking = useRead(packings, (it) => it.get().length > 0);
  const isReading = useRead(reading, (it) => it.get() !== undefined);
  return (
    <div className={css.trays}>
      <Suspense>
        {isReading && <ReadingTray />}
        {isPacking && <PackingTray />}
        {hasOpenFiles && <OpenTray />}
        {hasUploads && <UploadTray />}
      </Suspense>
    </div>
  );
}
