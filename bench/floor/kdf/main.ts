/** The floor of a sign-in: deriving the password's keys, in a worker as ours, and nothing else. */
import type { PasswordInput } from '@kontor/crypto/password';
import type { Derived } from './worker.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** Derives the keys; called by the bench. */
const derive = (input: PasswordInput): Promise<Derived> =>
  new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Derived>) => resolve(data);
    worker.postMessage(input);
  });

Object.assign(globalThis, { derive });
