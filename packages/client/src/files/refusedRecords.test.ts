/** Uploads whose record the server refuses once all parts are there. */
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerError } from '../replica/testing/protocolServer.ts';
import { Page } from './testing/page.ts';

let page: Page;
beforeEach(async () => {
  page = new Page();
  await page.open();
});
afterEach(() => page.close());

const mebibyte = 1_048_576;
const names = () => page.uploads.entries.get().map(({ name, status }) => `${name} ${status}`);
const hashOf = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');

/** Has the server refuse the first record of a document. */
function refuseOnce(code: string, then = () => {}): void {
  let refusals = 1;
  page.server.onApply = ({ changes }) => {
    if (!changes.some(({ name }) => name === 'document.create') || refusals-- <= 0) return;
    then();
    throw new ServerError(code as never);
  };
}

it('are sent once more where their parts were swept, whatever wakes the queue before those are forgotten', async () => {
  refuseOnce('BLOB_MISSING', () => page.blobs.stored.clear());
  const { store } = page.device;
  const write = store.write.bind(store);
  let wakes = 0;
  store.write = async (changes) => {
    if (changes.some(({ table, value }) => table === 'part' && value === undefined)) {
      wakes++;
      page.uploads.wake();
    }
    await write(changes);
  };
  const file = new File([new Uint8Array(randomBytes(9 * mebibyte))], 'a');
  await page.uploads.add([file], { scopeId: page.scopeId });
  expect(names()).toEqual(['a success']);
  expect(wakes).toBeGreaterThan(0);
  const [document] = page.workspace.collections.document.all();
  expect(await hashOf(await page.downloads.blob(document!))).toBe(await hashOf(file));
});

it('fail for what the server says, also where the device keeps nothing more', async () => {
  refuseOnce('PERMISSION_DENIED');
  const { store } = page.device;
  const write = store.write.bind(store);
  const isRecord = (key: string) => !key.startsWith('upload/');
  store.write = async (changes) => {
    if (changes.some(({ table, key }) => table === 'outbox' && isRecord(key)))
      throw new DOMException('no room', 'QuotaExceededError');
    await write(changes);
  };
  await page.uploads.add([new File(['Slates'], 'a')], { scopeId: page.scopeId });
  expect(page.uploads.entries.get()).toMatchObject([{ status: 'failed', cause: 'PERMISSION_DENIED' }]);
  expect(page.workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
});
