import type { TaskStatus } from '@kontor/contract/nouns/task';
import { Input } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { taskMessages } from '../messages.ts';
import { StatusMenu } from '../statusMenu.tsx';

interface StatusFieldProps {
  title: string;
  status: TaskStatus;
  onChange: (status: TaskStatus) => void;
}

/** Shows the status as a field of a form. */
export function StatusField(props: StatusFieldProps) {
  const t = useMessages(taskMessages);
  return (
    <Input.Wrapper label={t('status')} labelElement="div">
      <div>
        <StatusMenu {...props} withLabel />
      </div>
    </Input.Wrapper>
  );
}
