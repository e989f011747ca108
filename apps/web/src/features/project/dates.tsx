import type { Project } from '@kontor/contract/nouns/project';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { projectMessages } from './messages.ts';

/** Shows when a project runs: from, until or both; nothing when neither is known. */
export function ProjectDates({ project }: { project: Pick<Project, 'startDate' | 'endDate'> }) {
  const t = useMessages(projectMessages);
  const { startDate, endDate } = project;
  if (startDate && endDate)
    return (
      <>
        {formatDate(startDate)} – {formatDate(endDate)}
      </>
    );
  if (startDate) return t('from', { day: formatDate(startDate) });
  return endDate ? t('until', { day: formatDate(endDate) }) : null;
}
