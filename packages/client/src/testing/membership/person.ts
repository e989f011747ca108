/** Somebody in a play of membership: their devices with real vaults, and every key that ever stood for them. */
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { AccountKeys } from '@kontor/crypto/account';
import { createPhraseEntropy, phraseWords } from '@kontor/crypto/phrase';
import { v7 as uuidv7 } from 'uuid';
import type { LocalVault } from '../../vault/localVault.ts';
import { mate } from '../team.ts';

export type Place = { role: 'ADMIN' | 'EMPLOYEE' } | { role: 'CUSTOMER'; customerId: string };

/** An account's keys with a vault. */
export class Device {
  readonly userId: string;
  readonly keys: AccountKeys;
  readonly cert: KeyCert;
  vault: LocalVault;
  /** By scope: how many key rows it was handed. */
  readonly handed = new Map<string, number>();

  constructor(keys: AccountKeys, vault: LocalVault) {
    this.userId = keys.cert.userId;
    this.keys = keys;
    this.cert = keys.cert;
    this.vault = vault;
  }

  /** The same account in another vault, which knows nothing yet. */
  reborn(vault: LocalVault): void {
    this.vault = vault;
    this.handed.clear();
  }
}

/** With `previous`, the certificate that a password reset replaces. */
export async function deviceOf(userId: string, previous?: KeyCert): Promise<Device> {
  const { keys, vault } = await mate(userId, previous);
  return new Device(keys, vault);
}

/** Plays that share accounts: making one costs as much as several acts. */
const playsPerCast = 100;
let cast: { devices: Promise<Device[]>; plays: number } | undefined;

/** So many people, each with an account. What their vaults know of the workspaces of other plays touches nothing here. */
export async function peopleFor(size: number): Promise<Person[]> {
  if (!cast || cast.plays >= playsPerCast)
    cast = { devices: Promise.all(Array.from({ length: size }, () => deviceOf(uuidv7()))), plays: 0 };
  cast.plays++;
  return (await cast.devices).map(({ keys, vault }) => new Person(new Device(keys, vault)));
}

export class Person {
  readonly userId: string;
  readonly phrase = phraseWords(createPhraseEntropy()).join(' ');
  /** The one whose keys the log names. */
  device: Device;
  /** After a password reset: the one with the new keys, until somebody answered for them. */
  next: Device | undefined;
  place: Place | undefined;
  /** An invitation that was not accepted yet, and the place that it offers. */
  link: { invitationId: string; secret: string; head: string; place: Place } | undefined;
  status: 'ACTIVE' | 'INACTIVE' | 'LOCKED' = 'ACTIVE';
  isOwner = false;
  /** Their own keys, those of before a reset and those of their invitations: nobody forgets one. */
  readonly selves: AccountKeys[];

  constructor(device: Device) {
    this.userId = device.userId;
    this.device = device;
    this.selves = [device.keys];
  }

  settle(device: Device): void {
    this.device = device;
    this.next = undefined;
  }

  /** In, and handed everything from the beginning. */
  arrive(place: Place): void {
    Object.assign(this, { place, link: undefined, status: 'ACTIVE' });
    this.device.handed.clear();
  }
}

/** Whether they are in, and their client does what it should. */
export const isWorking = ({ place, status, next }: Person): boolean =>
  place !== undefined && status === 'ACTIVE' && !next;

export const isStaff = (person: Person): boolean => isWorking(person) && person.place?.role !== 'CUSTOMER';
