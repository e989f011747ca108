/** The folders of the archive that somebody takes along: the documents of each project, and those about each customer. */
import type { Customer } from '@kontor/contract/nouns/customer';
import type { Document } from '@kontor/contract/nouns/document';
import type { Project } from '@kontor/contract/nouns/project';

/** Names of the folders that stand above all others. */
export interface FolderWords {
  projects: string;
  customers: string;
  taskDocuments: string;
}

// Of a path a file's name is what comes last; a project's or a customer's is all of it.
const folder = (id: string, name: string) =>
  ({ id, name: name.replaceAll(/[\\/]/g, '-'), kind: 'folder' }) as Document;

/**
 * Returns the outermost folders and what lies in each, for `packed`. A document whose folder is not there lies at the top
 * of its project or customer: none is left out whose project or customer is there.
 */
export function archiveFolders(
  {
    projects,
    customers,
    documents,
  }: {
    projects: readonly Pick<Project, 'id' | 'name'>[];
    customers: readonly Pick<Customer, 'id' | 'name'>[];
    documents: readonly Document[];
  },
  words: FolderWords,
): { top: Document[]; contentsOf: (folderId: string) => readonly Document[] } {
  const rootOf = ({ scopeId, customerId }: Document) => customerId ?? scopeId;
  const known = new Map(documents.map((document) => [document.id, document]));
  const placeOf = (document: Document): string => {
    if (document.taskId) return `${rootOf(document)} tasks`;
    const above = document.parentId ? known.get(document.parentId) : undefined;
    return above && rootOf(above) === rootOf(document) ? above.id : rootOf(document);
  };
  const inside = Map.groupBy(documents, placeOf);
  const rootsOf = (roots: readonly { id: string; name: string }[]) =>
    roots
      .filter(({ id }) => inside.has(id) || inside.has(`${id} tasks`))
      .map(({ id, name }) => folder(id, name));
  const upper = new Map([
    ['projects', rootsOf(projects)],
    ['customers', rootsOf(customers)],
  ]);
  return {
    top: [folder('projects', words.projects), folder('customers', words.customers)].filter(
      ({ id }) => upper.get(id)!.length > 0,
    ),
    contentsOf: (id) =>
      upper.get(id) ?? [
        ...(inside.get(id) ?? []),
        ...(inside.has(`${id} tasks`) ? [folder(`${id} tasks`, words.taskDocuments)] : []),
      ],
  };
}
