import { hasEveryRecord } from '@kontor/client/searching/search';
import { VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { matches, maxQuery } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Chips } from '../../screens/search/chips.tsx';
import { SearchLine } from '../../screens/search/line.tsx';
import { searchMessages } from '../../screens/search/messages.ts';
import { useNothingFound } from '../../screens/search/nothingFound.ts';
import { ReachLine } from '../../screens/search/reachLine.tsx';
import { useSearchText } from '../../screens/search/searchText.ts';
import { readQuery } from '../../screens/search/typedQuery.ts';
import { type LineGroup, useKinds, useLines } from '../../screens/search/useLines.tsx';
import { useLookups, useSearch } from '../../screens/search/useSearch.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchProgressLine } from '../../ui/list/searchProgressLine.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useCloseOnBackOrEscape } from '../../ui/overlay/closeOnBack.ts';
import { appMessages } from '../messages.ts';
import type { Command } from './command.ts';
import { Keys } from './keys.tsx';
import css from './palette.module.css';
import { linesId, useOptions } from './paletteOptions.ts';
import { returnFocus, takeTyped } from './typedAhead.ts';

const [store, palette] = createSpotlight();

/** Opens the palette once it stands on the page. */
export const openPalette = (): void => palette.open();

/** Hits of each kind, and those of all kinds while nothing is typed. */
const [shownOfKind, shownRecent] = [6, 3];

/**
 * Searches over places, commands and what the workspace holds. It loads with its first use, and so opens
 * itself.
 */
export function Palette({ commands, workspace }: { commands: readonly Command[]; workspace: string }) {
  const t = useMessages(appMessages);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const entered = useRef<string>(undefined);
  useEffect(openPalette, []);
  return (
    <Spotlight.Root
      store={store}
      classNames={{ action: css.action! }}
      shortcut={null}
      closeOnEscape={false}
      centered={false}
      returnFocus={false}
      transitionProps={{ onExited: returnFocus }}
      query={typed}
      onQueryChange={setTyped}
      scrollable
      maxHeight={480}
    >
      <Spotlight.Search
        ref={field}
        leftSection={<Icon of={IconSearch} />}
        placeholder={t('searchPlaceholder')}
        aria-label={t('search')}
        role="combobox"
        aria-autocomplete="list"
        aria-controls={linesId}
        aria-expanded={false}
        maxLength={maxQuery}
        onKeyDown={({ key, nativeEvent }) => {
          const isEntered = key === 'Enter' && !nativeEvent.isComposing;
          entered.current = isEntered && !isSelected() ? typed : undefined;
        }}
      />
      <Answers
        commands={commands}
        workspace={workspace}
        typed={typed}
        entered={entered}
        field={field}
        onOpen={() => {
          // A window without the focus tells nobody that its field has it.
          field.current?.focus({ preventScroll: true });
          // Opened while it was still closing, it has the text of before.
          setTyped(takeTyped());
        }}
        onType={(next) => {
          setTyped(next);
          field.current?.focus();
        }}
      />
    </Spotlight.Root>
  );
}

interface AnswersProps {
  commands: readonly Command[];
  workspace: string;
  typed: string;
  /** The text at which Enter was pressed before there was an answer to it. */
  entered: RefObject<string | undefined>;
  field: RefObject<HTMLInputElement | null>;
  /** Called each time the palette opens, once it is on the page. */
  onOpen: () => void;
  onType: (typed: string) => void;
}

/** Stands only while the palette is open, so that a closed one asks nothing. */
function Answers({ commands, workspace, typed, entered, field, onOpen, onType }: AnswersProps) {
  const t = useMessages(searchMessages);
  const app = useMessages(appMessages);
  const navigate = useNavigate();
  const [, setSearchText] = useSearchText();
  const lookups = useLookups();
  const limit = typed.trim() === '' ? shownRecent : shownOfKind;
  const { found, progress, hasFailed } = useSearch(
    typed,
    lookups,
    useMemo(() => ({ limit }), [limit]),
  );
  const ui = useMessages(uiMessages);
  const query = useMemo(() => readQuery(typed, lookups), [typed, lookups]);
  const kinds = useKinds(query, lookups);
  const mayFind = kinds.length > 0;
  const linesOf = useLines(workspace, lookups, kinds);
  const nothing = useNothingFound(found?.query ?? query, kinds, lookups);
  const shownCommands =
    query.filters.length > 0 ? [] : commands.filter(({ label }) => matches(label, query.text));
  const groups = found ? linesOf(found.result, found.query.text, limit) : [];
  const isEmpty = typed.trim() === '';
  // Of what is not here yet nobody knows whether it would be found.
  const isWhole = progress !== undefined && hasEveryRecord(progress);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const hasLines = total > 0 || shownCommands.length > 0;
  const list = useRef<HTMLDivElement>(null);
  useOptions(list, field);
  const { opened } = useSpotlight(store);
  // Before the browser comes to the next key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens
  useLayoutEffect(() => {
    if (opened) onOpen();
  }, [opened]);
  const close = () => {
    entered.current = undefined;
    palette.close();
  };
  useCloseOnBackOrEscape(close, opened);
  const answered = found?.typed;
  const isFresh = answered === typed;
  useEffect(() => {
    if (answered === undefined) return;
    selectFirst(list.current);
    if (entered.current === answered) clickSelected(list.current);
    entered.current = undefined;
  }, [answered, entered]);
  // What is found later may take the place of the chosen line.
  useEffect(() => {
    if (found && !isSelected()) selectFirst(list.current);
  }, [found]);
  const results = groups.map((group) => (
    <ResultActions
      key={group.kind}
      group={group}
      text={found!.query.text}
      label={t(group.kind)}
      isFresh={isFresh}
    />
  ));
  const commandGroups = (['goTo', 'create', 'commands'] as const).map((group) => (
    <CommandActions
      key={group}
      label={app(group)}
      commands={shownCommands.filter((each) => each.group === group)}
    />
  ));
  return (
    <>
      <div className={css.chips}>
        <Chips typed={typed} query={query} lookups={lookups} onChange={onType} />
        {mayFind && !isEmpty && <ReachLine progress={progress} />}
        <SearchProgressLine progress={progress} />
      </div>
      <VisuallyHidden role="status">
        {!isEmpty && isFresh && (total > 0 || isWhole) && t('count', { count: total })}
      </VisuallyHidden>
      <Spotlight.ActionsList
        ref={list}
        id={linesId}
        {...(hasLines && { role: 'listbox', 'aria-label': app('search') })}
      >
        {isEmpty ? results : commandGroups}
        {isEmpty ? commandGroups : results}
        {!isEmpty && isFresh && total > 0 && (
          <Spotlight.Action
            role="option"
            onClick={() => {
              setSearchText(typed);
              void navigate({ to: '/$workspace/search', params: { workspace } });
            }}
          >
            {t('all', { count: total })}
          </Spotlight.Action>
        )}
      </Spotlight.ActionsList>
      {!mayFind && !isEmpty && <Spotlight.Empty>{ui('searchNotInPlan')}</Spotlight.Empty>}
      {mayFind && hasFailed && <Spotlight.Empty>{ui('searchFailed')}</Spotlight.Empty>}
      {mayFind && found && isWhole && !hasFailed && !hasLines && <Spotlight.Empty>{nothing}</Spotlight.Empty>}
    </>
  );
}

interface ResultActionsProps {
  group: LineGroup;
  text: string;
  label: string;
  /** False for the answer to what was typed before, which Enter must not open. */
  isFresh: boolean;
}

function ResultActions({ group: { lines }, text, label, isFresh }: ResultActionsProps) {
  return (
    <Spotlight.ActionsGroup role="group" aria-label={label} label={label}>
      {lines.map((line) => (
        <Spotlight.Action
          key={line.id}
          role="option"
          onClick={line.open}
          {...(!isFresh && { 'data-action': undefined })}
        >
          <SearchLine line={line} query={text} />
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
}

function CommandActions({ label, commands }: { label: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <Spotlight.ActionsGroup role="group" aria-label={label} label={label}>
      {commands.map(({ id, label, icon, shortcut, run }) => (
        <Spotlight.Action
          key={id}
          role="option"
          label={label}
          leftSection={<Icon of={icon} />}
          rightSection={shortcut && <Keys of={shortcut} />}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** Chooses the first line, as the palette itself does when somebody types: what was found comes later. */
function selectFirst(list: HTMLElement | null): void {
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  const first = list?.querySelector('[data-action]');
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }));
}

const isSelected = (): boolean =>
  document.getElementById(store.getState().listId)?.querySelector('[data-selected]') != null;

const clickSelected = (list: HTMLElement | null): void =>
  list?.querySelector<HTMLElement>('[data-selected]')?.click();
