import type { Project } from '@kontor/contract/nouns/project';
import { useMessages } from '../../platform/text/messages.ts';
import type { Column } from '../../ui/list/dataTable.tsx';
import { ProjectDates } from './dates.tsx';
import { projectMessages } from './messages.ts';
import { ProgressBar, type ProgressFigures } from './progressBar.tsx';
import { ProjectMenu } from './projectMenu.tsx';
import { ProjectName } from './projectName.tsx';

interface ProjectColumnsProps {
  workspace: string;
  progress: ReadonlyMap<string, ProgressFigures>;
  onEdit: (id: string) => void;
}

/** What every table of projects shows of them. */
export function useProjectColumns({ workspace, progress, onEdit }: ProjectColumnsProps) {
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
      width: 'clamp(92px, 12vw, 144px)',
      isSortable: true,
      cell: (project) => <ProgressBar progress={progress.get(project.id)} />,
    },
    dates: {
      key: 'dates',
      header: t('dates'),
      width: '208px',
      wide: true,
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
