import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openTauri, type Tauri } from './tauri.ts';

/** Returns a shell that notes what it is told; `answers` by command, an Error is thrown, of a list each once. */
function shell(answers: Record<string, unknown> = {}) {
  const told: unknown[][] = [];
  const listeners = new Map<string, (event: { payload: unknown }) => void>();
  const tauri: Tauri = {
    core: {
      invoke: async (command, body, options) => {
        told.push([command, body instanceof Uint8Array ? [...body] : body, options?.headers]);
        const answer = answers[command];
        const next: unknown = Array.isArray(answer) ? answer.shift() : answer;
        if (next instanceof Error || next === 'program' || next === 'disk') throw next;
        return next as never;
      },
    },
    event: {
      listen: async (event, listener) => {
        listeners.set(event, listener as (event: { payload: unknown }) => void);
        return () => listeners.delete(event);
      },
    },
  };
  return { told, tauri, emit: (event: string, payload: unknown) => listeners.get(event)?.({ payload }) };
}

const checkout = {
  id: 'c1',
  server: 'https://kontor.example',
  userId: 'u',
  workspaceId: 'w',
  documentId: 'd',
  scopeId: 's',
  base: 'b',
  name: 'a.txt',
  isNew: false,
};
const stream = (...pieces: number[][]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });

describe('the bridge over Tauri', () => {
  it('hands a document over piece by piece, as raw bodies', async () => {
    const { told, tauri } = shell();
    const { files } = await openTauri(tauri);
    await files.open(checkout, stream([1, 2], [3]));
    expect(told.slice(1)).toEqual([
      ['files_begin', { checkout }, undefined],
      ['files_write', [1, 2], { checkout: 'c1' }],
      ['files_write', [3], { checkout: 'c1' }],
      ['files_finish', { id: 'c1' }, undefined],
    ]);
  });

  it('leaves nothing behind where the document cannot be read, or the disk is full', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('cut')),
    });
    const first = shell();
    await expect((await openTauri(first.tauri)).files.open(checkout, broken)).rejects.toThrow('cut');
    expect(first.told.at(-1)).toEqual(['files_abort', { id: 'c1' }, undefined]);
    const full = shell({ files_write: new Error('full') });
    await expect((await openTauri(full.tauri)).files.open(checkout, stream([1]))).rejects.toThrow('full');
    expect(full.told.at(-1)).toEqual(['files_abort', { id: 'c1' }, undefined]);
  });

  it('tells by its word why the shell refuses a document', async () => {
    const { tauri } = shell({ files_finish: 'program' });
    await expect((await openTauri(tauri)).files.open(checkout, stream([1]))).rejects.toMatchObject({
      code: 'program',
    });
  });

  it('splits what is larger than a call may be, and puts together what it reads', async () => {
    const { told, tauri } = shell({
      files_read: 'x',
      files_chunk: [8, 8, 0].map((bytes) => new Uint8Array(bytes).buffer),
    });
    const { files } = await openTauri(tauri);
    const large = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(1_048_577));
        controller.close();
      },
    });
    await files.open(checkout, large);
    expect(told.filter(([command]) => command === 'files_write')).toHaveLength(2);
    const { content, digest } = await files.read('c1');
    expect([content.size, digest]).toEqual([16, 'x']);
    expect(told.filter(([command]) => command === 'files_chunk')).toEqual(
      [1, 2, 3].map(() => ['files_chunk', { id: 'c1' }, undefined]),
    );
  });

  it('hands out nothing that the shell says at its end was not the content', async () => {
    const { tauri } = shell({ files_read: 'x', files_chunk: [new Uint8Array(8).buffer, 'disk'] });
    await expect((await openTauri(tauri)).files.read('c1')).rejects.toMatchObject({ code: 'disk' });
  });

  it('tells saves; a keychain may hold nothing', async () => {
    const { tauri, emit } = shell({ keychain_available: true, keychain_get: null });
    const bridge = await openTauri(tauri);
    const saved: unknown[] = [];
    const stop = bridge.files.onSaved((each) => saved.push(each));
    emit('file-saved', { id: 'c1', digest: 'x' });
    stop();
    await Promise.resolve();
    emit('file-saved', { id: 'c1', digest: 'y' });
    expect(saved).toEqual([{ id: 'c1', digest: 'x' }]);
    expect(await bridge.keychain.get('https://kontor.example')).toBeUndefined();
  });
});

it('follows the link that came before the page listened', async () => {
  const { tauri } = shell({ take_link: '/w1/tasks' });
  const followed: string[] = [];
  (await openTauri(tauri)).onDeepLink((path) => followed.push(path));
  await expect.poll(() => followed).toEqual(['/w1/tasks']);
});

describe('the end of the app', () => {
  /** Resolves with an app whose person has not answered yet; the end `waits` where it was asked for as the page loaded. */
  async function asked(waits = false) {
    const { told, tauri, emit } = shell({ quit_heard: [waits] });
    const questions: PromiseWithResolvers<boolean>[] = [];
    (await openTauri(tauri)).onQuit(() => {
      questions.push(Promise.withResolvers());
      return questions.at(-1)!.promise;
    });
    const request = () => emit('quit-requested', undefined);
    const heard = (stands: boolean) => ['quit_heard', { stands }, undefined];
    await expect.poll(() => told.slice(1)).toContainEqual(heard(false));
    return { questions, request, heard, told: () => told.slice(2) };
  }

  it('is asked about as soon as the page listens, where it was asked for before', async () => {
    const { questions, told } = await asked(true);
    await expect.poll(() => questions.length).toBe(1);
    questions[0]!.resolve(true);
    await expect.poll(told).toContainEqual(['quit', undefined, undefined]);
  });

  it('is not asked about before anybody asks for it', async () => {
    const { questions, told } = await asked();
    await new Promise((wake) => setTimeout(wake));
    expect([questions, told()]).toEqual([[], []]);
  });

  it('waits for the answer, and stays if that is no', async () => {
    const { questions, request, heard, told } = await asked();
    request();
    expect(told()).toEqual([heard(false)]);
    await expect.poll(() => questions.length).toBe(1);
    questions[0]!.resolve(false);
    await questions[0]!.promise;
    request();
    await expect.poll(() => questions.length).toBe(2);
    questions[1]!.resolve(true);
    await expect.poll(told).toEqual([heard(false), heard(false), ['quit', undefined, undefined]]);
  });

  it('asks once, however often it is asked for while the question stands', async () => {
    const { questions, request, heard, told } = await asked();
    for (let i = 0; i < 3; i++) request();
    await expect.poll(() => questions.length).toBe(1);
    expect(told()).toEqual([heard(false), heard(true), heard(true)]);
    questions[0]!.resolve(true);
    await expect.poll(told).toContainEqual(['quit', undefined, undefined]);
    expect(questions).toHaveLength(1);
  });

  it('leaves the shell unheard where the question failed, so that it may end the app', async () => {
    const { told, tauri, emit } = shell();
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    (await openTauri(tauri)).onQuit(() => Promise.reject(new Error('no such folder')));
    await expect.poll(() => told.length).toBe(2);
    emit('quit-requested', undefined);
    await expect.poll(() => report.mock.calls.length).toBe(1);
    emit('quit-requested', undefined);
    await new Promise((wake) => setTimeout(wake));
    expect(told.slice(2)).toEqual([['quit_heard', { stands: false }, undefined]]);
    vi.unstubAllGlobals();
  });
});

it('asks anew after a question that failed, and is heard then', async () => {
  const { told, tauri, emit } = shell();
  vi.stubGlobal('reportError', () => {});
  const answers = [() => Promise.reject(new Error('no such folder')), async () => false, async () => true];
  (await openTauri(tauri)).onQuit(() => answers.shift()!());
  const heard = ['quit_heard', { stands: false }, undefined];
  await expect.poll(() => told.length).toBe(2);
  emit('quit-requested', undefined);
  await expect.poll(() => answers.length).toBe(2);
  await new Promise((wake) => setTimeout(wake));
  emit('quit-requested', undefined);
  await expect.poll(() => told.slice(2)).toEqual([heard, heard]);
  emit('quit-requested', undefined);
  await expect.poll(() => told.slice(2)).toEqual([heard, heard, heard, ['quit', undefined, undefined]]);
  vi.unstubAllGlobals();
});

it('asks nothing of a keychain that this system does not have', async () => {
  const refused = new Error('keychain: no service');
  const { tauri } = shell({ keychain_available: false, keychain_get: refused, keychain_set: refused });
  const { keychain } = await openTauri(tauri);
  const session = { token: 't', userId: 'u', deviceShare: 's' };
  expect(keychain.isAvailable).toBe(false);
  expect(await keychain.get('https://kontor.example')).toBeUndefined();
  await keychain.set('https://kontor.example', session);
  await keychain.set('https://kontor.example', undefined);
});

it('may call the commands that it calls, and no others', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const called = [...read('tauri.ts').matchAll(/invoke(?:<[^(]*>)?\(\s*'([a-z_]+)'/g)].map(
    ([, command]) => `allow-${command!.replaceAll('_', '-')}`,
  );
  const { permissions } = JSON.parse(read('../../../../desktop/shell/capabilities/main.json')) as {
    permissions: string[];
  };
  expect([...new Set(called)].sort()).toEqual(permissions.filter((each) => each.startsWith('allow-')).sort());
  // Of what Tauri and its plugins can do: events of the shell, printing (macOS), notifications.
  expect(permissions.filter((each) => !each.startsWith('allow-'))).toEqual([
    'core:event:allow-listen',
    'core:event:allow-unlisten',
    'core:webview:allow-print',
    'notification:allow-is-permission-granted',
  ]);
});
