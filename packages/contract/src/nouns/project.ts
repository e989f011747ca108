import { entity, type Open } from '../entity/entity.ts';
import { day, id, instant, number, oneOf, richText, text } from '../entity/field.ts';
import { refs } from '../entity/ref.ts';

export const projectType = ['WORKSPACE_PROJECT', 'WORKSPACE_TEAM', 'CUSTOMER_PROJECT'] as const;
export type ProjectType = (typeof projectType)[number];

/** A project's own record heads the project's scope. */
export const project = entity('project', {
  scopes: ['project'],
  head: { readers: 'memberIds' },
  isInArchive: true,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'ADMIN' },
  title: ['name'],
  searched: ['description', 'customField'],
  indexes: ['type', 'customerId'],
  groups: { purpose: ['type', 'customerId'] },
  merge: { leadId: 'value', purpose: 'value' },
  refs: {
    /** The people who work on it. In a private project they are the ones who read it, besides the admins. */
    memberIds: refs('user'),
  },
  sealed: {
    name: text(200),
    /** One of the members; see `leadOf`. */
    leadId: id().optional(),
    type: oneOf(projectType),
    /** The customer for whom it is done; the customer's scope has the same id. */
    customerId: id().optional(),
    description: richText().optional(),
    customField: text(200).optional(),
    /** Minutes. */
    timeBudget: number().optional(),
    startDate: day().optional(),
    endDate: day().optional(),
    archivedAt: instant().optional(),
  },
});
export type Project = Open<typeof project>;
