import type { Document } from '@kontor/contract/nouns/document';
import {
  IconFile,
  IconFileCode,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconFileZip,
  IconFolder,
  IconListCheck,
  IconMail,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconRuler2,
} from '@tabler/icons-react';
import type { IconShape } from '../../ui/icon.tsx';
import css from './document.module.css';
import { extensionOf, type FileIconName, type FileType, fileIconOf, fileTypeOf } from './fileType.ts';
import { documentMessages } from './messages.ts';

const shapes: Record<FileIconName, IconShape> = {
  tasks: IconListCheck,
  folder: IconFolder,
  pdf: IconFileTypePdf,
  sheet: IconFileSpreadsheet,
  code: IconFileCode,
  text: IconFileText,
  image: IconPhoto,
  sound: IconMusic,
  film: IconMovie,
  document: IconFileWord,
  slides: IconPresentation,
  archive: IconFileZip,
  drawing: IconRuler2,
  mail: IconMail,
  file: IconFile,
};

/** Returns the category of a folder or file. */
export const typeOf = (document: Pick<Document, 'kind' | 'mimeType'>): FileType =>
  document.kind === 'folder' ? 'folder' : fileTypeOf(document.mimeType);

/** Returns the word for the kind of a file: its category, or its extension where it has none. */
export function kindWord(type: FileType, name: string): string {
  const extension = type === 'unknown' ? extensionOf(name) : undefined;
  return extension ? documentMessages.t('fileOf', { extension }) : documentMessages.t(type);
}

/** Shows a file's sign in its colour. Decoration: the word for it stands beside or in the label. */
export function FileIcon({ type, name }: { type: FileType; name?: string | undefined }) {
  const { icon, color } = fileIconOf(type, name);
  const Shape = shapes[icon];
  return (
    <span className={css.icon} style={{ color }} aria-hidden>
      <Shape size={18} stroke={1.5} aria-hidden />
    </span>
  );
}
