/** The collection of each noun, with the indexes that screens ask for. */
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';
import { type Collection, type IndexOf, RecordCollection } from './collection.ts';

export type Collections = { readonly [N in EntityName]: Collection<OpenOf<N>> };
export type WritableCollections = { readonly [N in EntityName]: RecordCollection<OpenOf<N>> };

/** Where a document is: what it lies in, by its refs. */
export interface DocumentPlace {
  scopeId: string;
  parentId?: string | undefined;
  taskId?: string | undefined;
  customerId?: string | undefined;
}

/** What a document is shown in: a folder, else its task or its customer, else its project. */
export const folderOf = ({ scopeId, parentId, taskId, customerId }: DocumentPlace): string =>
  parentId ?? taskId ?? customerId ?? scopeId;

/**
 * The indexes by noun. `container` is the id of what a record is shown in: its parent, else (documents) its task or
 * customer, else its project; so the top of a project and the inside of a folder are one question.
 */
const indexes: { [N in EntityName]: Record<string, IndexOf<OpenOf<N>>> } = {
  profile: {},
  business: {},
  member: { userId: (member) => member.userId },
  personnel: {},
  customer: {},
  customerFile: { customerId: (file) => file.customerId },
  customerUser: {},
  project: { type: (project) => project.type, customerId: (project) => project.customerId },
  task: {
    scopeId: (task) => task.scopeId,
    parentId: (task) => task.parentId,
    container: (task) => task.parentId ?? task.scopeId,
    assigneeIds: (task) => task.assigneeIds,
    createdBy: (task) => task.createdBy,
  },
  document: {
    scopeId: (document) => document.scopeId,
    parentId: (document) => document.parentId,
    taskId: (document) => document.taskId,
    customerId: (document) => document.customerId,
    container: folderOf,
  },
  projectCard: { scopeId: (card) => card.scopeId, projectId: (card) => card.projectId },
  share: {
    scopeId: (share) => share.scopeId,
    documentId: (share) => share.documentId,
    projectId: (share) => share.projectId,
  },
};

/** Empty collections of every noun. */
export function createCollections(): WritableCollections {
  return {
    profile: new RecordCollection(indexes.profile),
    business: new RecordCollection(indexes.business),
    member: new RecordCollection(indexes.member),
    personnel: new RecordCollection(indexes.personnel),
    customer: new RecordCollection(indexes.customer),
    customerFile: new RecordCollection(indexes.customerFile),
    customerUser: new RecordCollection(indexes.customerUser),
    project: new RecordCollection(indexes.project),
    task: new RecordCollection(indexes.task),
    document: new RecordCollection(indexes.document),
    projectCard: new RecordCollection(indexes.projectCard),
    share: new RecordCollection(indexes.share),
  };
}
