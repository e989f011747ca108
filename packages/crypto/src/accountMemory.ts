/**
 * Describes what an account remembers of its workspaces' member logs, and writes it as it lies behind the seeds in the
 * sealed account keys (`account.ts`).
 */
import { type Bytes, concat, toHex, u64 } from '@kontor/contract/wire/bytes';
import { CryptoError } from './errors.ts';

/** The end of a member log that an account has seen. */
export interface LogPin {
  /** Hash of the log's first entry, 32 bytes. */
  genesisHash: Bytes;
  /** Sequence number of the newest entry that was seen. */
  headSeq: number;
  /** Hash of that entry, 32 bytes. */
  headHash: Bytes;
}

/** The part of the sealed keys besides the seeds: the newest states of member logs that the account has seen. */
export interface AccountMemory {
  /** Higher in each newer copy, so that an older one is told. */
  counter: number;
  pins: readonly RememberedPin[];
}

/** The end of a workspace's log; hashes of 32 bytes. */
export interface RememberedPin extends LogPin {
  workspaceId: string;
}

export const noMemory: AccountMemory = { counter: 0, pins: [] };

const pinSize = 88;
const headSize = 72;

const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

/** Writes what the sealed keys carry behind the seeds. */
export function memoryBytes({ counter, pins }: AccountMemory): Bytes {
  const each = pins.map(({ workspaceId, genesisHash, headSeq, headHash }) =>
    concat(fromHex(workspaceId.replaceAll('-', '')), genesisHash, u64(headSeq), headHash),
  );
  return concat(u64(counter), ...each);
}

/** Reads what `memoryBytes` wrote. Throws `malformed`. */
export function memoryFrom(content: Bytes): AccountMemory {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const number = (at: number) => Number(view.getBigUint64(at));
  const pins: RememberedPin[] = [];
  if (content.length < headSize || (content.length - headSize) % pinSize !== 0)
    throw new CryptoError('malformed', 'the sealed keys have another length');
  for (let at = headSize; at < content.length; at += pinSize) {
    const hex = toHex(content.slice(at, at + 16));
    pins.push({
      workspaceId: [0, 8, 12, 16, 20].map((from, i, all) => hex.slice(from, all[i + 1])).join('-'),
      genesisHash: content.slice(at + 16, at + 48),
      headSeq: number(at + 48),
      headHash: content.slice(at + 56, at + pinSize),
    });
  }
  return { counter: number(64), pins };
}
