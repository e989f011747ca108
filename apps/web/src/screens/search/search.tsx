import { hasEveryRecord } from '@kontor/client/searching/search';
import { TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useDocumentMenus } from '../../features/document/explorer/documentMenus.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { maxQuery } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { moveInList } from '../../ui/list/arrowList.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SearchProgressLine } from '../../ui/list/searchProgressLine.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { PlanNotice } from '../../ui/planNotice.tsx';
import { Chips } from './chips.tsx';
import { Facets } from './facets.tsx';
import { searchMessages } from './messages.ts';
import { useNothingFound } from './nothingFound.ts';
import { ReachLine } from './reachLine.tsx';
import { ResultGroup } from './resultGroup.tsx';
import css from './search.module.css';
import { useSearchText } from './searchText.ts';
import { readQuery } from './typedQuery.ts';
import { useKinds, useLines } from './useLines.tsx';
import { useLookups, useSearch } from './useSearch.ts';
import { WordlessLine } from './wordlessLine.tsx';

const route = getRouteApi('/signed-in/$workspace/search');

/** Hits of each kind at first, and with each "more". */
const step = 20;
const counted = ['scopeId:', 'customerId:', 'projectId:', 'from:'];

/** Shows everything that a search found, with what it can be narrowed by. */
export function Search() {
  const t = useMessages(searchMessages);
  const ui = useMessages(uiMessages);
  const { workspace } = route.useParams();
  const [typed, setTyped] = useSearchText();
  const [limit, setLimit] = useState(step);
  const field = useRef<HTMLInputElement>(null);
  const lookups = useLookups();
  const query = useMemo(() => readQuery(typed, lookups), [typed, lookups]);
  const more = useMemo(() => ({ limit, facets: counted }), [limit]);
  const { found, progress, hasFailed } = useSearch(typed, lookups, more);
  const kinds = useKinds(query, lookups);
  const linesOf = useLines(workspace, lookups, kinds);
  const nothing = useNothingFound(found?.query ?? query, kinds, lookups);
  usePage(t('title'));
  const { menuOf, dialog } = useDocumentMenus(usePeople());
  const mayFind = kinds.length > 0;
  const groups = found ? linesOf(found.result, found.query.text, limit) : [];
  // Of what is not here yet nobody knows whether it would be found.
  const isWhole = progress !== undefined && hasEveryRecord(progress);
  return (
    <div className={css.page}>
      <Title order={1}>{t('title')}</Title>
      <TextInput
        ref={field}
        aria-label={t('field')}
        placeholder={t('field')}
        leftSection={<Icon of={IconSearch} />}
        value={typed}
        maxLength={maxQuery}
        autoFocus
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setLimit(step);
        }}
      />
      <Chips
        typed={typed}
        query={query}
        lookups={lookups}
        onChange={(next) => {
          setTyped(next);
          // The chip that was pressed may be gone.
          field.current?.focus();
        }}
      />
      <p className={css.hint}>{t('hint')}</p>
      {/* What comes and goes by itself stands below what is pressed. */}
      {mayFind ? (
        <>
          <ReachLine progress={progress} />
          <SearchProgressLine progress={progress} />
          <WordlessLine workspace={workspace} />
          {hasFailed && <EmptyState>{ui('searchFailed')}</EmptyState>}
        </>
      ) : (
        <PlanNotice feature="search" />
      )}
      {mayFind && found && (
        <div className={css.columns}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys lead from hit to hit */}
          <div className={css.results} onKeyDown={moveInList}>
            {(groups.length > 0 || isWhole) && (
              <p className={css.hint} role="status">
                {t('count', { count: groups.reduce((sum, { count }) => sum + count, 0) })}
              </p>
            )}
            {groups.length === 0 && isWhole && <EmptyState>{nothing}</EmptyState>}
            {groups.map((group) => (
              <ResultGroup
                key={group.kind}
                group={group}
                text={found.query.text}
                {...(group.kind === 'documents' && { menuOf })}
                onMore={() => setLimit(limit + 5 * step)}
              />
            ))}
          </div>
          {dialog}
          <Facets found={found} groups={groups} lookups={lookups} typed={typed} onChange={setTyped} />
        </div>
      )}
    </div>
  );
}
