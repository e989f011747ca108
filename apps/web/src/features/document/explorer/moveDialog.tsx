import type { Document } from '@kontor/contract/nouns/document';
import { Button, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { matches, maxQuery } from '../../../platform/text/matches.ts';
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
  /** The folders that it lies in, outermost first. */
  above: readonly string[];
  /** All of it lies there, or it would lie in itself. */
  isForbidden: boolean;
}

/** All folders as an indented list, the top first. */
function choicesOf(all: readonly Document[], moved: readonly string[], top: string): Choice[] {
  const forbidden = forbiddenTargets(all, moved);
  const ids = new Set(moved);
  const places = all.filter(({ id }) => ids.has(id));
  const isHere = (id: string | undefined) =>
    places.every(({ parentId, taskId }) => !taskId && parentId === id);
  const out: Choice[] = [{ id: undefined, name: top, above: [], isForbidden: isHere(undefined) }];
  const byParent = Map.groupBy(
    all.filter(({ kind }) => kind === 'folder'),
    ({ parentId }) => parentId,
  );
  const seen = new Set<string>();
  const walk = (parentId: string | undefined, above: readonly string[]) => {
    const folders = (byParent.get(parentId) ?? []).filter(({ id }) => !seen.has(id));
    for (const { id, name } of folders.sort(foldersFirst)) {
      seen.add(id);
      out.push({ id, name: shownName(name), above, isForbidden: forbidden.has(id) || isHere(id) });
      walk(id, [...above, shownName(name)]);
    }
  };
  walk(undefined, []);
  return out;
}

/** Folders from which on one is looked for by its name, and those that are listed at most. */
const [searchedFrom, mostListed] = [20, 200];

interface MoveDialogProps {
  root: Root;
  moved: readonly string[];
  onMove: (folderId: string | undefined) => void;
  onClose: () => void;
}

/** Chooses the folder that things move to. */
export function MoveDialog({ root, moved, onMove, onClose }: MoveDialogProps) {
  const t = useMessages(documentMessages);
  const all = useDocumentsOf(root);
  const choices = useMemo(() => choicesOf(all, moved, t('top')), [all, moved, t]);
  const [chosen, setChosen] = useState<{ id: string | undefined }>();
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? choices : choices.filter(({ name }) => matches(name, query));
  const listed = found.slice(0, mostListed);
  return (
    <Dialog title={t('moveTo')} onClose={onClose}>
      {choices.length > searchedFrom && (
        <TextInput
          mb="xs"
          aria-label={t('findFolder')}
          placeholder={t('findFolder')}
          leftSection={<Icon of={IconSearch} />}
          value={query}
          maxLength={maxQuery}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          data-autofocus
        />
      )}
      <ul className={css.folders} onKeyDown={moveInList}>
        {listed.map(({ id, name, above, isForbidden }) => (
          <li key={id ?? ''}>
            <UnstyledButton
              className={css.folder!}
              style={{ paddingInlineStart: 8 + (query || id === undefined ? 0 : above.length + 1) * 16 }}
              disabled={isForbidden}
              aria-pressed={chosen !== undefined && chosen.id === id}
              onClick={() => setChosen({ id })}
              onDoubleClick={() => onMove(id)}
              data-list-item
            >
              <Icon of={IconFolder} />
              <span className={css.name}>{name}</span>
              {query && above.length > 0 && <span className={css.above}>{above.join(' / ')}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {listed.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {t('noFolder')}
        </Text>
      )}
      {found.length > listed.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('moreFolders', { count: found.length - listed.length })}
        </Text>
      )}
      <DialogFoot onClose={onClose}>
        <Button disabled={!chosen} onClick={() => chosen && onMove(chosen.id)}>
          {t('move')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
