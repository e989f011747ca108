import type { Project } from '@kontor/contract/nouns/project';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import type { Column } from '../../ui/list/dataTable.tsx';
import { ProjectDates } from './dates.tsx';
import { projectMessages } from './messages.ts';
import { ProjectMenu } from './projectMenu.tsx';
import { ProjectName } from './projectName.tsx';

interface ProjectColumnsProps {
  workspace: string;
  /** Shows a project's progress. */
  progressOf: (projectId: string) => ReactNode;
  /** Shows a project's hours against its budget. */
  hoursOf: (projectId: string) => ReactNode;
  onEdit: (id: string) => void;
}

/** Returns the columns that every table of projects has. */
export function useProjectColumns({ workspace, progressOf, hoursOf, onEdit }: ProjectColumnsProps) {
  const t = useMessages(projectMessages);
  return {
    name: {
      key: 'name',
      header: t('name'),
      isSortable: true,
      cell: (project) => <ProjectName project={project} workspace={workspace} />,
    },
    progress: {
      key: 'progress',
      header: t('progress'),
      width: '120px',
      isSortable: true,
      cell: (project) => progressOf(project.id),
    },
    hours: {
      key: 'hours',
      header: t('hoursUsed'),
      width: '148px',
      isOptional: true,
      cell: (project) => hoursOf(project.id),
    },
    dates: {
      key: 'dates',
      header: t('dates'),
      width: '208px',
      isOptional: true,
      isSortable: true,
      cell: (project) => <ProjectDates project={project} />,
    },
    actions: {
      key: 'actions',
      header: null,
      width: '44px',
      align: 'end',
      cell: (project) => <ProjectMenu project={project} onEdit={() => onEdit(project.id)} />,
    },
  } satisfies Record<string, Column<Project>>;
}
