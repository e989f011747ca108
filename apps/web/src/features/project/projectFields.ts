/** The fields of a project: their values in its form, their validation, and what they become in the record. */
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type Project, type ProjectType, project as projectEntity } from '@kontor/contract/nouns/project';
import { formatHours } from '../../platform/text/format.ts';
import { parseDuration } from '../../platform/text/parseNumber.ts';
import { entityFields } from '../../ui/form/entityFields.ts';
import { durationWithin, type Errors, inOrder, isBackwards } from '../../ui/form/rules.ts';
import type { Name } from '../../ui/form/versions.ts';
import { projectMessages } from './messages.ts';

const described = entityFields(projectEntity, [
  'name',
  'memberIds',
  'leadId',
  'type',
  'customerId',
  'customField',
  'description',
  'startDate',
  'endDate',
]);

/** Minutes in 100,000 hours: what lies above is a slip of the finger. */
const maxBudget = 100_000 * 60;

export type ProjectValues = ReturnType<typeof described.read> & {
  /** The readers of the project: everybody who works here, or its members. */
  access: ScopeAccess;
  archived: boolean;
  /** Hours, as typed. */
  timeBudget: string;
};

/** Returns the values of a project with this access, or of a new one, for a customer if one is given. */
export const projectValues = (
  stored: Project | undefined,
  access: ScopeAccess = 'open',
  customerId?: string,
): ProjectValues => ({
  ...described.read(stored ?? (customerId ? { customerId } : undefined)),
  access,
  archived: Boolean(stored?.archivedAt),
  timeBudget: stored?.timeBudget === undefined ? '' : formatHours(stored.timeBudget),
});

export const projectErrors = (
  values: ProjectValues,
  isChanged: (name: Name<ProjectValues>) => boolean,
): Errors<ProjectValues> => ({
  ...inOrder(['startDate', 'endDate'], values, isChanged, projectMessages.t('endBeforeStart')),
  ...described.errors(values),
  timeBudget: durationWithin({ above: 0, max: maxBudget })(values.timeBudget),
});

/** Returns why a project cannot have these days together. */
export const projectDaysRefusal = ({ startDate, endDate }: Pick<Project, 'startDate' | 'endDate'>) =>
  isBackwards(startDate, endDate) ? projectMessages.t('endBeforeStart') : undefined;

/** Returns the type that a project has to have: a customer project if it has a customer, else one of the firm's own. */
export const typeIn = ({ type, customerId }: Pick<ProjectValues, 'type' | 'customerId'>): ProjectType =>
  customerId ? 'CUSTOMER_PROJECT' : type === 'CUSTOMER_PROJECT' ? 'WORKSPACE_PROJECT' : type;

/** Returns the record changes for changed values. The type follows from the customer, and so is written with either. */
export function projectChanges(changes: Partial<ProjectValues>, values: ProjectValues) {
  const { archived, timeBudget } = changes;
  const isOfType = 'type' in changes || 'customerId' in changes;
  return {
    ...described.write(changes),
    ...(isOfType && { type: typeIn(values) }),
    ...(timeBudget !== undefined && { timeBudget: parseDuration(timeBudget) ?? undefined }),
    ...(archived !== undefined && { archivedAt: archived ? Date.now() : undefined }),
  };
}
