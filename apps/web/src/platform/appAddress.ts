import { serverOrigin } from './desktop/servers.ts';

/** Returns the address of a page of the workspace in view, given by its path there, for a colleague to open. */
export function appAddress(path: string, query: Readonly<Record<string, string>> = {}): string {
  const [, workspace] = location.pathname.split('/');
  const search = new URLSearchParams(query).toString();
  return `${serverOrigin()}/${workspace}/${path}${search && `?${search}`}`;
}
