/** Uploads that failed: which files that are dropped again are theirs, and how all of them are tried again at once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallError } from '../http/callError.ts';
import { until } from '../replica/testing/client.ts';
import { Page } from './testing/page.ts';

let page: Page;
beforeEach(async () => {
  page = new Page();
  await page.open();
});
afterEach(() => page.close());

const lastModified = 1_700_000_000_000;
const fileOf = (name: string, content = 'Slates') => new File([content], name, { lastModified });
const names = () => page.uploads.entries.get().map(({ name, status }) => `${name} ${status}`);
const refuse = () => {
  throw new CallError('INTERNAL', 403, 'refused');
};
const passes = () => {};

/** Uploads a file that the storage refuses; loads the page anew without it where it `isLost`. */
async function fail(file: File, { isLost = false, documentId = '' } = {}): Promise<void> {
  const { scopeId } = page;
  if (isLost) await page.reload({ room: async () => 0 });
  page.blobs.onPut = isLost ? () => new Promise(() => {}) : refuse;
  const added = page.uploads.add([file], { scopeId, ...(documentId && { documentId }) });
  if (isLost) {
    await until(() => page.blobs.inFlight > 0);
    await page.uploads.stored();
    await page.reload({ room: async () => 0 });
    await until(() => names().some((name) => / failed$/.test(name)));
  } else await added;
  page.blobs.onPut = passes;
}

const drop = (file: File) => page.uploads.claim([file], { scopeId: page.scopeId });

it('takes no file of another name while it still has its own', async () => {
  await fail(fileOf('Offer.txt'));
  const copy = fileOf('Offer-2.txt');
  expect(await drop(copy)).toEqual([copy]);
  expect(names()).toEqual(['Offer.txt failed']);
  expect(await drop(fileOf('Offer.txt'))).toEqual([]);
  await until(() => names()[0] === 'Offer.txt success');
});

it('takes the same file under another name once it needs its file again', async () => {
  await fail(fileOf('Offer.txt'), { isLost: true });
  expect(await drop(fileOf('Offer (downloaded).txt'))).toEqual([]);
  await until(() => names()[0] === 'Offer.txt success');
});

it('of a version takes no file of another name that is dropped beside it, be it the same', async () => {
  const { scopeId } = page;
  await page.uploads.add([fileOf('Offer.txt', 'Tiles')], { scopeId });
  const [{ id: documentId } = { id: '' }] = page.workspace.collections.document.all();
  page.uploads.clear();
  await fail(fileOf('Offer.txt'), { isLost: true, documentId });
  const dropped = fileOf('Offer-2.txt');
  expect(await drop(dropped)).toEqual([dropped]);
  expect(names()).toEqual(['Offer.txt failed']);
  // Whoever chooses it for what waits means it.
  expect(await page.uploads.claim([dropped])).toEqual([]);
  await until(() => names()[0] === 'Offer.txt success');
});

it('is tried again with all others at once, and the list is drawn once for that', async () => {
  const [first, second, third] = ['a', 'b', 'c'].map((name) => fileOf(name));
  page.blobs.onPut = refuse;
  await page.uploads.add([first!, second!, third!], { scopeId: page.scopeId });
  expect(names()).toEqual(['a failed', 'b failed', 'c failed']);
  page.blobs.onPut = passes;
  let drawn = 0;
  const stop = page.uploads.entries.subscribe(() => drawn++);
  const done = page.uploads.retryAll(page.uploads.entries.get().map(({ id }) => id));
  expect([drawn, names()]).toEqual([1, ['a running', 'b running', 'c running']]);
  await done;
  stop();
  expect(names()).toEqual(['a success', 'b success', 'c success']);
});

it('says of each file how it ended', async () => {
  const { scopeId, uploads } = page;
  await uploads.add([fileOf('Taken.txt')], { scopeId });
  page.blobs.onPut = () => new Promise(() => {});
  const added = uploads.add([fileOf('TAKEN.txt'), fileOf('Stopped.txt')], { scopeId });
  await until(() => page.blobs.inFlight > 0);
  for (const { id } of uploads.entries.get()) uploads.cancel(id);
  expect(await added).toMatchObject([
    { name: 'TAKEN.txt', status: 'failed', cause: 'NAME_TAKEN' },
    { name: 'Stopped.txt', status: 'cancelled' },
  ]);
  page.blobs.onPut = passes;
  expect(await uploads.add([fileOf('New.txt')], { scopeId })).toMatchObject([{ status: 'success' }]);
});
