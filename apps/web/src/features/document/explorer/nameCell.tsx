import type { ReactNode } from 'react';
import css from '../document.module.css';
import { FileIcon } from '../fileIcon.tsx';
import type { FileType } from '../fileType.ts';

/** The name of a folder or file in a table, a link or button, behind the icon of its kind. */
export const NameCell = ({ type, children }: { type: FileType; children: ReactNode }) => (
  <span className={css.cell}>
    <FileIcon type={type} />
    {children}
  </span>
);
