import { entity, type Open } from '../entity/entity.ts';
import { id, instant, richText } from '../entity/field.ts';
import { ref, refs } from '../entity/ref.ts';

/** A remark on a task or a file, read by those who read that. Customers see shares alone, and so none. */
export const comment = entity('comment', {
  scopes: ['project', 'staff'],
  within: ['taskId', 'documentId'],
  owner: 'userId',
  isSaid: true,
  verified: 'in-background',
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  searched: ['content'],
  indexes: ['userId'],
  refs: {
    taskId: ref('task').optional(),
    documentId: ref('document').optional(),
    userId: ref('user'),
    /** The people who are to hear of it, mentioned or not: one list, so that the server cannot tell. */
    notifyIds: refs('user'),
  },
  sealed: {
    content: richText(20_000),
    /** The comment that it answers: one that answers none. */
    replyToId: id().optional(),
    createdAt: instant(),
    editedAt: instant().optional(),
  },
});
export type Comment = Open<typeof comment>;
