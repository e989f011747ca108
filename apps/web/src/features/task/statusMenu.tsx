import { type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRowStop } from '../../ui/list/inRow.ts';
import { taskMessages } from './messages.ts';
import css from './status.module.css';
import { StatusIcon } from './statusIcon.tsx';

interface StatusMenuProps {
  title: string;
  status: TaskStatus;
  onChange: (status: TaskStatus) => void;
  /** Shows the word beside the sign. */
  withLabel?: boolean;
}

/** The status of a task, changed in place. */
export function StatusMenu({ title, status, onChange, withLabel = false }: StatusMenuProps) {
  const t = useMessages(taskMessages);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={withLabel ? css.labelled! : css.button!}
          aria-label={t('statusOf', { title, status: t(status) })}
          title={t(status)}
          {...useRowStop()}
          data-no-drag
        >
          <StatusIcon status={status} />
          {withLabel && <span>{t(status)}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {taskStatus.map((choice) => (
          <Menu.Item
            key={choice}
            leftSection={<StatusIcon status={choice} />}
            rightSection={choice === status && <Icon of={IconCheck} size={14} />}
            onClick={() => onChange(choice)}
            aria-current={choice === status || undefined}
          >
            {t(choice)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
