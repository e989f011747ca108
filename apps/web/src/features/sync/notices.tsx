/** Tells above the page what a person must know about the connection between this device and the server. */
import type { EntryCode } from '@kontor/client/replica/entry';
import type { Fault } from '@kontor/client/replica/fault';
import type { FailedTransaction } from '@kontor/client/replica/status';
import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentWorkspace, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { Alarm } from './alarm.tsx';
import { discardRefused, discardUnreadable } from './discard.ts';
import { sortFaults } from './faults.ts';
import { syncMessages } from './messages.ts';
import css from './notices.module.css';
import { recordName, recordTexts } from './recordName.ts';
import { RefusedAnswer } from './refusedAnswer.tsx';

type TrustKey = 'forked' | 'withheld' | 'keysRefused' | 'oldState' | 'incomplete' | 'loop';

/** Tells what the server served and this device did not take; `scopeId` narrows it to one project, customer or room. */
function Faults({ scopeId }: { scopeId: string | undefined }) {
  const t = useMessages(syncMessages);
  const { records } = useWorkspace();
  const faults = useObservable(records.faults);
  // Then all of it is older, which the frame says above.
  const isSetBack = useObservable(records.setBack) !== undefined;
  const { unopened, old, incomplete, withheld, forked, keys, loops, withdrawn, acts, isFull } = sortFaults(
    faults,
    scopeId,
  );
  /** Returns the hint, and those of the records by name that are here in some other state. */
  const withNames = (hint: string, about: readonly Fault[]) => {
    const names = [...new Set(about.flatMap((fault) => nameOf(fault) ?? []))].join(', ');
    return names ? `${hint} ${t('affected', { names })}` : hint;
  };
  const alarm = (key: TrustKey, about: readonly Fault[], isTold = true) =>
    about.length > 0 && isTold ? (
      <Alarm key={key} title={t(key)}>
        {key === 'keysRefused' ? t('keysRefusedHint') : withNames(t(`${key}Hint`), about)}
      </Alarm>
    ) : undefined;
  const understand = () => {
    keepFocus();
    records.dismissWithdrawn(withdrawn);
  };
  // The gravest first: whom to trust, then what is shown, then what is not.
  const alarms = [
    alarm('forked', forked, !isSetBack),
    alarm('withheld', withheld, !isSetBack),
    alarm('keysRefused', keys),
    alarm('oldState', old, !isSetBack),
    alarm('incomplete', incomplete, !isSetBack),
    unopened.length > 0 && (
      <Alarm key="unopened" title={t('notOpened', { count: unopened.length })}>
        {withNames(t('notOpenedHint'), unopened)}
      </Alarm>
    ),
    withdrawn.length > 0 && (
      <Alarm
        key="withdrawn"
        title={t('withdrawn', { count: withdrawn.length })}
        act={{ label: t('understood'), onClick: understand }}
      >
        {t('withdrawnHint', { count: withdrawn.length })}
      </Alarm>
    ),
    alarm('loop', loops),
  ].filter(Boolean);
  return (
    <>
      <GravestFirst>{alarms}</GravestFirst>
      {acts.length > 0 && (
        <Alarm
          title={t('unreadableActs', { count: acts.length })}
          act={{ label: t('discardActs'), onClick: () => void discardUnreadable(acts.length) }}
        >
          {t('unreadableActsHint')}
        </Alarm>
      )}
      {isFull && <Alarm title={t('notKept')}>{t('notKeptHint')}</Alarm>}
    </>
  );
}

/** Shows the first of several alarms, and the others once somebody asks for them. */
function GravestFirst({ children }: { children: readonly ReactNode[] }) {
  const t = useMessages(syncMessages);
  const [isWhole, setWhole] = useState(false);
  const count = children.length - 1;
  return (
    <>
      {isWhole ? children : children.slice(0, 1)}
      {count > 0 && (
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t('gravestOnly') : t('moreAlarms', { count })}
          </Button>
        </div>
      )}
    </>
  );
}

function reasonOf(code: EntryCode): string {
  if (code === 'GONE') return syncMessages.t('gone');
  if (code === 'CLOSED') return syncMessages.t('closed');
  if (code === 'UNVERIFIED') return syncMessages.t('unverified');
  return failureText({ code }, syncMessages.t('somethingWrong'));
}

/** Names a record by its noun and name; undefined where it is not here. */
function nameOf({ entity, id }: { entity: string; id: string }): string | undefined {
  const collections: Partial<Record<string, { get: (id: string) => object | undefined }>> =
    currentWorkspace().records.collections;
  const record = collections[entity]?.get(id);
  return record && recordName(entity, record);
}

/** Names what an act was about, by its first record; a new one shows nowhere where what it was put into was deleted. */
const subjectOf = ({ records }: FailedTransaction): string =>
  records
    .map(({ entity, id, fields }) => nameOf({ entity, id }) ?? recordName(entity, fields ?? {}))
    .find((name) => name !== undefined) ?? syncMessages.t('entry');

/** Tells why an act was refused. */
const reasonFor = ({ code, records }: FailedTransaction): string =>
  code === 'GONE' && records.some(({ verb }) => verb === 'create')
    ? syncMessages.t('goneAround')
    : reasonOf(code);

/** Returns the texts that may show nowhere else: of new records, and of those that are closed to the person. */
const textsIn = ({ code, records }: FailedTransaction): string[] =>
  records.flatMap(({ entity, verb, fields = {} }) =>
    verb === 'create' || code === 'CLOSED' ? recordTexts(entity, fields) : [],
  );

function Refused() {
  const t = useMessages(syncMessages);
  const { outbox } = useWorkspace().records;
  const failed = useObservable(outbox.failed);
  const retry = (id: string) => {
    keepFocus();
    void outbox.retry(id);
  };
  if (failed.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={t('refusedTitle', { count: failed.length })} role="alert">
      <ul className={css.acts}>
        {failed.map((act) => (
          <li key={act.id}>
            <div>
              <Text size="sm">
                {subjectOf(act)}: {reasonFor(act)}
              </Text>
              {[...new Set(textsIn(act))].map((text) => (
                <Text key={text} size="sm" className={css.text}>
                  {text}
                </Text>
              ))}
            </div>
            <Group gap="sm">
              {!act.isFinal && (
                <Button size="compact-xs" variant="default" onClick={() => retry(act.id)}>
                  {act.code === 'GONE' ? t('restore') : t('retry')}
                </Button>
              )}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => void discardRefused(act.id, subjectOf(act))}
              >
                {t('discard')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Tells what is kept here and cannot be sealed before its key is here, or before somebody says whose workspace this is. */
function Waiting() {
  const t = useMessages(syncMessages);
  const { confirmed, outbox } = useWorkspace().records;
  const { waiting: count } = useObservable(outbox.status);
  const isUnconfirmed = useObservable(confirmed) === false;
  if (count === 0) return null;
  return (
    <Alert
      color="petrol"
      variant="light"
      title={t(isUnconfirmed ? 'unsentTitle' : 'waitingTitle', { count })}
      role="status"
    >
      {isUnconfirmed ? failureText({ code: 'unconfirmed-log' }) : t('waitingHint')}
    </Alert>
  );
}

/** Shows everything that could not be opened or was not accepted. Nothing of it is lost until somebody says so. */
export function SyncNotices({ scopeId }: { scopeId?: string }) {
  return (
    <div className={css.notices}>
      <RefusedAnswer />
      <Refused />
      <Waiting />
      <Faults scopeId={scopeId} />
    </div>
  );
}
