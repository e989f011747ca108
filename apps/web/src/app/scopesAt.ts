import type { Replica } from '@kontor/client/replica/replica';

/**
 * Returns the scopes that a page shows and that alone it waits for; none where it shows what lies in many. A project's page
 * changes what its customer sees too: that is waited for as soon as the project says whose it is.
 */
export function scopesAt(pathname: string, records?: Pick<Replica, 'collections' | 'scopes'>): string[] {
  const [, , area, id] = pathname.split('/');
  if (area !== 'projects' || !id) return [];
  const customerId = records?.collections.project.get(id)?.customerId;
  return customerId && records?.scopes.get().has(customerId) ? [id, customerId] : [id];
}

/**
 * Returns the ids of the things that a page of a workspace shows: its project, customer, room or request to sign, and what is
 * open over it.
 */
export function subjectsAt({ pathname, search }: { pathname: string; search: object }): string[] {
  const [area, id] = pathname.replace('/dashboard', '').split('/').slice(2);
  const { item, file } = search as { item?: string; file?: string };
  const place = ['projects', 'customers', 'chat', 'signatures'].includes(area ?? '') ? id : undefined;
  return [place, item, file].filter((each) => each !== undefined);
}
