/** Files kept on a device that has no room for all of them. */
import { expect, it } from 'vitest';
import { FileGoneError } from './uploadFailure.ts';
import { UploadPersister } from './uploadPersister.ts';

const device = 10;

/** Returns a persister of files of one part each, with its bytes, those that are sent first before others. */
function persisterOf(...sizes: number[]) {
  const files = sizes.map((size, index) => ({
    size,
    index,
    isSent: false,
    isKept: false,
    /** The error that keeping it fails with. */
    fault: undefined as unknown,
  }));
  const keptBytes = () => files.reduce((sum, { size, isKept }) => sum + (isKept ? size : 0), 0);
  const order: number[] = [];
  /** The bytes that were kept each time that a file was. */
  const said: number[] = [];
  const uploads = files.map((file) => ({
    get kept() {
      return file.isKept ? file.size : 0;
    },
    get unkept() {
      return file.isKept ? 0 : file.size;
    },
    get isKept() {
      return file.isKept;
    },
    nextToKeep: () => (file.isKept ? undefined : 0),
    keep: async () => {
      if (file.fault) throw file.fault;
      file.isKept = true;
      order.push(file.index);
    },
  }));
  const state = { isRefused: false };
  const persister = new UploadPersister({
    uploads: () => uploads.filter((_, i) => !files[i]!.isSent),
    room: async () => {
      if (state.isRefused) throw new TypeError('no such thing');
      return device - keptBytes();
    },
    onKept: () => said.push(keptBytes()),
  });
  return {
    persister,
    state,
    files,
    /** Those that were kept, the first one first. */
    order,
    said,
    /** Returns which of them are kept once there is no more to do. */
    kept: async () => {
      persister.kick();
      await persister.done();
      return files.flatMap(({ index, isKept }) => (isKept ? [index] : []));
    },
  };
}

const send = (file: { isSent: boolean; isKept: boolean }) => {
  file.isSent = true;
  file.isKept = false;
};

it('keeps what found no room as soon as something before it arrived', async () => {
  const { files, kept } = persisterOf(8, 8, 8);
  expect(await kept()).toEqual([0]);
  expect(await kept()).toEqual([0]);
  send(files[0]!);
  expect(await kept()).toEqual([1]);
  send(files[1]!);
  expect(await kept()).toEqual([2]);
});

it('keeps first what is sent last, of what there is room for', async () => {
  const { order, said, kept } = persisterOf(2, 3, 4, 5);
  expect(await kept()).toEqual([0, 1, 2]);
  expect(order).toEqual([2, 1, 0]);
  expect(said).toEqual([4, 7, 9]);
});

it('tries again to write what the device refused once', async () => {
  const { files, kept } = persisterOf(2, 3);
  files[1]!.fault = new DOMException('full', 'QuotaExceededError');
  expect(await kept()).toEqual([]);
  files[1]!.fault = undefined;
  expect(await kept()).toEqual([0, 1]);
});

it('keeps the files behind one that cannot be read', async () => {
  const { files, kept } = persisterOf(2, 3);
  files[0]!.fault = new FileGoneError();
  expect(await kept()).toEqual([1]);
});

it('keeps nothing where the browser does not say what room there is, and can be closed', async () => {
  const { persister, kept, state } = persisterOf(1);
  state.isRefused = true;
  expect(await kept()).toEqual([]);
  await persister.close();
});
