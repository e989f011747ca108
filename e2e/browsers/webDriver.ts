/** Calls a driver of browsers (W3C WebDriver, which is JSON over HTTP). */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { patience } from './browser.ts';

/** ms after which a call counts as never answered: more than a driver waits for a script. */
const callTimeout = 2 * patience;

export interface WebDriverCall {
  method: string;
  path: string;
  body?: object | undefined;
}

/**
 * Sends one call, over a connection of its own: one that is kept may be closed as it is used again, and who clicks cannot
 * click once more to be sure.
 */
async function send(
  port: number,
  { method, path, body }: WebDriverCall,
): Promise<{ isOk: boolean; answer: string }> {
  const content = body && JSON.stringify(body);
  const headers = content
    ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
    : {};
  const signal = AbortSignal.timeout(callTimeout);
  const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false, signal });
  call.end(content);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { isOk: response.statusCode === 200, answer: await text(response) };
}

/**
 * Calls a driver on a port of this machine. Resolves with the answer's value.
 * @throws Error with what the driver says; with how it ended, where it did
 */
export async function callDriver<T>(driver: ChildProcess, port: number, call: WebDriverCall): Promise<T> {
  const what = `${call.method} ${call.path}`;
  const { isOk, answer } = await send(port, call).catch((cause: Error) => {
    const end = driver.signalCode ?? driver.exitCode;
    const state = end === null ? 'runs' : `has ended with ${end}`;
    throw new Error(`${what}: no answer; the driver ${state}`, { cause });
  });
  const { value } = JSON.parse(answer) as { value: T & { error?: string; message?: string } };
  if (!isOk) throw new Error(`${what}: ${value.error} ${value.message}`);
  return value;
}
