import type { Document } from '@kontor/contract/nouns/document';
import { Button, UnstyledButton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../../ui/overlay/dialogFoot.tsx';
import { documentMessages } from '../messages.ts';
import { useDocumentsOf } from '../queries.ts';
import type { Root } from '../root.ts';
import { foldersFirst, forbiddenTargets } from '../tree.ts';
import css from './moveDialog.module.css';

interface Choice {
  id: string | undefined;
  name: string;
  depth: number;
  isForbidden: boolean;
}

/** All folders as an indented list, the top first. */
function choicesOf(all: readonly Document[], moved: readonly string[], top: string): Choice[] {
  const forbidden = forbiddenTargets(all, moved);
  const out: Choice[] = [{ id: undefined, name: top, depth: 0, isForbidden: false }];
  const byParent = Map.groupBy(
    all.filter(({ kind }) => kind === 'folder'),
    ({ parentId }) => parentId,
  );
  const seen = new Set<string>();
  const walk = (parentId: string | undefined, depth: number) => {
    const folders = (byParent.get(parentId) ?? []).filter(({ id }) => !seen.has(id));
    for (const { id, name } of folders.sort(foldersFirst)) {
      seen.add(id);
      out.push({ id, name: shownName(name), depth, isForbidden: forbidden.has(id) });
      walk(id, depth + 1);
    }
  };
  walk(undefined, 1);
  return out;
}

interface MoveDialogProps {
  root: Root;
  moved: readonly string[];
  /** Where they lie now. */
  from: string | undefined;
  onMove: (folderId: string | undefined) => void;
  onClose: () => void;
}

/** Chooses the folder that things move to. */
export function MoveDialog({ root, moved, from, onMove, onClose }: MoveDialogProps) {
  const t = useMessages(documentMessages);
  const all = useDocumentsOf(root);
  const choices = useMemo(() => choicesOf(all, moved, t('top')), [all, moved, t]);
  const [chosen, setChosen] = useState<{ id: string | undefined }>();
  return (
    <Dialog title={t('moveTo')} onClose={onClose}>
      <ul className={css.folders} onKeyDown={moveInList}>
        {choices.map(({ id, name, depth, isForbidden }) => (
          <li key={id ?? ''}>
            <UnstyledButton
              className={css.folder!}
              style={{ paddingInlineStart: 8 + depth * 16 }}
              disabled={isForbidden || id === from}
              aria-pressed={chosen !== undefined && chosen.id === id}
              onClick={() => setChosen({ id })}
              onDoubleClick={() => onMove(id)}
              data-list-item
            >
              <Icon of={IconFolder} />
              {name}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <DialogFoot onClose={onClose}>
        <Button disabled={!chosen} onClick={() => chosen && onMove(chosen.id)}>
          {t('move')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
