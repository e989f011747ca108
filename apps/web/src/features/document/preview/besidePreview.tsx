import type { Document } from '@kontor/contract/nouns/document';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import css from './besidePreview.module.css';
import { PreviewPane } from './previewPane.tsx';

interface BesidePreviewProps {
  /** The list of a folder. */
  children: ReactNode;
  /** The file in view, if one is. */
  shown: Document | undefined;
  /** The files of the list in order. */
  files: readonly Document[];
  onShow: (id: string | undefined) => void;
  /** Offers what can be done with the file in view. */
  menu?: ReactNode;
  /** More about the file in view, below it. */
  beneath?: ReactNode;
}

/** Shows a folder's list with the file in view beside it; on a narrow screen the file lies over everything. */
export function BesidePreview({ children, shown, files, onShow, menu, beneath }: BesidePreviewProps) {
  // As `explorer.module.css` lays it over everything.
  const isOver = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  return (
    <div className={css.split} data-preview={shown ? '' : undefined}>
      <div>{children}</div>
      {shown && (
        <PreviewPane
          document={shown}
          files={files}
          onShow={onShow}
          onClose={() => onShow(undefined)}
          menu={menu}
          beneath={beneath}
          isOver={isOver}
        />
      )}
    </div>
  );
}
