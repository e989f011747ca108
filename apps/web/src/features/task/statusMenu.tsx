import { type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon, type IconShape } from '../../ui/icon.tsx';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { RowButton } from '../../ui/list/rowButton.tsx';
import { RowMenu } from '../../ui/list/rowMenu.tsx';
import type { MoveKey } from './board/usePlacing.ts';
import { taskMessages } from './messages.ts';
import css from './status.module.css';
import { StatusIcon } from './statusIcon.tsx';

interface StatusMenuProps {
  title: string;
  status: TaskStatus;
  onChange: (status: TaskStatus) => void;
  /** Returns what moves it among those of its status, unless it is at an edge; absent where they have no order of their own. */
  moveActionOf?: ((key: MoveKey) => (() => void) | undefined) | undefined;
  /** Shows the word beside the sign. */
  withLabel?: boolean;
}

/** Shows the status of a task, changed in place, and its place among others. */
export function StatusMenu({ title, status, onChange, moveActionOf, withLabel = false }: StatusMenuProps) {
  const t = useMessages(taskMessages);
  return (
    <RowMenu
      position="bottom-start"
      button={(props) => (
        <RowButton
          className={withLabel ? css.labelled! : ''}
          aria-label={t('statusOf', { title, status: t(status) })}
          title={t(status)}
          {...props}
        >
          <StatusIcon status={status} />
          {withLabel && <span>{t(status)}</span>}
        </RowButton>
      )}
    >
      {taskStatus.map((choice) => (
        <Menu.Item
          key={choice}
          leftSection={<StatusIcon status={choice} />}
          rightSection={choice === status && <Icon of={IconCheck} size={14} />}
          onClick={() => {
            // Its row leaves the list, or goes into another group.
            keepFocus();
            onChange(choice);
          }}
          aria-current={choice === status || undefined}
        >
          {t(choice)}
        </Menu.Item>
      ))}
      {moveActionOf && <Moves moveActionOf={moveActionOf} />}
    </RowMenu>
  );
}

/** Asks as the menu opens where the task can go: its row stays as it is while its neighbours come and go. */
function Moves({ moveActionOf }: { moveActionOf: NonNullable<StatusMenuProps['moveActionOf']> }) {
  const t = useMessages(taskMessages);
  const item = (key: MoveKey, icon: IconShape, label: string) =>
    moveActionOf(key) && (
      // Where it can go by now.
      <Menu.Item leftSection={<Icon of={icon} />} onClick={() => moveActionOf(key)?.()}>
        {label}
      </Menu.Item>
    );
  const [up, down] = [
    item('ArrowUp', IconArrowUp, t('moveUp')),
    item('ArrowDown', IconArrowDown, t('moveDown')),
  ];
  return (
    <>
      {(up || down) && <Menu.Divider />}
      {up}
      {down}
    </>
  );
}
