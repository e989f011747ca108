import { beginOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconCoinOff, IconPlayerPlay } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { InRow } from '../../../ui/list/inRow.ts';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { goOnWith, shortDuration } from '../actions.ts';
import { titleOf } from '../entryTitle.ts';
import { timeMessages } from '../messages.ts';
import { formatRanges } from '../ranges.ts';
import css from './dayEntries.module.css';
import { shownTime, type WeekPart } from './useWeek.ts';

interface DayEntriesProps {
  day: string;
  parts: readonly WeekPart[];
  overlaps: ReadonlySet<string>;
  onOpen: (id: string) => void;
  /** True where the entries are one's own, to go on with. */
  isOwn: boolean;
}

/** Shows the entries of a day in order, those that overlap marked. */
export function DayEntries({ day, parts, overlaps, onOpen, isOwn }: DayEntriesProps) {
  const t = useMessages(timeMessages);
  const ofDay = Map.groupBy(
    parts.filter((part) => part.day === day),
    ({ entry }) => entry,
  );
  const entries = [...ofDay].sort(([a], [b]) => beginOf(a) - beginOf(b));
  if (entries.length === 0) return <p className={css.quiet}>{t('noEntriesOn')}</p>;
  return (
    <InRow value={true}>
      <ul className={css.list} onKeyDown={moveInList}>
        {entries.map(([entry, own]) => (
          <Row
            key={entry.id}
            entry={entry}
            day={day}
            parts={own}
            overlaps={overlaps.has(entry.id)}
            onOpen={onOpen}
            isOwn={isOwn}
          />
        ))}
      </ul>
    </InRow>
  );
}

interface RowProps extends Pick<DayEntriesProps, 'day' | 'parts' | 'onOpen' | 'isOwn'> {
  entry: TimeEntry;
  overlaps: boolean;
}

function Row({ entry, day, parts, overlaps, onOpen, isOwn }: RowProps) {
  const t = useMessages(timeMessages);
  const title = titleOf(entry);
  const zone = zoneOf(entry);
  // It runs today, whatever was worked on the days before.
  const isRunning = entry.status === 'IN_PROGRESS' && day === dayAt(Date.now(), zone);
  const times = formatRanges(
    parts.map(({ from, to }, i) => (isRunning && i === parts.length - 1 ? { from } : { from, to })),
    day,
    zone,
  );
  const mark = overlaps ? t('overlaps') : entry.cutAt !== undefined ? t('cut') : undefined;
  return (
    <li className={css.row}>
      <span className={css.times}>{times}</span>
      <QueryLink
        className={css.what}
        query={{ panel: 'timeEntry', item: entry.id }}
        onFollow={() => onOpen(entry.id)}
        isRow
      >
        <span className={css.title}>{title}</span>
        <span className={css.project}>{entry.description || entry.projectName}</span>
      </QueryLink>
      {mark && (
        <span className={css.mark} role="img" aria-label={mark} title={mark}>
          <Icon of={IconAlertTriangle} size={16} />
        </span>
      )}
      {!entry.isBillable && (
        <span role="img" aria-label={t('notBillable')} title={t('notBillable')}>
          <Icon of={IconCoinOff} size={16} />
        </span>
      )}
      <span className={css.duration}>{shortDuration(shownTime(parts))}</span>
      {isOwn && entry.status === 'DONE' && (
        <ActionIcon
          variant="subtle"
          color="gray.6"
          size={24}
          tabIndex={-1}
          onClick={() => void goOnWith(entry)}
          aria-label={t('goOn', { title })}
          title={t('goOn', { title })}
        >
          <Icon of={IconPlayerPlay} size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
