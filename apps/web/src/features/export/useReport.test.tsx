// @vitest-environment happy-dom
/** Reports while entries come in: made of all the newest ones, though their pieces are still on the way. */
import { MessageChannel } from 'node:worker_threads';
import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import type { FontBytes } from '@kontor/table/pdf';
import { type Endpoint, expose } from 'comlink';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FileKind, ReportEngine, type ReportRequest } from './reportEngine.ts';
import { type LiveReport, useReport } from './useReport.ts';
import { reportTexts } from './words.ts';

const fonts = vi.hoisted(() => ({ loaded: Promise.withResolvers<unknown>() }));
vi.mock('../../platform/pdfFonts.ts', () => ({
  loadFonts: () => fonts.loaded.promise as Promise<FontBytes>,
}));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: () => {} } }));

/** Tells which entries a file would hold, whatever its kind. */
class Engine extends ReportEngine {
  override async file(_: FileKind, asked: ReportRequest): Promise<Blob> {
    return [...this.toMark(asked).held].map((key) => key.split(' ')[0]).join() as unknown as Blob;
  }
}

const startEngine = () => {
  const { port1, port2 } = new MessageChannel();
  expose(new Engine(), port2 as unknown as Endpoint);
  return port1;
};
vi.stubGlobal(
  'Worker',
  class {
    #port = startEngine();
    addEventListener = this.#port.addEventListener.bind(this.#port);
    postMessage = this.#port.postMessage.bind(this.#port);
    start = () => this.#port.start();
    terminate = () => this.#port.close();
  },
);

const request: ReportRequest = {
  choice: {},
  rounding: { minutes: 0, direction: 'nearest', basis: 'entry' },
  groups: [],
  rates: [],
  names: { people: new Map(), customers: new Map(), customFields: new Map() },
  columns: ['date'],
  region: 'en-GB',
  texts: reportTexts(['date'], 'EUR'),
};
const head = { payroll: { texts: {}, people: [] } } as unknown as Parameters<LiveReport['make']>[1];
const entriesOf = (...ids: string[]): ReportEntry[] =>
  ids.map((id) => ({
    entry: {
      ...{ id, scopeId: 'u', version: 1, updatedAt: 0, taskId: 't', projectId: 'p', zone: 'Europe/Berlin' },
      ...{ taskTitle: 'Plans', projectName: 'Villa', status: 'DONE', isBillable: true },
      segments: [{ from: 0, to: 3_600_000 }],
    },
    userId: 'u',
    customerId: 'c',
    invoices: [],
  }));

let report: LiveReport;
function Page({ entries }: { entries: readonly ReportEntry[] }) {
  report = useReport(entries, request);
  return null;
}
let root: ReturnType<typeof createRoot>;
const show = (entries: readonly ReportEntry[]) => flushSync(() => root.render(<Page entries={entries} />));

beforeEach(async () => {
  fonts.loaded = Promise.withResolvers();
  root = createRoot(document.createElement('div'));
  show(entriesOf('e1'));
  await vi.waitFor(() => expect(report.preview?.count).toBe(1));
});
afterEach(() => flushSync(() => root.unmount()));

it('makes a file of all entries, and tells of all what can be marked, where others came while they were loaded', async () => {
  show(entriesOf('e1', 'e2'));
  const made = report.make('csv', head);
  const marks = report.toMark(undefined);
  const open = report.openEntries(new Set(['e1 1970-01-01 3600000', 'e3 1970-01-01 3600000']));
  show(entriesOf('e1', 'e2', 'e3'));
  expect((await made)?.file).toBe('e1,e2,e3');
  expect((await marks).count).toBe(3);
  expect((await open).get('u')).toEqual([{ id: 'e1' }, { id: 'e3' }]);
});

it('makes a PDF of all entries where others came while its fonts were loaded', async () => {
  const made = report.make('pdf', head);
  await new Promise((resolve) => setTimeout(resolve));
  show(entriesOf('e1', 'e2'));
  fonts.loaded.resolve({ regular: [], strong: [] });
  expect((await made)?.file).toBe('e1,e2');
});

it('ends a file that is cancelled before its entries are loaded', async () => {
  show(entriesOf('e1', 'e2'));
  let made: ReturnType<LiveReport['make']> | undefined;
  flushSync(() => {
    made = report.make('csv', head);
  });
  expect(report.progress).toBeDefined();
  flushSync(() => report.cancel());
  expect(await made).toBeUndefined();
  await vi.waitFor(() => expect(report.progress).toBeUndefined());
});
