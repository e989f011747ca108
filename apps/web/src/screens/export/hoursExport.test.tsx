// @vitest-environment happy-dom
/** A template that names people: they count in the export of everybody's hours, and not in that of one's own. */
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type ExportSettings, presets } from '../../features/export/exportSettings.ts';
import type { ReportRequest } from '../../features/export/reportEngine.ts';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { HoursExport } from './hoursExport.tsx';

const page = vi.hoisted(() => ({
  choose: undefined as ((id: string, settings: ExportSettings) => void) | undefined,
  request: undefined as ReportRequest | undefined,
}));
vi.mock('../../features/export/useReport.ts', () => ({
  useReport: (_: unknown, request: ReportRequest) => {
    page.request = request;
    return { preview: undefined, hasFailed: false, progress: undefined };
  },
}));
vi.mock('./templates.tsx', () => ({
  Templates: ({ onChoose }: { onChoose: NonNullable<typeof page.choose> }) => {
    page.choose = onChoose;
    return null;
  },
}));
vi.mock('./marking.tsx', () => ({ Marking: () => null }));

afterEach(forgetDrafts);

it.each([
  [true, []],
  [false, ['ben']],
])('of one’s own: %s', async (isOwn, counted) => {
  const device = createDevice();
  const records = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <HoursExport isOwn={isOwn} />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => expect(page.request).toBeDefined());
  flushSync(() => page.choose!('oct', { ...presets.all, period: 'lastMonth', userIds: ['ben'] }));
  await vi.waitFor(() => expect(page.request!.choice.from).not.toBe(undefined));
  expect(page.request!.choice.userIds).toEqual(counted);
  flushSync(() => root.unmount());
  await records.close();
});
