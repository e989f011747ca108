import type { DocumentPlace } from '@kontor/client/nouns/document';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { namedPictures } from '../../ui/richText/pictures.ts';
import { documentMessages } from './messages.ts';
import { uploadFiles } from './upload/actions.ts';

/** Asks, then puts pictures that were pasted into a text among the documents beside it. */
export async function attachPictures(pictures: readonly File[], place: DocumentPlace): Promise<void> {
  const { t } = documentMessages;
  const agreed = await confirm({
    title: t('attachTitle', { count: pictures.length }),
    body: t(place.taskId ? 'attachToTask' : 'attachToProject'),
    action: t('attach'),
  });
  if (agreed) await uploadFiles(namedPictures(pictures, t('picture')), place);
}
