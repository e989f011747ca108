import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import type { Http } from '../../http/http.ts';

/** Lists the workspaces of the person as the server shows them; asked at the sign-in and whenever something of it may have changed. @throws CallError */
export const listWorkspaces = (http: Http): Promise<WorkspaceSummary[]> =>
  http.json<WorkspaceSummary[]>('/api/workspaces');
