import { projectMessages } from '../../features/project/messages.ts';
import { useProject } from '../../features/project/queries.ts';
import { type Crumb, usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';

/** Names a page of a project, with its breadcrumbs. */
export function useProjectPage(workspace: string, space: string, title: string): void {
  const t = useMessages(projectMessages);
  const project = useProject(space);
  const base = `/${workspace}/projects`;
  const crumbs: Crumb[] = [{ label: t('projects'), href: base }];
  if (project) crumbs.push({ label: project.name, href: `${base}/${space}` });
  usePage(title, crumbs);
}
