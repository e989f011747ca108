import { Title } from '@mantine/core';
import { projectMessages } from '../../features/project/messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The projects of a workspace. */
export function Projects() {
  const t = useMessages(projectMessages);
  usePage(t('projects'));
  return (
    <>
      <Title order={1} mb="lg">
        {t('projects')}
      </Title>
      <EmptyState>{t('none')}</EmptyState>
    </>
  );
}
