/** The least role of a page of a workspace. One that is not named here is for those who work there. */
import type { Role } from '@kontor/contract/entity/role';

const areas: readonly (readonly [path: RegExp, role: Role])[] = [
  [/^dashboard(\/|$)/, 'CUSTOMER'],
  [/^customers\/[^/]+\/documents(\/|$)/, 'EMPLOYEE'],
  [/^customers(\/|$)/, 'ADMIN'],
  [/^settings(\/|$)/, 'ADMIN'],
];

/** The least role that a path needs, whose first segment is the workspace. Spelled as loosely as the router reads it. */
export function routeRole(pathname: string): Role {
  const [, ...rest] = pathname.split('/').filter(Boolean);
  const path = rest.map(decoded).join('/').toLowerCase();
  return areas.find(([area]) => area.test(path))?.[1] ?? 'EMPLOYEE';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
