/** Somebody in a run of membership: their devices with real vaults, and every key that ever stood for them. */
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { AccountKeys } from '@kontor/crypto/account';
import { createPhraseEntropy, phraseWords } from '@kontor/crypto/phrase';
import { v7 as uuidv7 } from 'uuid';
import type { LocalVault } from '../../vault/localVault.ts';
import { mate } from '../team.ts';

export type DrawnStanding = { role: 'ADMIN' | 'EMPLOYEE' } | { role: 'CUSTOMER'; customerId: string };

/** An account's keys with a vault. */
export class ParticipantDevice {
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

  /** Puts the same account in another vault, which knows nothing yet. */
  reborn(vault: LocalVault): void {
    this.vault = vault;
    this.handed.clear();
  }
}

/** Makes a device. With `previous`, the certificate that a password reset replaces. */
export async function participantDevice(userId: string, previous?: KeyCert): Promise<ParticipantDevice> {
  const { keys, vault } = await mate(userId, previous);
  return new ParticipantDevice(keys, vault);
}

/** Plays that share accounts: making one costs as much as several acts. */
const runsPerCast = 100;
let cast: { devices: Promise<ParticipantDevice[]>; runs: number } | undefined;

/**
 * Makes so many people, each with an account. What their vaults know of the workspaces of other runs touches
 * nothing here.
 */
export async function peopleFor(size: number): Promise<Participant[]> {
  if (!cast || cast.runs >= runsPerCast)
    cast = { devices: Promise.all(Array.from({ length: size }, () => participantDevice(uuidv7()))), runs: 0 };
  cast.runs++;
  return (await cast.devices).map(({ keys, vault }) => new Participant(new ParticipantDevice(keys, vault)));
}

export class Participant {
  readonly userId: string;
  readonly phrase = phraseWords(createPhraseEntropy()).join(' ');
  /** The one whose keys the log names. */
  device: ParticipantDevice;
  /** After a password reset: the one with the new keys, until somebody answered for them. */
  next: ParticipantDevice | undefined;
  place: DrawnStanding | undefined;
  /** An invitation that was not accepted yet, and the place that it offers. */
  link: { invitationId: string; secret: string; head: string; place: DrawnStanding } | undefined;
  status: 'ACTIVE' | 'INACTIVE' | 'LOCKED' = 'ACTIVE';
  isOwner = false;
  /** Their own keys, those of before a reset and those of their invitations: nobody forgets one. */
  readonly selves: AccountKeys[];

  constructor(device: ParticipantDevice) {
    this.userId = device.userId;
    this.device = device;
    this.selves = [device.keys];
  }

  settle(device: ParticipantDevice): void {
    this.device = device;
    this.next = undefined;
  }

  /** Comes in, and is handed everything from the beginning. */
  arrive(place: DrawnStanding): void {
    Object.assign(this, { place, link: undefined, status: 'ACTIVE' });
    this.device.handed.clear();
  }
}

/** Tells whether they are in, and their client does what it should. */
export const isWorking = ({ place, status, next }: Participant): boolean =>
  place !== undefined && status === 'ACTIVE' && !next;

export const isStaff = (person: Participant): boolean =>
  isWorking(person) && person.place?.role !== 'CUSTOMER';
