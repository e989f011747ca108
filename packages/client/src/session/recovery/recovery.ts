/** The way back in after a forgotten password: the mailed code, another password, and out of LOCKED. */
import { emailOf } from '@kontor/contract/text/email';
import type { LockedMember, RecoveryCode, Recovery as RecoveryFacts } from '@kontor/contract/wire/recovery';
import type { DeviceStore, OpenDeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import type { OutboxFacts } from '../../replica/status.ts';
import { TrustError } from '../../vault/trust/trustError.ts';
import type { Vault } from '../../vault/vault.ts';
import { forgetSignIn } from '../account/deviceAccount.ts';
import type { FormerUser, SessionView } from '../view/sessionView.ts';
import type { NewPassword } from './resetPassword.ts';
import type { Unlocked } from './unlock.ts';

interface RecoveryParts {
  http: Http;
  /** Names the signed-in person. @throws TrustError missing-key where nobody is */
  ownHttp(): Http;
  vault: Vault;
  openDevice: OpenDeviceStore;
  countUnsent(device: DeviceStore, unstored: readonly string[], arrived: readonly string[]): Promise<number>;
  /** Resolves when the session before is closed, and the vault with it, to what is known of its transactions. */
  closed(): Promise<OutboxFacts>;
  view(): SessionView;
  /** Asks the server again what it knows of the account's kit and devices. */
  renewUser(): Promise<void>;
  reloadWorkspaces(): Promise<void>;
  /** Lets what is open send the acts that could not be read when it was opened. */
  readOutboxesAgain(): Promise<void>;
  /** Takes note that nobody is to answer for any more; the server's session ends where it `leaves`. */
  forgetFormer(leaves: boolean): Promise<void>;
}

export class Recovery {
  readonly #parts: RecoveryParts;
  /** The account of before a reset, as the device keeps it; undefined where it keeps none, or nobody has looked. */
  #formerAccount: Uint8Array | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /**
   * Requests a code by mail. Returns what identifies the request, whether or not anybody has the address. @throws
   * CallError
   */
  async request(email: string): Promise<string> {
    const api = await this.#parts.http.api();
    return (await api.recovery.request({ email: emailOf(email) })).state;
  }

  /** Returns what a reset entails, and who can help. @throws CallError INVALID_CODE, THROTTLED */
  async check(code: RecoveryCode): Promise<RecoveryFacts> {
    return (await this.#parts.http.api()).recovery.check(code);
  }

  /** Sets another password. Afterwards nobody is signed in, and every workspace is LOCKED. See `resetPassword`. */
  async reset(code: RecoveryCode, facts: RecoveryFacts, next: NewPassword): Promise<void> {
    const { resetPassword } = await import('./resetPassword.ts');
    await this.#parts.closed();
    await resetPassword(this.#parts, code, facts, next);
  }

  /**
   * Opens every LOCKED workspace with the words of the recovery kit.
   * @throws PhraseError; CallError INVALID_PHRASE, THROTTLED; CryptoError
   */
  async unlockByPhrase(phrase: string): Promise<Unlocked> {
    const { user, workspaces } = this.#parts.view();
    if (!user) throw new TrustError('missing-key', 'nobody is signed in');
    const http = this.#parts.ownHttp();
    const { unlockByPhrase } = await import('./unlock.ts');
    const locked = workspaces.filter(({ status }) => status === 'LOCKED').map(({ id }) => id);
    const { vault } = this.#parts;
    const unlocked = await this.#withDevice(user.id, (device) =>
      unlockByPhrase({ http, vault, device, userId: user.id }, phrase, locked),
    );
    await this.#parts.readOutboxesAgain();
    await this.#parts.renewUser();
    await this.#parts.reloadWorkspaces();
    return unlocked;
  }

  /**
   * Counts the transactions of before a reset that lie on this device, sealed, for the phrase to bring back: until then nobody knows
   * which of them were sent.
   */
  async unsentBefore(): Promise<number> {
    const { user } = this.#parts.view();
    if (!user) return 0;
    const { unopenedActs } = await import('./formerOutbox.ts');
    const { vault } = this.#parts;
    return (await this.#withDevice(user.id, (device) => unopenedActs(vault, device))).length;
  }

  /**
   * Resolves with the words by which others know this account's keys: to be read out to an admin, or typed on
   * another device.
   */
  sixWords(): Promise<string[]> {
    return this.#parts.vault.sixWords();
  }

  /** Resolves with those of a workspace who wait for an admin. @throws CallError PERMISSION_DENIED */
  async locked(workspaceId: string): Promise<LockedMember[]> {
    return (await this.#parts.ownHttp().forWorkspace(workspaceId).api()).recovery.locked({ id: workspaceId });
  }

  /**
   * Opens, on a device that was signed in until a reset elsewhere, what it keeps, and tells what that can
   * unlock; `unsent` acts would be lost with its keys, and `unstored` ones are, for which it had no room. @throws TrustError
   * missing-key where nothing is left; CallError
   */
  async openFormer(): Promise<{ email: string; workspaces: string[]; unsent: number; unstored: number }> {
    const [{ openFormerDevice }, { sentActs }] = await Promise.all([
      import('./formerDevice.ts'),
      import('./formerOutbox.ts'),
    ]);
    const { unstored, arrived } = await this.#parts.closed();
    return this.#withDevice(this.#former.id, async (device) => {
      const { facts, sealed } = await openFormerDevice(this.#parts, device);
      this.#formerAccount = sealed;
      if (!facts) throw new TrustError('missing-key', 'this device keeps no keys of before');
      const { email, workspaces } = facts;
      // Of what is not stored an earlier state lies there.
      const sent = (await sentActs(this.#parts.vault, device)).filter((id) => !unstored.includes(id));
      const count = (more: readonly string[]) => this.#parts.countUnsent(device, more, [...arrived, ...sent]);
      const unsent = await count([]);
      const lost = (await count(unstored)) - unsent;
      return { email, workspaces: workspaces.map(({ name }) => name), unsent, unstored: lost };
    });
  }

  /**
   * Answers for the account's new keys, whose six words the person typed; then this device forgets the old ones.
   * @throws TrustError wrong-words, too-many-tries; CallError
   */
  async answer(words: string): Promise<void> {
    const { answerForReset } = await import('./formerDevice.ts');
    await answerForReset(this.#parts, words);
    await this.forgetFormer();
  }

  /** Forgets the keys of before the reset on this device; what another tab has signed in with since stays. */
  async forgetFormer(): Promise<void> {
    const sealed = this.#formerAccount;
    const isForgotten = await this.#withDevice(this.#former.id, (device) => forgetSignIn({ device, sealed }));
    await this.#parts.vault.close();
    await this.#parts.forgetFormer(isForgotten);
  }

  async #withDevice<T>(userId: string, act: (device: DeviceStore) => Promise<T>): Promise<T> {
    const device = await this.#parts.openDevice(userId);
    try {
      return await act(device);
    } finally {
      device.close();
    }
  }

  get #former(): FormerUser {
    const { former } = this.#parts.view();
    if (!former) throw new TrustError('missing-key', 'this device has nobody to answer for');
    return former;
  }
}
