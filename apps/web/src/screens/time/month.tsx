import { monthsOf } from '@kontor/client/nouns/month';
import { Text } from '@mantine/core';
import { usePeople } from '../../features/member/queries.ts';
import { AbsenceList } from '../../features/timeEntry/absence/absenceList.tsx';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { MonthTable } from '../../features/timeEntry/month/monthTable.tsx';
import { useMonth } from '../../features/timeEntry/month/queries.ts';
import { MonthSignatures } from '../../features/timeEntry/month/signatures.tsx';
import { remarkOf } from '../../features/timeEntry/month/words.ts';
import { TimesheetButton } from '../../features/timesheet/timesheetButton.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useWhere, useWorkspace } from '../../platform/workspace/workspace.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useFirm } from '../export/sources.ts';
import css from './time.module.css';

interface MonthProps {
  /** The user id of the person. */
  person: string;
  /** Its first day. */
  month: string;
  queryOf: (day: string) => Record<string, string>;
  onDay: (day: string) => void;
}

/** Shows a month of hours: the timesheet, who signed it, and absences. */
export function Month(props: MonthProps) {
  const t = useMessages(timeMessages);
  const hours = useWhere('workingTime', 'userId', props.person)[0];
  if (!hours) return <Text c="dimmed">{t('noHours')}</Text>;
  return <MonthOf {...props} scopeId={hours.id} />;
}

function MonthOf({ person, month, scopeId, queryOf, onDay }: MonthProps & { scopeId: string }) {
  const { userId } = useWorkspace();
  const { open } = usePanel();
  const people = usePeople();
  const firm = useFirm();
  const hasAll = useIsLoaded();
  const place = { scopeId, month };
  const { sheet, state, hints } = useMonth(place);
  const absences = useWhere('absence', 'scopeId', scopeId)
    .filter((absence) => monthsOf('absence', absence).includes(month))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const nameOf = (id: string) => people.get(id)?.name ?? '?';
  return (
    <div className={css.columns}>
      <MonthTable sheet={sheet} hints={hints} today={useToday()} queryOf={queryOf} onDay={onDay} />
      <div className={css.side}>
        <MonthSignatures
          key={`${scopeId} ${month}`}
          place={place}
          state={state}
          isOwn={person === userId}
          name={nameOf(person)}
          nameOf={nameOf}
        />
        <TimesheetButton
          name={nameOf(person)}
          month={month}
          firm={hasAll ? firm : undefined}
          lines={sheet.days.map((line) => ({ ...line, remark: remarkOf(line) }))}
          sums={sheet}
        />
        <AbsenceList absences={absences} onOpen={(id) => open('absence', id)} />
      </div>
    </div>
  );
}
