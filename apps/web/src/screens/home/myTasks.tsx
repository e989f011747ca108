import type { Task } from '@kontor/contract/nouns/task';
import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { ProjectLabel } from '../../features/project/projectLabel.tsx';
import { SyncNotices } from '../../features/sync/notices.tsx';
import type { MyTasksFilter } from '../../features/task/list/myTaskGroups.ts';
import { MyTaskList } from '../../features/task/list/myTaskList.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useCollection } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';

const projectOf = ({ scopeId }: Task) => <ProjectLabel id={scopeId} />;

/** Shows my open tasks in projects that go on; `heading`: the level of their groups' headings. */
export function OwnTasks({ heading }: { heading: 'h2' | 'h3' }) {
  const { userId } = useWorkspace();
  const { open } = usePanel();
  const projects = useCollection('project');
  const filter = useMemo(
    (): MyTasksFilter => ({
      filter: ({ scopeId }) => {
        const project = projects.get(scopeId);
        // It may come behind its tasks, and say that it is archived.
        return project !== undefined && !project.archivedAt;
      },
      reads: [projects],
    }),
    [projects],
  );
  const onOpen = useCallback((id: string) => open('task', id), [open]);
  return (
    <MyTaskList userId={userId} filter={filter} heading={heading} projectOf={projectOf} onOpen={onOpen} />
  );
}

/** Shows my tasks, with an address of their own. */
export function MyTasks() {
  const t = useMessages(taskMessages);
  const { open } = usePanel();
  usePage(t('myTasks'));
  return (
    <>
      <SyncNotices />
      <Group justify="space-between" mb="md">
        <Title order={1}>{t('myTasks')}</Title>
        <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('task')}>
          {t('newTask')}
        </Button>
      </Group>
      <OwnTasks heading="h2" />
    </>
  );
}
