import { Title } from '@mantine/core';
import { projectMessages } from '../../features/project/messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';

export function Tasks() {
  const t = useMessages(projectMessages);
  usePage(t('tasks'));
  return <Title order={1}>{t('tasks')}</Title>;
}
