import { withCustomer } from '@kontor/client/nouns/withCustomer';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { Collections } from '@kontor/client/replica/collections';
import type { Replica } from '@kontor/client/replica/replica';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';

/** An address in the app. */
export interface Address {
  pathname: string;
  search: object;
}

/** A workspace that opens, and whoever opens it. */
interface Opened {
  records: Pick<Replica, 'collections' | 'scopes' | 'loaded'>;
  userId: string;
}

/** Returns the parts of an address in a workspace, behind its own. */
const partsOf = (pathname: string) => pathname.split('/').filter(Boolean).slice(1);

/** Returns the scope of somebody's hours, where it is known. */
function hoursIn(collections: Replica['collections'], userId: string): string[] {
  const hours = hoursOf(collections, userId);
  return hours ? [hours.id] : [];
}

/** Returns the scopes of a kind that this person reads. */
const ofKind = (records: Pick<Replica, 'scopes'>, kind: ScopeKind): string[] =>
  [...records.scopes.get().values()].flatMap((each) => (each.kind === kind ? [each.id] : []));

/**
 * Returns the scopes that a slide-over about a record waits for: what is saved in it may change anything there. Undefined where
 * it waits for everything, since nobody knows yet where the record lies.
 */
export function scopesOfPanel(panel: string, item: string, records: Opened['records']): string[] | undefined {
  const subject = records.collections[panel as keyof Collections]?.get(item);
  if (!subject) return undefined;
  // What admins alone know of them is edited along with them.
  const isPart = panel === 'project' || panel === 'customer' || panel === 'member';
  return [...withCustomer(records, subject.scopeId), ...(isPart ? ofKind(records, 'admins') : [])];
}

/**
 * Returns the scopes that a page waits for, and that alone; undefined where it waits for everything, since what it shows
 * lies in many, or nobody knows yet in which. What else a page shows comes behind them: it has to say so. Names of people lie
 * with the staff; the records that head scopes are there before any of these, on a device that has been here before.
 */
export function scopesAt({ pathname, search }: Address, opened: Opened): string[] | undefined {
  const { records, userId } = opened;
  const [area, id, part] = partsOf(pathname);
  const { collections } = records;
  if (area === 'projects' && id) return withCustomer(records, id);
  const [staff] = ofKind(records, 'staff');
  // Customers' users have no part in the staff, and little else.
  if (!staff) return undefined;
  switch (area) {
    // A row is as high as its budgets are many, and those in money lie with the admins.
    case undefined:
      return [staff, ...ofKind(records, 'admins'), ...hoursIn(collections, userId)];
    // A row says whether the timer runs on it.
    case 'tasks':
      return [staff, ...hoursIn(collections, userId)];
    case 'projects':
      return [staff];
    case 'chat':
      return id ? [id, staff] : [staff];
    case 'customers': {
      const firm = [staff, ...ofKind(records, 'admins')];
      if (!id) return firm;
      if (part !== 'tasks') return [id, ...firm];
      if (!records.loaded.get().heads) return undefined;
      return [id, ...firm, ...collections.project.where('customerId', id).map((project) => project.id)];
    }
    case 'time': {
      const { person = userId } = search as { person?: string | undefined };
      // What an admin changes in somebody's hours is summed at the tasks: they have to be here.
      return id === undefined && person === userId ? [staff, ...hoursIn(collections, person)] : undefined;
    }
    case 'settings':
      return id === 'business-data' ? [staff, ...ofKind(records, 'admins')] : undefined;
    default:
      return undefined;
  }
}

/** Returns those of the scopes of a page that its address tells, before anything of the workspace is here. */
export function scopesBefore({ pathname }: Address): string[] {
  const [area, id] = partsOf(pathname);
  return id && ['projects', 'customers', 'chat'].includes(area ?? '') ? [id] : [];
}

/**
 * Returns the ids of the things that a page of a workspace shows: its project, customer, room or request to sign, and what is
 * open over it.
 */
export function subjectsAt({ pathname, search }: Address): string[] {
  const [area, id] = pathname.replace('/dashboard', '').split('/').slice(2);
  const { item, file } = search as { item?: string; file?: string };
  const place = ['projects', 'customers', 'chat', 'signatures'].includes(area ?? '') ? id : undefined;
  return [place, item, file].filter((each) => each !== undefined);
}
