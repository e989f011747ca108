/** The signed-in person's account: password, recovery kit, language, and where else it is signed in. */
import { emailOf } from '@kontor/contract/text/email';
import type { Language } from '@kontor/contract/text/language';
import type { DeviceSession } from '@kontor/contract/wire/account';
import type { NotificationSetting, PushState, PushTarget } from '@kontor/contract/wire/notification';
import type { Http } from '../../http/http.ts';
import type { NewKit, Vault } from '../../vault/vault.ts';
import type { SessionUser } from '../view/sessionView.ts';

interface AccountParts {
  /** Names the signed-in person. @throws TrustError missing-key where nobody is */
  http(): Http;
  vault: Vault;
  /** Returns who is signed in. @throws TrustError missing-key where nobody is */
  user(): SessionUser;
  showUser(changes: Partial<SessionUser>): void;
  /** Takes note that the server has no such account any more: nothing of it stays here. */
  deleted(userId: string): Promise<void>;
}

export class OwnAccount {
  readonly #parts: AccountParts;
  #kit: NewKit | undefined;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Resolves with the words of a new recovery kit; nothing is stored until `confirmKit`.
   * @throws CryptoError wrong-password; CallError
   */
  async createKit(password: string): Promise<{ words: readonly string[] }> {
    const deps = this.#deps();
    const { createKit } = await import('./passwordChange.ts');
    this.#kit = await createKit(deps, password);
    return { words: this.#kit.words };
  }

  /** Stores what the kit of `createKit` opens: from here on its words work, and those of an older kit no more. */
  async confirmKit(): Promise<void> {
    if (!this.#kit) throw new RangeError('no kit was created');
    const api = await this.#parts.http().api();
    await api.account.storeKit(this.#kit.stored);
    this.#kit = undefined;
    this.#parts.showUser({
      hasKit: true,
      keepsKit: true,
      former: { ...this.#parts.user().former, hasKit: false, hasVoidKit: false },
    });
  }

  /**
   * Resolves with the words of the kit in force. @throws CryptoError wrong-password, not-verified; CallError
   * NOT_FOUND
   */
  async showKit(password: string): Promise<{ words: readonly string[] }> {
    const deps = this.#deps();
    const { showKit } = await import('./passwordChange.ts');
    return showKit(deps, password);
  }

  /**
   * Changes the password that signs in. Every other device is signed out; this one, the data and the kit
   * stay.
   * @throws CryptoError wrong-password; CallError WRONG_PASSWORD, THROTTLED, ACCOUNT_CHANGED
   */
  async changePassword(current: string, next: string): Promise<void> {
    const deps = this.#deps();
    const { changePassword } = await import('./passwordChange.ts');
    await changePassword(deps, current, next);
  }

  /**
   * Has a code mailed to an address that the account shall have, or that it has one already: the mail alone tells.
   * @throws CryptoError wrong-password; CallError
   */
  async requestEmail(password: string, emailTyped: string): Promise<void> {
    const deps = this.#deps();
    const { requestEmail } = await import('./passwordChange.ts');
    await requestEmail(deps, password, emailOf(emailTyped));
  }

  /**
   * Changes the address that signs in, with the same password. Every other device is signed out; this one,
   * the data and the kit stay. @throws CryptoError wrong-password; CallError INVALID_CODE, EMAIL_TAKEN
   */
  async changeEmail(password: string, emailTyped: string, code: string): Promise<void> {
    const email = emailOf(emailTyped);
    const deps = this.#deps();
    const { changeEmail } = await import('./passwordChange.ts');
    await changeEmail(deps, password, { email, code });
    this.#parts.showUser({ email });
  }

  /** Deletes the account for good, here and on the server. @throws as `changePassword`; CallError STILL_MEMBER */
  async remove(password: string): Promise<void> {
    const { id } = this.#parts.user();
    const deps = this.#deps();
    const { deleteAccount } = await import('./passwordChange.ts');
    await deleteAccount(deps, password);
    await this.#parts.deleted(id);
  }

  async setLanguage(language: Language): Promise<void> {
    const api = await this.#parts.http().api();
    await api.account.update({ language });
    this.#parts.showUser({ language });
  }

  /** Resolves with where this account is signed in. */
  async sessions(): Promise<DeviceSession[]> {
    return (await this.#parts.http().api()).account.sessions();
  }

  /** Ends a session; what its device keeps cannot be opened any more. */
  async revokeSession(id: string): Promise<void> {
    await (await this.#parts.http().api()).account.revokeSession({ id });
  }

  /** Ends all sessions but this one. */
  async revokeOtherSessions(): Promise<void> {
    await (await this.#parts.http().api()).account.revokeOtherSessions();
  }

  /** Returns how this person wants to be told of things outside the app. */
  async notificationSetting(): Promise<NotificationSetting> {
    return (await this.#parts.http().api()).notification.setting();
  }

  async updateNotificationSetting(changes: Partial<NotificationSetting>): Promise<void> {
    await (await this.#parts.http().api()).notification.updateSetting(changes);
  }

  /** Resolves with the server's key for pushes, and whether this device takes them. */
  async push(): Promise<PushState> {
    return (await this.#parts.http().api()).notification.push();
  }

  /** Has this device pushed to at an address of its browser's from here on; without one no more. */
  async setPush(target: PushTarget | undefined): Promise<void> {
    const { notification } = await this.#parts.http().api();
    await (target ? notification.subscribe(target) : notification.unsubscribe());
  }

  #deps(): { http: Http; vault: Vault } {
    return { http: this.#parts.http(), vault: this.#parts.vault };
  }

  /** Takes note that nobody is signed in any more. */
  forget(): void {
    this.#kit = undefined;
  }
}
