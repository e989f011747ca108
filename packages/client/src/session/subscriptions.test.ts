/** The calls about one workspace, none of which needs to be open: each names it, as all others do. */
import { expect, it } from 'vitest';
import { Http } from '../http/http.ts';
import { Invoices } from './invoices.ts';
import { Subscriptions } from './subscriptions.ts';

const workspaceId = '0197a3c0-0000-7000-8000-000000000001';

it('names the workspace in each call about its subscription and its invoices', async () => {
  const named: [path: string, workspace: string | null][] = [];
  const http = new Http({
    origin: 'https://kontor.example',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      named.push([pathname, new Headers(init?.headers).get('x-workspace-id')]);
      return Response.json({ url: null, emails: [] });
    },
  });
  const subscriptions = new Subscriptions({ http, reloadWorkspaces: async () => {} });
  const invoices = new Invoices({ http });
  await subscriptions.get(workspaceId);
  await subscriptions.portal(workspaceId);
  await subscriptions.contacts(workspaceId);
  await subscriptions.cancel(workspaceId);
  await invoices.record(workspaceId);
  await invoices.list(workspaceId);
  expect(named).toHaveLength(6);
  for (const [path, workspace] of named) expect([path, workspace]).toEqual([path, workspaceId]);
});
