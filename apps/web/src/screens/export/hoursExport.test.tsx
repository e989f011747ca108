// @vitest-environment happy-dom
/** The export of hours: whom it counts where a template names people, and of which choice a file was. */
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type ExportSettings, presets } from '../../features/export/exportSettings.ts';
import type { FileKind, ReportRequest } from '../../features/export/reportEngine.ts';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { HoursExport } from './hoursExport.tsx';

const page = vi.hoisted(() => ({
  choose: undefined as ((id: string, settings: ExportSettings) => void) | undefined,
  request: undefined as ReportRequest | undefined,
  make: undefined as ((kind: FileKind) => void) | undefined,
  held: new Set<string>(),
  sent: undefined as ReadonlySet<string> | undefined,
}));
vi.mock('../../platform/saveFile.ts', () => ({ saveFile: () => {} }));
vi.mock('../../features/export/useReport.ts', () => ({
  useReport: (_: unknown, request: ReportRequest) => {
    page.request = request;
    const make = async () => ({ file: new Blob(), held: page.held });
    return { preview, hasFailed: false, progress: undefined, make };
  },
}));
vi.mock('./templates.tsx', () => ({
  Templates: ({ onChoose }: { onChoose: NonNullable<typeof page.choose> }) => {
    page.choose = onChoose;
    return null;
  },
}));
vi.mock('./preview.tsx', () => ({ Preview: () => null }));
vi.mock('./files.tsx', () => ({
  Files: ({ onMake }: { onMake: NonNullable<typeof page.make> }) => {
    page.make = onMake;
    return null;
  },
}));
vi.mock('./marking.tsx', () => ({
  Marking: ({ sent }: Pick<typeof page, 'sent'>) => {
    page.sent = sent;
    return null;
  },
}));
const preview = { count: 1, sums: { actual: 0, billed: 0, amount: 0 }, running: 0, payrollRunning: 0 };

afterEach(() => {
  forgetDrafts();
  vi.useRealTimers();
});

/** Opens the export, of one's own hours or of everybody's. */
async function open(isOwn: boolean) {
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
  return {
    close: () => {
      flushSync(() => root.unmount());
      return records.close();
    },
  };
}

it.each([
  [true, []],
  [false, ['ben']],
])('of one’s own: %s', async (isOwn, counted) => {
  const { close } = await open(isOwn);
  flushSync(() => page.choose!('oct', { ...presets.all, period: 'lastMonth', userIds: ['ben'] }));
  await vi.waitFor(() => expect(page.request!.choice.from).not.toBe(undefined));
  expect(page.request!.choice.userIds).toEqual(counted);
  await close();
});

it('knows what the last file of the same hours held: over the end of a month, laid out otherwise, after one of others', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 12) });
  const { close } = await open(false);
  const choose = (settings: Partial<ExportSettings>) =>
    flushSync(() => page.choose!('all', { ...presets.all, ...settings }));
  choose({});
  page.held = new Set(['of November']);
  page.make!('pdf');
  await vi.waitFor(() => expect(page.sent).toBe(page.held));
  choose({ customerIds: ['brandt'] });
  expect(page.sent).toBe(undefined);
  page.make!('pdf');

  vi.setSystemTime(new Date(2026, 11, 1, 12));
  choose({});
  expect(page.sent).toBe(undefined);
  choose({ period: 'lastMonth' });
  expect(page.sent).toBe(page.held);
  choose({ period: 'lastMonth', columns: ['date', 'time'], groups: ['day'], roundingMinutes: '15' });
  expect(page.sent).toBe(page.held);
  await close();
});
