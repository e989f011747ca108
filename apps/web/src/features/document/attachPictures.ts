import type { DocumentPlace } from '@kontor/client/nouns/document';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { namedPictures } from '../../ui/richText/pictures.ts';
import { documentMessages } from './messages.ts';
import { uploadFiles } from './upload/actions.ts';

/** Asks whether pictures that were pasted into a text shall be documents; returns those that shall, with names. */
export async function agreedPictures(
  pictures: readonly File[],
  question: 'attachToTask' | 'attachToProject' | 'attachToNewTask' | 'attachToNewProject',
): Promise<File[]> {
  const { t } = documentMessages;
  const agreed = await confirm({
    title: t('attachTitle', { count: pictures.length }),
    body: t(question),
    action: t('attach'),
  });
  return agreed ? namedPictures(pictures, t('picture')) : [];
}

/** Asks, then puts pictures that were pasted into a text among the documents beside it. */
export async function attachPictures(pictures: readonly File[], place: DocumentPlace): Promise<void> {
  const agreed = await agreedPictures(pictures, place.taskId ? 'attachToTask' : 'attachToProject');
  if (agreed.length > 0) await uploadFiles(agreed, place);
}
