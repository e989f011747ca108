/** The connection to the API: every call goes through here. Small, since the sign-in page loads it. */
import { headers as headerNames, protocolVersion } from '@kontor/contract/wire/protocol';
import type { ApiClient } from './apiClient.ts';
import { callErrorOf, offline } from './callError.ts';
import type { CallOptions } from './callOptions.ts';

export interface HttpOptions {
  /** Scheme, host and port of the API, e.g. `https://kontor.example`. */
  origin: string;
  /** The platform's fetch unless told; in Node one that keeps cookies. */
  fetch?: typeof fetch;
  /** Desktop: the stored session token. It is sent to `origin` and nowhere else. */
  bearer?: () => string | undefined;
  /** Desktop: the mark goes to `origin` likewise, and is replaced by the one that comes back; a browser has a cookie for it. */
  deviceToken?: DeviceToken;
}

/** The mark of a device on which its accounts were signed in before: strangers' guesses keep it out of none. It outlives signing out. */
export interface DeviceToken {
  read(): string | undefined;
  keep(token: string): void;
}

const retried = [408, 409, 425, 429, 500, 502, 503, 504];

/** The state that all views of one connection share. */
interface Shared {
  options: HttpOptions;
  unauthorized: Set<() => void>;
  userId?: string | undefined;
  /** Desktop: the token of the newest sign-up. */
  registration?: string;
  /** The time that the last answer told (ms since 1970), and when it came, by a clock that nobody sets. */
  lastAnswer?: { at: number; time: number };
}

export class Http {
  readonly #shared: Shared;
  readonly #workspaceId: string | undefined;
  readonly #userId: string | undefined;

  constructor(options: HttpOptions, shared?: Shared, workspaceId?: string, userId?: string) {
    this.#shared = shared ?? { options, unauthorized: new Set() };
    this.#workspaceId = workspaceId;
    this.#userId = userId;
  }

  get origin(): string {
    return this.#shared.options.origin;
  }

  /** Returns the bare fetch, for addresses outside the API (pre-signed ones): no credentials of ours. */
  get fetch(): typeof fetch {
    return this.#shared.options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /**
   * Returns the server's time, whole ms since 1970, whatever this device's clock says; undefined before it
   * has answered. It runs late where the device slept meanwhile, never ahead.
   */
  get serverTime(): number | undefined {
    const { lastAnswer } = this.#shared;
    return lastAnswer && Math.floor(lastAnswer.time + performance.now() - lastAnswer.at);
  }

  /**
   * Returns the person whom every call names. The server refuses it where the browser's session is somebody
   * else's: another tab may have signed in anew. A connection of `forWorkspace` names whom this one named
   * when it was made.
   */
  get userId(): string | undefined {
    return this.#userId ?? this.#shared.userId;
  }

  /** Names this person from here on; undefined: nobody. */
  callAs(userId: string | undefined): void {
    this.#shared.userId = userId;
  }

  /**
   * Returns, on the desktop, the header of a call about the newest sign-up from here; a browser has a cookie
   * for it.
   */
  get registration(): Record<string, string> {
    const { registration } = this.#shared;
    return registration ? { [headerNames.registration]: registration } : {};
  }

  /** Returns the same connection with `x-workspace-id` on every call. */
  forWorkspace(workspaceId: string): Http {
    return new Http(this.#shared.options, this.#shared, workspaceId, this.userId);
  }

  /** Tells when the server refuses a call as the person who is named now: the session is over. Returns the way to stop listening. */
  onUnauthorized(listener: () => void): () => void {
    this.#shared.unauthorized.add(listener);
    return () => this.#shared.unauthorized.delete(listener);
  }

  /**
   * Sends to a path of the API and answers whatever comes, failures included; a GET is tried once more on the statuses
   * that may pass. @throws CallError OFFLINE when nothing comes, or not in time; the abort reason when `signal` fires.
   */
  async send(path: string, { headers, as = this.userId, ...options }: CallOptions = {}): Promise<Response> {
    const response = await this.#raw(path, { ...options, headers: { ...this.#headers(as), ...headers } });
    const deviceToken = response.headers.get(headerNames.device);
    if (deviceToken) this.#shared.options.deviceToken?.keep(deviceToken);
    const registration = response.headers.get(headerNames.registration);
    if (registration) this.#shared.registration = registration;
    const time = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(time)) this.#shared.lastAnswer = { time, at: performance.now() };
    const isOver = response.status === 401 && (await saysSignedOut(response.clone()));
    const isTold = isOver && (as ?? undefined) === this.#shared.userId;
    if (isTold) for (const listener of this.#shared.unauthorized) listener();
    return response;
  }

  /** Calls and reads JSON; an empty answer is undefined. @throws CallError */
  async json<T>(path: string, options?: CallOptions): Promise<T> {
    const response = await this.send(path, options);
    const body = await readJson(response);
    if (!response.ok) throw callErrorOf(response.status, body);
    return body as T;
  }

  /** Calls and reads bytes. @throws CallError */
  async bytes(path: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    const headers = { accept: 'application/octet-stream, application/json', ...options?.headers };
    const response = await this.send(path, { ...options, headers });
    if (!response.ok) throw callErrorOf(response.status, await readJson(response));
    const buffer: ArrayBuffer = await response.arrayBuffer().catch(brokenOff);
    return new Uint8Array(buffer);
  }

  /** Resolves with the typed calls of the contract; loaded when first asked for. */
  async api(): Promise<ApiClient> {
    const { createApiClient } = await import('./apiClient.ts');
    return createApiClient(this.origin, (path, options) => this.send(path, options));
  }

  #headers(userId: string | null | undefined): Record<string, string> {
    const bearer = this.#shared.options.bearer?.();
    const deviceToken = this.#shared.options.deviceToken?.read();
    return {
      accept: 'application/json',
      [headerNames.protocol]: String(protocolVersion),
      ...(this.#workspaceId ? { [headerNames.workspace]: this.#workspaceId } : {}),
      ...(userId ? { [headerNames.user]: userId } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(deviceToken ? { [headerNames.device]: deviceToken } : {}),
    };
  }

  async #raw(path: string, options: CallOptions): Promise<Response> {
    const { method = 'GET', query = {}, signal, beginsWithin } = options;
    const url = new URL(path, this.origin);
    // A path that leads elsewhere ("//evil.example") must not carry the session there.
    if (url.origin !== new URL(this.origin).origin) throw new TypeError(`not a path of the API: ${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const init: RequestInit = {
      ...contentOf(options),
      method,
      // A token says who calls; no cookie shall.
      credentials: this.#shared.options.bearer ? 'omit' : 'include',
      ...(signal && { signal }),
    };
    if (!beginsWithin) return fetchPatiently(this.fetch, url.href, init);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), beginsWithin);
    try {
      const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      return await fetchPatiently(this.fetch, url.href, { ...init, signal: either });
    } catch (error) {
      throw late.signal.aborted && !signal?.aborted ? offline(error) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Fetches, a GET once more where nothing came or the status may pass. @throws CallError OFFLINE when nothing comes; the
 * abort reason when the signal fires.
 */
export async function fetchPatiently(
  fetch: Http['fetch'],
  href: string,
  init: RequestInit,
): Promise<Response> {
  const { method = 'GET', signal } = init;
  let attempts = method === 'GET' ? 2 : 1;
  while (true) {
    attempts--;
    try {
      const response = await fetch(href, init);
      if (attempts === 0 || !retried.includes(response.status)) return response;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (attempts === 0) throw offline(error);
    }
  }
}

/** Encodes a body: an object goes as JSON; of everything else the platform knows what it is. */
function contentOf({ body, headers = {} }: CallOptions): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return { headers };
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
  if (!isPlain) return { headers, body: body as BodyInit };
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Throws, since the connection broke while the body came. */
const brokenOff = (cause: unknown): never => {
  throw offline(cause);
};

/** Tells whether it is the server that refuses for want of a session, and not a proxy that wants one of its own. */
async function saysSignedOut(response: Response): Promise<boolean> {
  const body = await readJson(response).catch(() => undefined);
  return callErrorOf(response.status, body).code === 'NOT_SIGNED_IN';
}

/**
 * Resolves with the parsed body; undefined for an empty one, and for a failure that is not JSON. @throws CallError OFFLINE where the
 * connection breaks; INTERNAL for a success that is not JSON, since somebody else answers
 */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(brokenOff);
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok && text !== '') throw callErrorOf(response.status, undefined);
    return undefined;
  }
}
