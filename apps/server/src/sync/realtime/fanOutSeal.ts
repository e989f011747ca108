/**
 * Seals what processes tell each other through the database, where whoever may connect hears everything and may say it again.
 * Source of the format: docs/formats.md, "The server's own".
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { labels } from '@kontor/contract/wire/labels';
import { openGcm, sealGcm } from '../../gcm.ts';

const senderBytes = 12;
const nonceBytes = 12;
const tagBytes = 16;
/** Bytes that sealing adds to a text. */
export const sealBytes = senderBytes + nonceBytes + tagBytes;

/** Most ms between the clocks of two processes, where one hears the other for the first time. */
const freshMs = 60_000;

/** Seals for one process, a sender from its start to its end, and knows how much of each other one was heard. */
export class FanOutSeal {
  readonly #secret: Buffer;
  readonly #sender = randomBytes(senderBytes);
  readonly #key: Buffer;
  readonly #prefix = this.#sender.toString('base64url');
  readonly #heard = new Map<string, { key: Buffer; count: number }>();
  #count = 0;

  constructor(secret: Buffer) {
    this.#secret = secret;
    this.#key = this.#keyOf(this.#sender);
    // One's own, said again by somebody in another spelling, is nobody's.
    this.#heard.set(this.#prefix, { key: this.#key, count: Number.POSITIVE_INFINITY });
  }

  /** Returns a sender's key, so that counters serve as nonces. */
  #keyOf(sender: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, sender, labels.fanOut, 32));
  }

  /** Tests for what this process has sealed, without opening it. */
  isOwn(payload: string): boolean {
    return payload.startsWith(this.#prefix);
  }

  /** Seals messages in JSON. */
  seal(messages: readonly string[]): string {
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE(++this.#count, 6, 6);
    const sealed = sealGcm(this.#key, `[${[Date.now(), ...messages].join()}]`, nonce);
    return Buffer.concat([this.#sender, sealed]).toString('base64url');
  }

  /** Opens the messages of another process. @throws Error where none sealed them, or they were heard before, or long ago */
  open(payload: string): unknown[] {
    const bytes = Buffer.from(payload, 'base64url');
    const [sender, sealed] = [bytes.subarray(0, senderBytes), bytes.subarray(senderBytes)];
    const name = sender.toString('base64url');
    const before = this.#heard.get(name);
    const key = before?.key ?? this.#keyOf(sender);
    const [at, ...messages] = JSON.parse(openGcm(key, sealed)) as [number, ...unknown[]];
    const count = sealed.readUIntBE(6, 6);
    if (before ? count <= before.count : Math.abs(Date.now() - at) > freshMs)
      throw new Error('a message of another process once more, or from another time');
    this.#heard.set(name, { key, count });
    return messages;
  }
}
