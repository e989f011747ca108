/**
 * Real, encrypted people in Node: the product's own client without screens. Scenarios, the seed and benchmarks act
 * through them; nothing about them is simplified but the store, which is memory.
 */

import type { Keychain } from '@kontor/client/desktop/bridge';
import type { OpenDeviceStore } from '@kontor/client/device/deviceStore';
import { memoryStores } from '@kontor/client/device/memoryStore';
import { type DeviceToken, Http } from '@kontor/client/http/http';
import { BearerSession } from '@kontor/client/session/account/bearerSession';
import { openSession } from '@kontor/client/session/openSession';
import type { Session } from '@kontor/client/session/session';
import type { NewWorkspace } from '@kontor/client/session/view/sessionView';
import { LocalVault } from '@kontor/client/vault/localVault';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Language } from '@kontor/contract/text/language';
import { desktopOrigins } from '@kontor/contract/wire/protocol';
import { type CookieFetch, cookieFetch } from './cookieFetch.ts';
import './nativeArgon2.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language?: Language;
}

let count = 0;

/** Returns somebody new; `more` over made-up details. The address is unique. */
export function person(more: Partial<Person> = {}): Person {
  const id = `${Date.now().toString(36)}${process.pid.toString(36)}${(count++).toString(36)}`;
  const firstName = more.firstName ?? 'Anna';
  return {
    firstName,
    lastName: 'Berg',
    email: `${firstName.toLowerCase().replaceAll(/[^a-z]/g, '')}.${id}@example.org`,
    password: `correct horse ${id}`,
    ...more,
  };
}

/** One browser of one person: its cookies, its store, its session. */
export class Device {
  readonly session: Session;
  readonly http: Http;
  readonly vault: LocalVault;
  readonly connection: CookieFetch;
  readonly bearer: BearerSession | undefined;
  readonly #stores: OpenDeviceStore;
  readonly #keychain: Keychain | undefined;
  readonly #deviceToken: DeviceToken;
  readonly #url: string;

  /** `wrap` goes around every call of this device, to lose or change answers. */
  constructor(
    url: string,
    {
      connection = cookieFetch(),
      stores = memoryStores(),
      wrap = (inner) => inner,
      keychain,
      deviceToken = memoryDeviceToken(),
    }: DeviceOptions = {},
  ) {
    this.#url = url;
    this.#stores = stores;
    this.connection = connection;
    const bearer = keychain && new BearerSession(url, keychain, deviceToken);
    this.#keychain = keychain;
    this.#deviceToken = deviceToken;
    this.http = new Http({
      origin: url,
      fetch: wrap(keychain ? fromDesktop(connection.fetch) : connection.fetch),
      ...bearer?.credentials,
    });
    this.bearer = bearer;
    this.vault = new LocalVault();
    const parts = { http: this.http, vault: this.vault, openDevice: stores };
    this.session = openSession({ ...parts, ...(bearer && { bearer }) });
  }

  /** Returns the same browser after a restart: cookies and store stay, everything open is gone. */
  restarted(): Device {
    const keychain = this.#keychain && { keychain: this.#keychain, deviceToken: this.#deviceToken };
    return new Device(this.#url, { connection: this.connection, stores: this.#stores, ...keychain });
  }
}

export interface DeviceOptions {
  connection?: CookieFetch;
  stores?: OpenDeviceStore;
  wrap?: (inner: typeof fetch) => typeof fetch;
  /** Makes it a desktop app: a Bearer token instead of cookies. */
  keychain?: Keychain;
  /** The mark of a desktop app; one in memory unless told. */
  deviceToken?: DeviceToken;
}

function memoryDeviceToken(): DeviceToken {
  let kept: string | undefined;
  return {
    read: () => kept,
    keep: (token) => {
      kept = token;
    },
  };
}

/** Calls as the desktop app's page does. */
const fromDesktop =
  (inner: typeof fetch): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', desktopOrigins[0]!);
    return inner(input, { ...init, headers });
  };

/** Reads the newest code that was mailed to an address from the server's local mailbox, once there is one. */
export async function mailedCode(url: string, email: string): Promise<string> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as {
      to: string;
      subject: string;
    }[];
    const code = /\b\d{6}\b/.exec(mails.find((mail) => mail.to === email)?.subject ?? '')?.[0];
    if (code) return code;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`no code was mailed to ${email}`);
}

/** Somebody with an account, signed in on one device. */
export class Actor {
  readonly person: Person;
  readonly device: Device;
  readonly #url: string;

  constructor(url: string, who: Person, device: Device) {
    this.#url = url;
    this.person = who;
    this.device = device;
  }

  get session(): Session {
    return this.device.session;
  }

  /** Resolves with another browser of the same person, signed in. */
  async onAnotherDevice(options?: DeviceOptions): Promise<Actor> {
    const device = new Device(this.#url, options);
    await device.session.signIn(this.person.email, this.person.password);
    return new Actor(this.#url, this.person, device);
  }

  /** Opens a workspace and waits until everything of it is here. */
  async open(workspaceId: string): Promise<Workspace> {
    const workspace = await this.session.workspaces.open(workspaceId);
    await workspace.pull();
    return workspace;
  }

  /** Founds a workspace; answers its id. */
  createWorkspace(more: Partial<NewWorkspace> = {}): Promise<string> {
    return this.session.workspaces.create({ name: 'Muster GmbH', color: '#0b5c63', business: {}, ...more });
  }
}

/** Registers, reads the mailed code, confirms and signs in. */
export async function createActor(
  url: string,
  more: Partial<Person> = {},
  options?: DeviceOptions,
): Promise<Actor> {
  const who = person(more);
  const device = new Device(url, options);
  await device.session.registrations.register({ language: 'en', ...who });
  await device.session.registrations.verify(who.email, await mailedCode(url, who.email));
  await device.session.signIn(who.email, who.password);
  return new Actor(url, who, device);
}
