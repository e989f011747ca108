/** Files that are chosen or dropped, until the first byte is sent: room, names, folders, uploads that wait for them. */
import { Page } from '@kontor/client/files/testing/page';
import { maxFilesAtOnce, storedBytes } from '@kontor/client/files/transfer';
import { CallError } from '@kontor/client/http/callError';
import { ReadOnlyError } from '@kontor/client/replica/readOnlyError';
import { until } from '@kontor/client/replica/testing/client';
import { ServerError } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { currentWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import type { DroppedTree } from '../../../ui/form/fileDrop.tsx';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import {
  agreedFiles,
  chooseAllAgain,
  keepBoth,
  uploadDropped,
  uploadFiles,
  uploadPlaced,
  uploadVersion,
} from './actions.ts';
import { askAboutTaken, type TakenChoice, type TakenName } from './takenQuestion.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
vi.mock('./takenQuestion.ts', () => ({ askAboutTaken: vi.fn() }));
const picked = vi.hoisted(() => ({ files: [] as File[] }));
vi.mock('../../../ui/form/chooseFiles.ts', () => ({
  chooseFiles: (onFiles: (files: File[]) => void) => onFiles(picked.files),
}));
vi.mock('../../../ui/overlay/confirm.tsx', () => ({ confirm: vi.fn() }));

let page: Page;
const provide = () =>
  provideWorkspace({ records: page.workspace, uploads: page.uploads, userId: 'ada' } as never);
const summary = { id: '', storageLimit: 0, storageUsed: 0 };
/** Signs somebody in, or nobody; `reload`: what asking for the room that is left does. */
const signIn = (userId: string | undefined = 'ada', reload = async () => {}) =>
  provideSession({
    user: userId && { id: userId },
    subscribe: () => () => {},
    workspaces: { list: [summary], reload },
  } as never);

beforeEach(async () => {
  page = new Page();
  await page.open();
  provide();
  said.length = 0;
  Object.assign(summary, { id: page.workspace.id, storageLimit: 1_000_000, storageUsed: 0 });
  signIn();
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

it('asks about names before room, and needs room for what is sent alone', async () => {
  await uploadPlaced(inFolder('a.txt', 'b.txt'), place());
  await until(() => statuses().every((each) => / success$/.test(each)));
  summary.storageUsed = summary.storageLimit;
  const asked: (readonly TakenName[])[] = [];
  const answer = (choices: TakenChoice[]) =>
    vi.mocked(askAboutTaken).mockImplementationOnce(async (taken) => {
      asked.push(taken);
      return choices;
    });
  answer(['skip', 'skip']);
  const again = [
    { file: file('a.txt'), folders: ['Site'] },
    { file: file('b.txt', 'longer'), folders: ['Site'] },
  ];
  await uploadPlaced(again, place());
  expect([said, asked.length]).toEqual([[], 1]);
  answer(['skip', 'version']);
  await uploadPlaced(again, place());
  expect(said).toEqual([expect.stringMatching(/too full for that/)]);
  expect(documents()).toEqual(['Site', 'a.txt', 'b.txt']);
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

it('says of a folder that nothing lies in that nothing was uploaded', async () => {
  await uploadPlaced([], place());
  expect(said).toEqual(['No files are in this folder. Nothing was uploaded.']);
  expect(documents()).toEqual([]);
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
  const { id: taskId } = page.workspace.create('task', page.scopeId, { title: 'Measure' });
  await uploadFiles(many, { ...place(), taskId });
  const most = `The maximum number of files allowed for upload is ${maxFilesAtOnce}.`;
  expect(said).toEqual([`${most} You can drop a folder instead, with up to 2,000 files.`, most]);
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
  signIn('ada', () => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const taken = agreedFiles([file('Plan.pdf')]);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await taken).toHaveLength(1);
});

it('counts what is under way and has no room on the server yet', async () => {
  page.blobs.onPut = () => new Promise(() => {});
  const first = new File([new Uint8Array(600_000)], 'first.bin');
  // As long as the server has said nothing, none of it has room there.
  page.blobs.onPresign = () => {
    throw new CallError('OFFLINE', 0, '');
  };
  void uploadFiles([first], place());
  await until(() => page.uploads.entries.get().some(({ status }) => status === 'paused'));
  await uploadFiles([new File([new Uint8Array(600_000)], 'second.bin')], place());
  expect(said).toEqual([expect.stringMatching(/too full for that: .* are missing/)]);
  expect(page.uploads.entries.get().map(({ name }) => name)).toEqual(['first.bin']);
  said.length = 0;
  page.blobs.onPresign = () => {};
  page.uploads.wake();
  await until(() => page.uploads.unreserved() === 0);
  void uploadFiles([new File([new Uint8Array(600_000)], 'third.bin')], place());
  await until(() => said.length > 0 || page.uploads.entries.get().length === 2);
  expect(said).toEqual([]);
});

const droppedTree = (tree: Omit<DroppedTree, 'empty'>) => ({
  files: [],
  hasFolders: true,
  tree: async () => ({ ...tree, empty: [] }),
});

it('uploads what can be read of a folder that is dropped, and names the first of what cannot', async () => {
  const unread = ['a', 'b', 'c', 'd'].map((name) => `Site/${name}.txt`);
  await uploadDropped(droppedTree({ files: inFolder('e.txt'), unread }), place());
  const says = /^4 items cannot be read.* not uploaded: Site\/a.txt, Site\/b.txt, Site\/c.txt, …$/;
  expect(said).toEqual([expect.stringMatching(says)]);
  expect(documents()).toEqual(['Site', 'e.txt']);
  await uploadDropped(droppedTree({ files: [], unread: ['Locked'] }), place());
  expect(said.slice(1)).toEqual([expect.stringMatching(/^1 item cannot be read.*: Locked$/)]);
});

it('says why what was dropped is not taken where nothing can be changed', async () => {
  const transaction = () => {
    throw new ReadOnlyError();
  };
  const refusing = { ...page.workspace, transaction };
  provideWorkspace({ records: refusing, uploads: page.uploads, userId: 'ada' } as never);
  await uploadDropped(droppedTree({ files: inFolder('a.txt'), unread: [] }), place());
  await uploadPlaced(inFolder('a.txt'), place());
  expect(said).toEqual(Array(2).fill(expect.stringMatching(/can only be read$/)));
});

it('does not put what lies in folders side by side on a task, which has none', async () => {
  const { id: taskId } = page.workspace.create('task', page.scopeId, { title: 'Measure' });
  await uploadPlaced(inFolder('a.txt'), { ...place(), taskId });
  await uploadPlaced([], { ...place(), taskId }, [['Site']]);
  expect(said).toEqual(Array(2).fill(expect.stringMatching(/^The documents of a task lie in no folders/)));
  expect(documents()).toEqual([]);
  await uploadFiles([file('a.txt')], { ...place(), taskId });
  expect(documents()).toEqual(['a.txt']);
});

it('asks before a file of another kind replaces one, which keeps its name', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  const [document] = page.workspace.collections.document.all();
  vi.mocked(confirm).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  await uploadVersion(document!, file('Plan.docx', 'second'));
  expect(page.workspace.collections.document.get(document!.id)).toMatchObject({ size: 8 });
  await uploadVersion(document!, file('Plan.docx', 'second'));
  expect(page.workspace.collections.document.get(document!.id)).toMatchObject({ name: 'Plan.pdf', size: 6 });
  await uploadVersion(document!, file('Other.PDF', 'next'));
  expect(confirm).toHaveBeenCalledTimes(2);
});

/** Keeps files of a folder whose upload a reload broke, on a device that has no room for them. */
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

/** Lets the next upload of a file fail for want of room. */
async function failFor(name: string): Promise<void> {
  page.blobs.onPresign = () => {
    throw new ServerError('OVER_QUOTA', { missing: 1 });
  };
  await uploadFiles([file(name)], place());
  page.blobs.onPresign = () => {};
}

it('goes on with an upload that failed when its file is dropped once more, and asks nothing', async () => {
  await failFor('Plan.pdf');
  expect(statuses()).toEqual(['Plan.pdf failed']);
  vi.mocked(askAboutTaken).mockClear();
  await uploadFiles([file('Plan.pdf')], place());
  await until(() => statuses()[0] === 'Plan.pdf success');
  expect([statuses(), documents()]).toEqual([['Plan.pdf success'], ['Plan.pdf']]);
  expect(askAboutTaken).not.toHaveBeenCalled();
});

it('gives the name of an upload that failed to another file, and loses neither', async () => {
  await failFor('Plan.pdf');
  await uploadFiles([file('Plan.pdf', 'another')], place());
  expect(askAboutTaken).not.toHaveBeenCalled();
  expect([statuses(), documents()]).toEqual([['Plan.pdf failed', 'Plan.pdf success'], ['Plan.pdf']]);
  // By now the name is that of a file, about which there is something to ask.
  vi.mocked(askAboutTaken).mockResolvedValueOnce(['skip']);
  await uploadFiles([file('Plan.pdf')], place());
  expect(askAboutTaken).toHaveBeenCalledTimes(1);
  const [failed] = page.uploads.entries.get();
  keepBoth(failed!);
  await until(() => statuses().every((each) => / success$/.test(each)));
  expect(documents()).toEqual(['Plan (2).pdf', 'Plan.pdf']);
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
  expect(await agreedFiles([])).toEqual([]);
  expect(await agreedFiles(many.slice(1))).toHaveLength(maxFilesAtOnce);
  expect(said).toEqual([]);
  expect(await agreedFiles(many)).toBeUndefined();
  Object.assign(summary, { storageUsed: summary.storageLimit });
  expect(await agreedFiles([file('Plan.pdf')])).toBeUndefined();
  expect(await agreedFiles([])).toEqual([]);
  expect(said).toHaveLength(2);
});

it('asks about names before room in a form, too, and needs room for what is to be sent alone', async () => {
  const twice = [file('Plan.pdf'), file('Plan.pdf', 'another that is longer')];
  summary.storageLimit = storedBytes([twice[0]!.size]);
  const names: string[][] = [];
  const answer = (choice: TakenChoice) =>
    vi.mocked(askAboutTaken).mockImplementationOnce(async (taken) => {
      expect(said).toEqual([]);
      names.push(taken.map(({ name }) => name));
      return [choice];
    });
  answer('skip');
  expect((await agreedFiles(twice))?.map(({ size }) => size)).toEqual([twice[0]!.size]);
  answer('both');
  expect(await agreedFiles(twice)).toBeUndefined();
  expect([names, said]).toEqual([[['Plan.pdf'], ['Plan.pdf']], [expect.stringMatching(/too full for that/)]]);
});

it('makes nothing in another workspace that was opened while somebody waited for room or an answer', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  await until(() => statuses().every((each) => / success$/.test(each)));
  const [document] = page.workspace.collections.document.all();
  const other = new Page();
  await other.open();
  const there = {
    records: { id: 'other', collections: other.workspace.collections },
    uploads: other.uploads,
  };
  const here = currentWorkspace();
  const leave = () => provideWorkspace(there as never);
  signIn('ada', async () => leave());
  await uploadPlaced(inFolder('a.txt'), place());
  provide();
  await uploadVersion(document!, file('Plan.pdf', 'second'));
  provide();
  expect(await agreedFiles([file('b.txt')])).toBeUndefined();
  // Written while its person left.
  await uploadFiles([file('Signed.pdf')], place(), here);
  provide();
  vi.mocked(askAboutTaken).mockImplementationOnce(async () => {
    leave();
    return ['both'];
  });
  await uploadFiles([file('Plan.pdf', 'another')], place());
  expect(said).toEqual(Array(5).fill('The upload failed.'));
  expect([page, other].flatMap(({ uploads }) => uploads.entries.get().map(({ name }) => name))).toEqual([
    'Plan.pdf',
  ]);
  expect(documents()).toEqual(['Plan.pdf']);
  await other.close();
});

it('uploads nothing in the name of whoever opens the same workspace after the one who was asked', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  await until(() => statuses().every((each) => / success$/.test(each)));
  const bens = { ...page.workspace };
  vi.mocked(askAboutTaken).mockImplementationOnce(async () => {
    provideWorkspace({ records: bens, uploads: page.uploads, userId: 'ben' } as never);
    signIn('ben');
    return ['both'];
  });
  await uploadFiles([file('Plan.pdf', 'another')], place());
  expect(documents()).toEqual(['Plan.pdf']);
});

it('asks nothing more about what was dropped behind a question whose person left', async () => {
  await uploadFiles([file('Plan.pdf')], place());
  vi.mocked(askAboutTaken).mockClear();
  vi.mocked(askAboutTaken).mockImplementationOnce(async () => {
    signIn('');
    return undefined;
  });
  await Promise.all(['one', 'two'].map((content) => uploadFiles([file('Plan.pdf', content)], place())));
  expect([vi.mocked(askAboutTaken).mock.calls.length, said]).toEqual([1, []]);
  expect(documents()).toEqual(['Plan.pdf']);
});
