/** Files that are chosen or dropped, until the first byte is sent: room, names, folders, uploads that wait for them. */
import { Page } from '@kontor/client/files/testing/page';
import { maxFilesAtOnce } from '@kontor/client/files/transfer';
import { until } from '@kontor/client/replica/testing/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseAllAgain, fits, uploadFiles, uploadPlaced, uploadVersion } from './actions.ts';
import { askAboutTaken, type TakenChoice, type TakenName } from './takenQuestion.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
vi.mock('./takenQuestion.ts', () => ({ askAboutTaken: vi.fn() }));
const picked = vi.hoisted(() => ({ files: [] as File[] }));
vi.mock('../../../ui/form/chooseFiles.ts', () => ({
  chooseFiles: (onFiles: (files: File[]) => void) => onFiles(picked.files),
}));

let page: Page;
const provide = () =>
  provideWorkspace({ records: page.workspace, uploads: page.uploads, userId: 'ada' } as never);
const summary = { id: '', storageLimit: 1_000_000, storageUsed: 0 };

beforeEach(async () => {
  page = new Page();
  await page.open();
  provide();
  said.length = 0;
  Object.assign(summary, { id: page.workspace.id, storageUsed: 0 });
  provideSession({
    subscribe: () => () => {},
    workspaces: { list: [summary], reload: async () => {} },
  } as never);
});
afterEach(() => page.close());

const file = (name: string, content = name) => new File([content], name, { lastModified: 1_700_000_000_000 });
const place = () => ({ scopeId: page.scopeId });
const inFolder = (...names: string[]) => names.map((name) => ({ file: file(name), folders: ['Site'] }));
const documents = () =>
  page.workspace.collections.document
    .all()
    .map(({ name }) => name)
    .sort();
const answering = (answer: TakenChoice[] | undefined) =>
  vi.mocked(askAboutTaken).mockImplementationOnce(async (taken: readonly TakenName[]) => {
    expect(documents()).not.toContain('Site');
    expect(taken.map(({ name }) => name)).toEqual(['Plan.pdf']);
    return answer;
  });

it('asks about taken names before anything is made; whoever uploads nothing has nothing changed', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  const placed = [{ file: file('Plan.pdf', 'another'), folders: [] }, ...inFolder('a.txt')];
  answering(undefined);
  await uploadPlaced(placed, place());
  expect(documents()).toEqual(['Plan.pdf']);
  answering(['skip']);
  await uploadPlaced(placed, place());
  expect(documents()).toEqual(['Plan.pdf', 'Site', 'a.txt']);
});

it('keeps what is dropped while a question stands for its answer, which decides what names are free', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  const asked: { free: string[]; answer: (choices: TakenChoice[]) => void }[] = [];
  vi.mocked(askAboutTaken).mockImplementation(
    (taken) => new Promise((answer) => void asked.push({ free: taken.map(({ free }) => free), answer })),
  );
  const drops = ['one', 'two'].map((content) => uploadFiles([file('Plan.pdf', content)], place()));
  await until(() => asked.length === 1);
  asked[0]!.answer(['both']);
  await until(() => asked.length === 2);
  asked[1]!.answer(['both']);
  await Promise.all(drops);
  expect(asked.map(({ free }) => free)).toEqual([['Plan (2).pdf'], ['Plan (3).pdf']]);
  expect(documents()).toEqual(['Plan (2).pdf', 'Plan (3).pdf', 'Plan.pdf']);
  vi.mocked(askAboutTaken).mockReset();
});

it('finds the folder that an earlier drop is about to make, and asks about the names in it', async () => {
  vi.mocked(askAboutTaken).mockResolvedValueOnce(['both']);
  const drops = [inFolder('a.txt'), inFolder('a.txt', 'b.txt')];
  await Promise.all(drops.map((placed) => uploadPlaced(placed, place())));
  expect(askAboutTaken).toHaveBeenCalled();
  await until(() => statuses().every((each) => / success$/.test(each)));
  expect(documents()).toEqual(['Site', 'a (2).txt', 'a.txt', 'b.txt']);
  vi.mocked(askAboutTaken).mockReset();
});

it('makes the folders that nothing lies in, with those above them, also where there is nothing else', async () => {
  await uploadPlaced([], place(), [['Site'], ['Office', 'Plans']]);
  expect(documents()).toEqual(['Office', 'Plans', 'Site']);
  await uploadPlaced(inFolder('a.txt'), place(), [['Site', 'Photos']]);
  expect(documents()).toEqual(['Office', 'Photos', 'Plans', 'Site', 'a.txt']);
});

it('makes no folder a second time', async () => {
  await uploadPlaced(inFolder('a.txt'), place());
  vi.mocked(askAboutTaken).mockResolvedValueOnce(['both']);
  await uploadPlaced(inFolder('a.txt', 'b.txt'), place());
  expect(documents()).toEqual(['Site', 'a (2).txt', 'a.txt', 'b.txt']);
  const [site] = page.workspace.collections.document.all().filter(({ kind }) => kind === 'folder');
  const inside = page.workspace.collections.document.where('container', site!.id);
  expect(inside).toHaveLength(3);
});

it('says how many files it takes at a time; in folders it takes more', async () => {
  const many = Array.from({ length: maxFilesAtOnce + 1 }, (_, i) => file(`${i}.txt`));
  await uploadFiles(many, place());
  expect(said).toEqual([`The maximum number of files allowed for upload is ${maxFilesAtOnce}.`]);
  expect(page.uploads.entries.get()).toEqual([]);
  await uploadPlaced(
    many.map((each) => ({ file: each, folders: ['Site'] })),
    place(),
  );
  expect(documents()).toHaveLength(maxFilesAtOnce + 2);
});

it('says how much room is missing before a byte travels, also for a new version', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  const { puts } = page.blobs;
  summary.storageUsed = summary.storageLimit;
  await uploadFiles([file('b.txt')], place());
  const [document] = page.workspace.collections.document.all();
  await uploadVersion(document!, file('Plan.pdf', 'second'));
  expect(said).toHaveLength(2);
  for (const message of said)
    expect(message).toMatch(/too full for that: .* are missing. Nothing was uploaded/);
  expect(page.blobs.puts).toBe(puts);
  summary.storageUsed = 0;
  await uploadVersion(document!, file('Anything.pdf', 'second'));
  expect(page.workspace.collections.document.get(document!.id)).toMatchObject({ name: 'Plan.pdf', size: 6 });
});

it('takes files over though no answer comes to the question how much room is left', async () => {
  provideSession({
    subscribe: () => () => {},
    workspaces: { list: [summary], reload: () => new Promise(() => {}) },
  } as never);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isTaken: boolean | undefined;
  void fits([file('Plan.pdf')]).then((taken) => {
    isTaken = taken;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(isTaken).toBe(true);
});

/** Files of a folder whose upload a reload broke, on a device that has no room for them. */
async function breakOff(names: readonly string[]): Promise<void> {
  const noRoom = { room: async () => 0 };
  await page.reload(noRoom);
  provide();
  page.blobs.onPut = () => new Promise(() => {});
  void uploadPlaced(inFolder(...names), place());
  await until(() => page.blobs.inFlight === names.length);
  await page.uploads.stored();
  await page.workspace.outbox.sent();
  page.blobs.onPut = () => {};
  await page.reload(noRoom);
  provide();
  await until(() => page.uploads.entries.get().length === names.length);
}
const statuses = () => page.uploads.entries.get().map(({ name, status }) => `${name} ${status}`);

it('gives a folder that is dropped once more to the uploads that wait for it, and asks nothing', async () => {
  await breakOff(['IMG_1.jpg', 'IMG_2.jpg']);
  expect(statuses().sort()).toEqual(['IMG_1.jpg failed', 'IMG_2.jpg failed']);
  vi.mocked(askAboutTaken).mockClear();
  await uploadPlaced(inFolder('IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg'), place());
  await until(() => statuses().every((each) => / success$/.test(each)));
  expect(askAboutTaken).not.toHaveBeenCalled();
  expect(documents()).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg', 'Site']);
});

it('gives all files that are chosen again at once to their uploads, and counts those that nobody waits for', async () => {
  await breakOff(['IMG_1.jpg', 'IMG_2.jpg']);
  picked.files = [file('IMG_2.jpg'), file('Other.jpg'), file('IMG_1.jpg')];
  chooseAllAgain();
  await until(() => statuses().every((each) => / success$/.test(each)));
  expect(documents()).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'Site']);
  expect(said).toEqual(['No upload waits for 1 of these files.']);
});

it('tells before a form is sent whether the files that wait in it can be taken', async () => {
  const many = Array.from({ length: maxFilesAtOnce + 1 }, (_, i) => file(`${i}.txt`));
  expect(await fits([])).toBe(true);
  expect(await fits(many.slice(1))).toBe(true);
  expect(said).toEqual([]);
  expect(await fits(many)).toBe(false);
  Object.assign(summary, { storageUsed: summary.storageLimit });
  expect(await fits([file('Plan.pdf')])).toBe(false);
  expect(await fits([])).toBe(true);
  expect(said).toHaveLength(2);
});
