import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DocumentList } from '../../features/document/documentList.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { useStarredDocuments } from '../../features/document/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import css from './home.module.css';
import { homeOf } from './homeOf.tsx';

/** Number of documents that are shown at first. */
const shownCount = 8;

interface StarredListProps {
  workspace: string;
  /** Returns what can be done with a document. */
  menuOf: (documentId: string) => ReactNode;
}

/** Shows what the reader has starred, of all projects and customers; nothing where nothing is. */
export function StarredList({ workspace, menuOf }: StarredListProps) {
  const t = useMessages(documentMessages);
  const documents = useStarredDocuments();
  const [isWhole, setWhole] = useState(false);
  const count = documents.length;
  if (count === 0) return null;
  const isCut = !isWhole && count > shownCount;
  return (
    <section aria-labelledby="starred">
      <Group justify="space-between" className={css.head!}>
        <h2 id="starred">{t('starred')}</h2>
        {isCut && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              keepFocus();
              setWhole(true);
            }}
          >
            {t('allStarred', { count })}
          </Button>
        )}
      </Group>
      <DocumentList
        documents={isCut ? documents.slice(0, shownCount) : documents}
        workspace={workspace}
        homeOf={homeOf}
        menuOf={menuOf}
      />
    </section>
  );
}
