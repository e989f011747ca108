import type { ComponentProps } from 'react';
import { MediaPreview } from './mediaPreview.tsx';
import { PreviewFrame } from './previewFrame.tsx';
import { isPlayed } from './previewKind.ts';

type FilePreviewProps = Pick<ComponentProps<typeof PreviewFrame>, 'document' | 'preview' | 'onKey'>;

/** Shows a file: sound and film play in the page, everything else stands in a frame of its own. */
export const FilePreview = (props: FilePreviewProps) =>
  isPlayed(props.preview.kind) ? <MediaPreview {...props} /> : <PreviewFrame {...props} />;
