/** The pins of member logs, as the account keeps them: in its keys, on its devices and with the server, sealed. */
import type { SealedPin } from '@kontor/contract/wire/account';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { maxPins } from '@kontor/contract/wire/protocol';
import type { AccountKeys } from '@kontor/crypto/account';
import type { AccountMemory } from '@kontor/crypto/accountMemory';
import { CryptoError } from '@kontor/crypto/errors';
import { openLogPin, sealLogPin } from '@kontor/crypto/logPin';
import type { OpenAccount } from './account.ts';
import { type LogBook, type Pin, type PinSource, pinOf } from './trust/logBook.ts';

const bytesOf = ({ genesis, seq, head }: Pin) => ({
  genesisHash: fromBase64Url(genesis),
  headSeq: seq,
  headHash: fromBase64Url(head),
});

export class AccountPins {
  readonly #account: OpenAccount;
  readonly #log: LogBook;

  constructor(account: OpenAccount, log: LogBook) {
    this.#account = account;
    this.#log = log;
  }

  /** Returns the pins that the account's keys are to carry. */
  newest(): AccountMemory['pins'] {
    return this.#log.pins.slice(0, maxPins).map(([workspaceId, pin]) => ({ workspaceId, ...bytesOf(pin) }));
  }

  /** Takes those that the account's keys brought: the server cannot drop one of these alone. */
  takeCarried(pins: AccountMemory['pins']): void {
    for (const { workspaceId, ...pin } of pins) this.#log.takePin(workspaceId, pinOf(pin), 'device');
  }

  async seal(workspaceId: string): Promise<SealedPin | undefined> {
    const pin = this.#log.pinToSeal(workspaceId);
    return pin && this.#seal(workspaceId, pin);
  }

  sealAll(): Promise<SealedPin[]> {
    return Promise.all(this.#log.pins.map(([workspaceId, pin]) => this.#seal(workspaceId, pin)));
  }

  async #seal(workspaceId: string, pin: Pin): Promise<SealedPin> {
    const sealed = await sealLogPin(this.#account.keys, workspaceId, bytesOf(pin));
    return { workspaceId, sealed: toBase64Url(sealed) };
  }

  async giveUp(workspaceId: string): Promise<SealedPin | undefined> {
    const pin = new Map(this.#log.pins).get(workspaceId);
    if (!pin) return undefined;
    this.#log.takePin(workspaceId, pin, 'given-up');
    return this.#seal(workspaceId, pin);
  }

  /** Takes those pins that open; returns the workspaces of the others, which do not keep anybody out. */
  async take(
    pins: readonly SealedPin[],
    source: PinSource,
    keys: AccountKeys = this.#account.keys,
  ): Promise<string[]> {
    const damaged: string[] = [];
    for (const { workspaceId, sealed } of pins) {
      try {
        const opened = await openLogPin(keys, workspaceId, fromBase64Url(sealed));
        this.#log.takePin(workspaceId, pinOf(opened), source);
      } catch (error) {
        if (!(error instanceof CryptoError || error instanceof SyntaxError)) throw error;
        damaged.push(workspaceId);
      }
    }
    return damaged;
  }
}
