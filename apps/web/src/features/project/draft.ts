/** What the form of a project holds, and what is wrong with it. */
import { problemsOf } from '@kontor/contract/entity/entity';
import type { RichText } from '@kontor/contract/entity/field';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type Project, type ProjectType, project as projectEntity } from '@kontor/contract/nouns/project';
import { projectMessages } from './messages.ts';

export interface ProjectDraft {
  name: string;
  access: ScopeAccess;
  memberIds: readonly string[];
  type: ProjectType;
  /** Of a customer's project; undefined for one of the firm's own. */
  customerId: string | undefined;
  customField: string;
  description: RichText | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  archived: boolean;
}

/** A form for a project that these people read, or for a new one, of a customer if one is given. */
export const draftOf = (
  project: Project | undefined,
  access: ScopeAccess = 'open',
  customerId?: string,
): ProjectDraft => ({
  name: project?.name ?? '',
  access,
  memberIds: project?.memberIds ?? [],
  type: project?.type ?? 'WORKSPACE_PROJECT',
  customerId: project ? project.customerId : customerId,
  customField: project?.customField ?? '',
  description: project?.description,
  startDate: project?.startDate,
  endDate: project?.endDate,
  archived: Boolean(project?.archivedAt),
});

export type ProjectProblems = Partial<Record<'name' | 'customField' | 'endDate', string>>;

/** What keeps the form from being saved, by field. */
export function projectProblems(draft: ProjectDraft): ProjectProblems {
  const { t } = projectMessages;
  const found = problemsOf(projectEntity, {
    name: draft.name,
    type: draft.type,
    customField: draft.customField,
  });
  const words = (field: 'name' | 'customField') =>
    found[field] === 'too-long'
      ? t('tooLong', { max: projectEntity.sealed[field].maxLength })
      : found[field] && t('required');
  const problems = {
    name: words('name'),
    customField: words('customField'),
    endDate:
      draft.startDate && draft.endDate && draft.endDate < draft.startDate ? t('endBeforeStart') : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

/** A project for a customer is of that type; without one, it is the firm's own. */
export const typeIn = ({ type, customerId }: Pick<ProjectDraft, 'type' | 'customerId'>): ProjectType =>
  customerId ? 'CUSTOMER_PROJECT' : type === 'CUSTOMER_PROJECT' ? 'WORKSPACE_PROJECT' : type;
