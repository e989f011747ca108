import type { Project } from '@kontor/contract/project';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMessages } from '../../platform/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { archiveProject, deleteProject, restoreProject } from './actions.ts';
import { projectMessages } from './messages.ts';

interface ProjectMenuProps {
  project: Project;
  onEdit: () => void;
  onDeleted?: () => void;
  mayDelete: boolean;
}

/** What can be done with a project as a whole. */
export function ProjectMenu({ project, onEdit, onDeleted, mayDelete }: ProjectMenuProps) {
  const t = useMessages(projectMessages);
  const remove = async () => {
    if (await deleteProject(project)) onDeleted?.();
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: project.name })}>
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        {project.archivedAt ? (
          <Menu.Item leftSection={<Icon of={IconArchiveOff} />} onClick={() => restoreProject(project)}>
            {t('unarchive')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon of={IconArchive} />} onClick={() => void archiveProject(project)}>
            {t('archive')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={() => void remove()}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
