/** The files of the desktop app without its window: its crate as a program of its own, told by the bridge's verbs. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type {
  Checkout,
  DesktopFiles,
  FileFailed,
  FileSaved,
  LeftCheckout,
} from '@kontor/client/desktop/bridge';

const workspace = resolve(import.meta.dirname, '../../../../apps/desktop');

/** Tells if the crate can be built here. */
export const hasCargo = spawnSync('cargo', ['--version']).status === 0;

/** Builds the program (`apps/desktop/files/examples/stdio.rs`). Returns where it is. */
export function buildStdioFiles(): string {
  const args = ['build', '--manifest-path', `${workspace}/Cargo.toml`, '--package', 'kontor-files'];
  execFileSync('cargo', [...args, '--example', 'stdio', '--locked', '--quiet'], { stdio: 'inherit' });
  return resolve(process.env.CARGO_TARGET_DIR ?? `${workspace}/target`, 'debug/examples/stdio');
}

interface Message {
  call?: number;
  value?: unknown;
  refused?: string;
  event?: 'saved' | 'failed' | 'released';
  size?: number;
}

interface Answer {
  value: unknown;
  bytes: Buffer<ArrayBuffer>;
}

export interface StdioFiles extends DesktopFiles {
  /** Returns where the document of a checkout was written to. */
  pathOf(id: string): string;
  /** Ends the program. */
  stop(): Promise<void>;
}

/** Starts the program in a folder that is its own. What it opens, the test opens in a program, or plays one. */
export function startStdioFiles(program: string, root: string): StdioFiles {
  const child = spawn(program, [root], { stdio: ['pipe', 'pipe', 'inherit'] });
  const paths = new Map<string, string>();
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const listeners = {
    saved: new Set<(saved: FileSaved) => void>(),
    failed: new Set<(failed: FileFailed) => void>(),
    released: new Set<(released: { id: string }) => void>(),
  };
  onMessages(child, (message, bytes) => {
    if (message.event)
      for (const listener of listeners[message.event]) listener(message as unknown as FileSaved & FileFailed);
    const asked = waiting.get(message.call!);
    waiting.delete(message.call!);
    if (message.refused) asked?.reject(Object.assign(new Error(message.refused), { code: message.refused }));
    else asked?.resolve({ value: message.value, bytes });
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the program has ended with ${code}`));
  });
  let calls = 0;
  const ask = (verb: string, facts: object = {}, content = new Uint8Array()) => {
    const call = ++calls;
    const asked = Promise.withResolvers<Answer>();
    waiting.set(call, asked);
    child.stdin.write(`${JSON.stringify({ call, verb, size: content.length, ...facts })}\n`);
    child.stdin.write(content);
    return asked.promise;
  };
  const get = async <T>(verb: string, facts?: object) => (await ask(verb, facts)).value as T;
  const listen = <T>(all: Set<T>, listener: T) => {
    all.add(listener);
    return () => all.delete(listener);
  };
  return {
    open: async (checkout, content) => {
      const bytes = await new Response(content as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
      const { value } = await ask('open', { checkout }, new Uint8Array(bytes));
      paths.set(checkout.id, value as string);
    },
    launch: async (id) => void (await ask('launch', { id })),
    show: async () => {},
    read: async (id) => {
      const { value, bytes } = await ask('read', { id });
      return { content: new Blob([bytes]), digest: value as string };
    },
    uploaded: async (id, state) => void (await ask('uploaded', { id, ...state })),
    close: async (id) => (await get<LeftCheckout[] | null>('close', { id })) ?? undefined,
    discard: (id) => get<LeftCheckout[]>('discard', { id }),
    unsent: () => get<Checkout[]>('unsent'),
    held: () => get<Checkout[]>('held'),
    left: () => get<LeftCheckout[]>('left'),
    wipe: async (server, userId) => void (await ask('wipe', { server, userId: userId ?? null })),
    onSaved: (listener) => listen(listeners.saved, listener),
    onFailed: (listener) => listen(listeners.failed, listener),
    onReleased: (listener) => listen(listeners.released, ({ id }) => listener(id)),
    pathOf: (id) => paths.get(id)!,
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

/** Reads what the program says: objects of JSON, each a line, and the bytes behind them. */
function onMessages({ stdout }: ChildProcess, take: (message: Message, bytes: Buffer<ArrayBuffer>) => void) {
  let read: Buffer<ArrayBuffer> = Buffer.alloc(0);
  stdout!.on('data', (more: Buffer<ArrayBuffer>) => {
    read = Buffer.concat([read, more]);
    for (let end = read.indexOf('\n'); end >= 0; end = read.indexOf('\n')) {
      const message = JSON.parse(read.toString('utf8', 0, end)) as Message;
      const next = end + 1 + (message.size ?? 0);
      if (read.length < next) return;
      take(message, read.subarray(end + 1, next));
      read = read.subarray(next);
    }
  });
}
