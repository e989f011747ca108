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
import { forbiddenTargets, inOrder } from '../tree.ts';
import css from './moveDialog.module.css';

/** A folder, and the one that it lies in: paths share what they have in common, however many and deep they are. */
interface Above {
  name: string;
  above: Above | undefined;
}

interface Choice {
  id: string | undefined;
  name: string;
  /** Steps that it stands in. */
  depth: number;
  /** The folder that it lies in. */
  above?: Above | undefined;
  /** All of it lies there, or it would lie in itself. */
  isForbidden: boolean;
}

/** Returns all folders as an indented list, the top first. */
function choicesOf(all: readonly Document[], moved: readonly string[], top: string): Choice[] {
  const forbidden = forbiddenTargets(all, moved);
  const ids = new Set(moved);
  const places = all.filter(({ id }) => ids.has(id));
  const isHere = (id: string | undefined) =>
    places.every(({ parentId, taskId }) => !taskId && parentId === id);
  const out: Choice[] = [{ id: undefined, name: top, depth: 0, isForbidden: isHere(undefined) }];
  const byParent = Map.groupBy(
    all.filter(({ kind }) => kind === 'folder'),
    ({ parentId }) => parentId,
  );
  const above = new Map<Document | undefined, Above | undefined>();
  for (const { document, folder, depth } of inOrder(
    byParent.get(undefined) ?? [],
    (id) => byParent.get(id) ?? [],
  )) {
    const { id } = document;
    const name = shownName(document.name);
    above.set(document, { name, above: above.get(folder) });
    const isForbidden = forbidden.has(id) || isHere(id);
    out.push({ id, name, depth: depth + 1, above: above.get(folder), isForbidden });
  }
  return out;
}

/** Returns the names of folders down to one, outermost first. */
function pathOf(last: Above): string {
  const names: string[] = [];
  for (let folder: Above | undefined = last; folder; folder = folder.above) names.push(folder.name);
  return names.reverse().join(' / ');
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
        {listed.map(({ id, name, depth, above, isForbidden }) => (
          <li key={id ?? ''}>
            <UnstyledButton
              className={css.folder!}
              style={{ paddingInlineStart: 8 + (query ? 0 : depth) * 16 }}
              disabled={isForbidden}
              aria-pressed={chosen !== undefined && chosen.id === id}
              onClick={() => setChosen({ id })}
              onDoubleClick={() => onMove(id)}
              data-list-item
            >
              <Icon of={IconFolder} />
              <span className={css.name}>{name}</span>
              {query && above && <span className={css.above}>{pathOf(above)}</span>}
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
