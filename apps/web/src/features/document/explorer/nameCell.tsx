import type { ReactNode } from 'react';
import css from '../document.module.css';
import { FileIcon } from '../fileIcon.tsx';
import type { FileType } from '../fileType.ts';

interface NameCellProps {
  type: FileType;
  /** Tells the sign of a file that has no category. */
  name?: string;
  children: ReactNode;
}

/** Shows the name of a folder or file in a table, a link or button, behind the icon of its kind. */
export const NameCell = ({ type, name, children }: NameCellProps) => (
  <span className={css.cell}>
    <FileIcon type={type} name={name} />
    {children}
  </span>
);
