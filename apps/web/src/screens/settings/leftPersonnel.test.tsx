// @vitest-environment happy-dom
/** Text typed into a personnel file while its person left, or was deleted. */
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { FormerPanel } from './formerPanel.tsx';
import { MemberPanel } from './memberPanel.tsx';

vi.mock('../../features/team/queries.ts', async (load) => ({
  ...(await load<object>()),
  useHints: () => ({ hints: undefined }),
  useMembers: () => [],
}));
vi.mock('../../platform/workspace/actor.ts', async (load) => ({
  ...(await load<object>()),
  useCan: () => true,
}));
vi.mock('../../platform/workspace/entitlement.ts', async (load) => ({
  ...(await load<object>()),
  useMay: () => true,
}));

const ben = '019a0000-0000-7000-8000-0000000000bb';
afterEach(forgetDrafts);

function show(node: ReactNode): () => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<MantineProvider env="test">{node}</MantineProvider>));
  return () => flushSync(() => root.unmount());
}

it('is shown in the panels of somebody who is gone or has left', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records: replica, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const rates = [{ id: 'a', userId: ben, rate: '95,50', from: '2027-01-01' }];
  keepDraft(`member ${ben}`, { base: {}, values: { jobTitle: 'Roofer', role: 'ADMIN', rates } });
  keepDraft(`former ${ben}`, { base: {}, values: { taxId: '12 345' } });
  const member = { userId: ben, firstName: 'Ben', lastName: 'Berg' } as never;
  for (const panel of [
    <MemberPanel key="gone" item={ben} close={() => {}} />,
    <FormerPanel key="left" member={member} close={() => {}} />,
  ]) {
    const end = show(panel);
    await expect.poll(() => document.body.textContent).toContain('Roofer');
    expect(document.body.textContent).toContain('12 345');
    expect(document.body.textContent).toContain('95,50 2027-01-01');
    expect(document.body.textContent).not.toContain('ADMIN');
    end();
  }
  replica.create('personnel', 'admins', { id: personnelId(ben), userId: ben, jobTitle: 'Painter' });
  const end = show(<FormerPanel member={member} close={() => {}} />);
  await expect.poll(() => document.body.textContent).toContain('Roofer');
  end();
  await replica.close();
});
