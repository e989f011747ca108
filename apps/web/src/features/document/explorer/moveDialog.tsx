import type { Document } from '@kontor/contract/nouns/document';
import { Button, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { matches, maxQuery } from '../../../platform/text/matches.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useNeeded } from '../../../platform/workspace/loaded.ts';
import { searchGroups } from '../../../ui/form/searchGroups.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../../ui/overlay/dialogFoot.tsx';
import { documentMessages } from '../messages.ts';
import { moveMessages } from '../moveMessages.ts';
import { useDocumentsOf } from '../queries.ts';
import type { Root } from '../root.ts';
import { forbiddenTargets, inOrder, liesIn } from '../tree.ts';
import css from './moveDialog.module.css';
import { placeValue, usePlaceChoices, useRootOf } from './placeChoices.ts';

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
function choicesOf(
  all: readonly Document[],
  moved: readonly string[],
  top: string,
  isCopy: boolean,
): Choice[] {
  const forbidden = forbiddenTargets(all, moved);
  const ids = new Set(moved);
  const places = all.filter(({ id }) => ids.has(id));
  const isHere = (id: string | undefined) =>
    !isCopy && places.length > 0 && places.every(({ parentId, taskId }) => !taskId && parentId === id);
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
  /** Where the things are. */
  root: Root;
  moved: readonly string[];
  /** Makes copies: where things are is a place for those, too. */
  isCopy?: boolean;
  onMove: (place: Root, folderId: string | undefined) => void;
  onClose: () => void;
}

/** Chooses where things move to, or are copied to: the project or customer, and the folder there. */
export function MoveDialog({ root, moved, isCopy = false, onMove, onClose }: MoveDialogProps) {
  const t = useMessages(documentMessages);
  const m = useMessages(moveMessages);
  const u = useMessages(uiMessages);
  const [place, setPlace] = useState<Root>(root);
  const places = usePlaceChoices(root);
  const rootOf = useRootOf();
  const all = useDocumentsOf(place);
  const isLoaded = useNeeded([place.scopeId]);
  const choices = useMemo(() => choicesOf(all, moved, t('top'), isCopy), [all, moved, t, isCopy]);
  const [chosen, setChosen] = useState<{ id: string | undefined }>();
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? choices : choices.filter(({ name }) => matches(name, query));
  const listed = found.slice(0, mostListed);
  return (
    <Dialog title={isCopy ? m('copyTo') : t('moveTo')} onClose={onClose}>
      <Select
        label={m('place')}
        mb="sm"
        data={places}
        filter={searchGroups}
        value={placeValue(place)}
        onChange={(value) => {
          if (value === null || value === placeValue(place)) return;
          const next = rootOf(value);
          setPlace(next);
          setQuery('');
          // Of another place any folder will do, the first one too.
          setChosen(liesIn(next, root) ? undefined : { id: undefined });
        }}
        allowDeselect={false}
        searchable
      />
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
              onDoubleClick={() => onMove(place, id)}
              data-list-item
            >
              <Icon of={IconFolder} />
              <span className={css.name}>{name}</span>
              {query && above && <span className={css.above}>{pathOf(above)}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {!isLoaded && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {u('loading')}
        </Text>
      )}
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
      {isCopy && (
        <Text size="sm" c="dimmed" mt="sm">
          {m('copies')}
        </Text>
      )}
      <DialogFoot onClose={onClose}>
        <Button disabled={!chosen} onClick={() => chosen && onMove(place, chosen.id)}>
          {isCopy ? m('copy') : t('move')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
