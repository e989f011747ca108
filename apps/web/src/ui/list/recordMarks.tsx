import { isUndecided } from '@kontor/client/replica/merge';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { ActionIcon } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { usePending } from '../../platform/workspace/workspace.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import css from './pendingMark.module.css';
import { PendingMark } from './pendingMark.tsx';

interface RecordMarksProps {
  entity: EntityName;
  record: { id: string };
  /** Asks about what people wrote over each other, where opening the record does not. */
  onDecide?: () => void;
}

/**
 * Shows the small marks of a record in a list: that it is not on the server yet, and that people wrote over each other in it,
 * about which it asks where it is open.
 */
export function RecordMarks({ entity, record, onDecide }: RecordMarksProps) {
  const isPending = usePending(record.id);
  return (
    <>
      {isPending && <PendingMark />}
      {isUndecided(entity, record) && (onDecide ? <DecideButton onClick={onDecide} /> : <UndecidedMark />)}
    </>
  );
}

function DecideButton({ onClick }: { onClick: () => void }) {
  const label = useMessages(uiMessages)('decide');
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={label} onClick={onClick}>
      <Icon of={IconArrowsSplit} size={14} />
    </ActionIcon>
  );
}

function UndecidedMark() {
  const label = useMessages(uiMessages)('undecided');
  return (
    <span className={css.mark} role="img" aria-label={label} title={label}>
      <Icon of={IconArrowsSplit} size={14} />
    </span>
  );
}
