import { messages } from '../../platform/messages.ts';

export const projectMessages = messages(
  'project',
  {
    projects: 'Projects',
    none: 'There are no projects yet.',
    overview: 'Overview',
    tasks: 'Tasks',
    documents: 'Documents',
  },
  {
    projects: 'Projekte',
    none: 'Es gibt noch keine Projekte.',
    overview: 'Überblick',
    tasks: 'Aufgaben',
    documents: 'Dokumente',
  },
);
