import {
  type Deviation,
  type HoursNoun,
  type MonthPlace,
  type MonthState,
  recordIn,
} from '@kontor/client/nouns/month';
import { beginOf, durationOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import type { Absence } from '@kontor/contract/nouns/absence';
import type { HoursChange } from '@kontor/contract/nouns/month';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconDownload, IconLock, IconLockOpen, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useKept } from '../../../platform/draft/drafts.ts';
import { formatDate, formatDateTime, formatMonth } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useToday } from '../../../platform/today.ts';
import { useCan } from '../../../platform/workspace/actor.ts';
import { LeftTexts } from '../../../ui/form/leftDraft.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { daysText } from '../absence/absenceFields.ts';
import { shortDuration } from '../actions.ts';
import { titleOf } from '../entryTitle.ts';
import { close, confirmClosed, download, explain, reopen } from './actions.ts';
import { monthMessages } from './messages.ts';
import { ReasonInput } from './reasonInput.tsx';
import css from './signatures.module.css';

interface MonthSignaturesProps {
  place: MonthPlace;
  state: MonthState;
  isOwn: boolean;
  /** The person's name. */
  name: string;
  nameOf: (userId: string) => string;
}

/** Names the draft of the reason for what was changed in a closed month. */
const reasonOf = ({ scopeId, month }: MonthPlace): string => `reason ${scopeId} ${month}`;

/** Shows who signed a month and what changed since; closes, confirms and amends it. */
export function MonthSignatures({ place, state, isOwn, name, nameOf }: MonthSignaturesProps) {
  const t = useMessages(monthMessages);
  const { closing, isForged, deviations } = state;
  const month = formatMonth(place.month);
  const hasBegun = place.month <= useToday();
  return (
    <section aria-labelledby="signatures" className={css.section}>
      <h2 id="signatures" className={css.heading}>
        {t('signatures')}
      </h2>
      {deviations.length === 0 && <LeftReason key={reasonOf(place)} place={place} />}
      {isForged && (
        <Alert color="red" variant="light" mb="sm">
          {t('forged', { name })}
        </Alert>
      )}
      {closing ? (
        <Closed place={place} state={state} isOwn={isOwn} name={name} nameOf={nameOf} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {!hasBegun ? t('isFuture', { month }) : isOwn ? t('openOwn') : t('openOther', { name })}
          </Text>
          {isOwn && hasBegun && (
            <Button
              size="xs"
              leftSection={<Icon of={IconLock} size={16} />}
              onClick={() => void close(place)}
            >
              {t('close', { month })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** Shows the reason that was being typed when what it was for went. */
function LeftReason({ place }: Pick<MonthSignaturesProps, 'place'>) {
  const t = useMessages(monthMessages);
  const [reason, setReason] = useKept(reasonOf(place), '');
  const text = reason.trim();
  const texts = text ? [{ key: 'reason', label: t('reason'), text }] : [];
  return <LeftTexts texts={texts} onDiscard={() => setReason('')} />;
}

function Closed({ place, state, isOwn, name, nameOf }: MonthSignaturesProps) {
  const t = useMessages(monthMessages);
  const mayConfirm = useCan('monthConfirmation.create');
  const { closing, confirmation, confirms, addenda, deviations } = state;
  const admin = nameOf(confirmation?.authorId ?? '');
  const at = confirmation && formatDateTime(confirmation.confirmedAt);
  const isChanged = deviations.length > 0;
  return (
    <>
      <ul className={css.signed}>
        <li>{t('closedBy', { name, at: formatDateTime(closing!.closedAt) })}</li>
        {!confirms && <li className={css.quiet}>{t('unconfirmed')}</li>}
        {at && confirms === 'all' && <li>{t('confirmedBy', { name: admin, at })}</li>}
        {at && confirms === 'earlier' && <li>{t('confirmedBefore', { name: admin, at })}</li>}
      </ul>
      {confirms === 'other' && (
        <Alert color="red" variant="light" my="sm">
          {t('confirmsOther', { name: admin })}
        </Alert>
      )}
      {addenda.length > 0 && (
        <>
          <h3 className={css.subheading}>{t('changes')}</h3>
          <ul className={css.signed}>
            {addenda.map(({ id, reason, authorId = '', changedAt, changes }) => (
              <li key={id}>
                {reason}
                <span className={css.quiet}>
                  {t('amendedBy', { name: nameOf(authorId), at: formatDateTime(changedAt) })}
                </span>
                {changes.map((change) => (
                  <span key={change.id} className={css.quiet}>
                    {wordsOf(change)}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {isChanged && (
        <Unsigned
          key={`${place.scopeId} ${place.month}`}
          place={place}
          deviations={deviations}
          nameOf={nameOf}
        />
      )}
      <Group gap="xs" mt="sm">
        {mayConfirm && confirms !== 'all' && !isChanged && (
          <Button
            size="xs"
            leftSection={<Icon of={IconSignature} size={16} />}
            onClick={() => void confirmClosed(place, name)}
          >
            {t(confirms ? 'confirmAgain' : 'confirm')}
          </Button>
        )}
        {isOwn && !confirms && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon of={IconLockOpen} size={16} />}
            onClick={() => reopen(place)}
          >
            {t('reopen')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() => download(place, nameOf)}
        >
          {t('download')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {t('downloadHint')}
      </Text>
    </>
  );
}

/** Names a record of hours: what, and when. */
function labelOf(noun: HoursNoun, record: object | undefined): string {
  const { t } = monthMessages;
  if (!record) return t('missingRecord');
  if (noun === 'absence') {
    const { kind, from, to } = record as Absence;
    return `${t(kind)}, ${daysText({ from, to })}`;
  }
  const entry = record as TimeEntry;
  return `${titleOf(entry)}, ${formatDate(dayAt(beginOf(entry), zoneOf(entry)))}, ${shortDuration(durationOf(entry))}`;
}

/** Says what an addendum changed. */
function wordsOf({ noun, before, after }: HoursChange): string {
  const how = monthMessages.t(after ? (before ? 'changed' : 'added') : 'removed');
  const [was, is] = [before, after].map((each) => each && labelOf(noun, recordIn(noun, each)));
  const what = was && is && was !== is ? `${was} → ${is}` : (is ?? was ?? labelOf(noun, undefined));
  return monthMessages.t('changedRow', { what, how });
}

/** Shows what was changed without a reason, and takes one. */
function Unsigned({
  place,
  deviations,
  nameOf,
}: Pick<MonthSignaturesProps, 'place' | 'nameOf'> & { deviations: readonly Deviation[] }) {
  const t = useMessages(monthMessages);
  const [reason, setReason] = useKept(reasonOf(place), '');
  const [isMissing, setMissing] = useState(false);
  const sign = () => {
    if (!reason.trim()) return setMissing(true);
    if (explain(place, reason)) setReason('');
  };
  return (
    <Alert color="red" variant="light" title={t('deviations')} my="sm">
      <Stack gap="sm">
        <Text size="sm">{t('deviationsBody')}</Text>
        <ul className={css.signed}>
          {deviations.map(({ noun, id, kind, record }) => {
            const [what, how] = [labelOf(noun, record), t(kind)];
            const author = record?.authorId;
            return (
              <li key={id}>
                {author
                  ? t('changedRowBy', { what, how, name: nameOf(author) })
                  : t('changedRow', { what, how })}
              </li>
            );
          })}
        </ul>
        <ReasonInput
          month={formatMonth(place.month)}
          value={reason}
          isMissing={isMissing}
          onChange={(next) => {
            setReason(next);
            setMissing(false);
          }}
        />
        <Button size="xs" onClick={sign}>
          {t('explain')}
        </Button>
      </Stack>
    </Alert>
  );
}
