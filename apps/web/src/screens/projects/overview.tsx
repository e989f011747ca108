import { Title } from '@mantine/core';
import { projectMessages } from '../../features/project/messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';

export function Overview() {
  const t = useMessages(projectMessages);
  usePage(t('overview'));
  return <Title order={1}>{t('overview')}</Title>;
}
