import type { Absence } from '@kontor/contract/nouns/absence';
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { monthMessages } from '../month/messages.ts';
import css from '../month/signatures.module.css';
import { daysText } from './absenceFields.ts';

interface AbsenceListProps {
  absences: readonly Absence[];
  onOpen: (id?: string) => void;
}

/** Shows the absences of a month, and the way to enter one. */
export function AbsenceList({ absences, onOpen }: AbsenceListProps) {
  const t = useMessages(monthMessages);
  return (
    <section aria-labelledby="absences" className={css.section}>
      <Group justify="space-between">
        <h2 id="absences" className={css.heading}>
          {t('absences')}
        </h2>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon of={IconPlus} size={16} />}
          onClick={() => onOpen()}
        >
          {t('newAbsence')}
        </Button>
      </Group>
      <ul className={css.signed}>
        {absences.length === 0 && <li className={css.quiet}>{t('noAbsences')}</li>}
        {absences.map(({ id, kind, from, to, isHalf, note }) => (
          <li key={id}>
            <QueryLink query={{ panel: 'absence', item: id }} onFollow={() => onOpen(id)}>
              {isHalf ? t('half', { what: t(kind) }) : t(kind)}
            </QueryLink>
            <span className={css.quiet}>{daysText({ from, to })}</span>
            {note && <span className={css.quiet}>{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
