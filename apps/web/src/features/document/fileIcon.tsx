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
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react';
import type { IconShape } from '../../ui/icon.tsx';
import css from './document.module.css';
import { type FileIconName, type FileType, fileTypeOf, fileTypes } from './fileType.ts';

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
  file: IconFile,
};

/** The category of a folder or file. */
export const typeOf = (document: Pick<Document, 'kind' | 'mimeType'>): FileType =>
  document.kind === 'folder' ? 'folder' : fileTypeOf(document.mimeType);

/** A category's sign in its colour. Decoration: the word for it stands beside or in the label. */
export function FileIcon({ type }: { type: FileType }) {
  const { icon, color } = fileTypes[type];
  const Shape = shapes[icon];
  return (
    <span className={css.icon} style={{ color }} aria-hidden>
      <Shape size={18} stroke={1.5} aria-hidden />
    </span>
  );
}
