/**
 * The session: who is signed in here, and everything that begins and ends with that. Screens read `view` (or the
 * getters over it) and listen with `subscribe`, in the shape of React's `useSyncExternalStore`.
 */
import { emailOf } from '@kontor/contract/text/email';
import type { Account } from '@kontor/contract/wire/account';
import type { DeviceStore } from '../device/deviceStore.ts';
import { isCallError, offline } from '../http/callError.ts';
import { observable } from '../observable.ts';
import type { EntryCode } from '../replica/entry.ts';
import type { OutboxFacts } from '../replica/status.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { renewKeys } from './account/accountKeys.ts';
import { sessionOf } from './account/authWire.ts';
import { confirmBlank } from './account/blankDevice.ts';
import { isKept, openKeptAccount, removeAccount, type SealedSignIn } from './account/deviceAccount.ts';
import { keepOwnFresh, openOwn } from './account/keptOwn.ts';
import { OwnAccount } from './account/ownAccount.ts';
import { ParametersAhead } from './account/parametersAhead.ts';
import { Registrations } from './account/registrations.ts';
import { dropAccount, leaveServer, type Own, openWithPassword, ownOf } from './account/signIn.ts';
import { Answers } from './answers.ts';
import { Cancellations } from './cancellations.ts';
import { type Closing, closeSignedIn, noFacts, outboxesOf, waitForUnsent } from './closing.ts';
import { ConnectionMonitor } from './connection.ts';
import { Invoices } from './invoices.ts';
import { Invitations } from './joining/invitations.ts';
import type { KeptDrafts } from './keptDrafts.ts';
import { followPersonal, openSignedIn } from './openSignedIn.ts';
import { writeOwnProfile } from './profile/ownProfile.ts';
import { Recovery } from './recovery/recovery.ts';
import type { SessionParts } from './sessionParts.ts';
import { SessionWatch } from './sessionWatch.ts';
import type { SignedIn } from './signedIn.ts';
import { Subscriptions } from './subscriptions.ts';
import {
  type ConnectionState,
  type FormerUser,
  type MemoryFaults,
  nobody,
  type OwnProfile,
  type SessionStatus,
  type SessionUser,
  type SessionView,
  UnsentChanges,
} from './view/sessionView.ts';
import { Workspaces } from './workspaces.ts';

/** The fields of the account that may change elsewhere, and are asked for again. */
const renewed = ['email', 'hasKit', 'keepsKit', 'former'] as const satisfies (keyof SessionUser)[];

/** ms for which the server is waited for where the account can be opened without it: some networks swallow what they do not carry. */
const timeToAnswer = 5_000;

/**
 * Tells whether an error says that keys are of no use. Any other passes, and takes nothing from the device: code that did not come, a
 * worker that did not start, a store that is closing.
 */
const isOfNoUse = (error: unknown): boolean =>
  error instanceof TrustError || (error as Error).name === 'CryptoError';

export class Session {
  readonly registrations: Registrations;
  readonly account: OwnAccount;
  readonly invitations: Invitations;
  /** The way back in after a forgotten password. */
  readonly recovery: Recovery;
  readonly workspaces: Workspaces;
  readonly subscriptions: Subscriptions;
  readonly invoices: Invoices;
  readonly cancellations: Cancellations;
  readonly #parts: SessionParts;
  readonly #connection = new ConnectionMonitor();
  readonly #watch: SessionWatch;
  readonly #view = observable<SessionView>({
    ...nobody,
    status: 'loading',
    lastRefreshed: undefined,
    connection: this.#connection.state.get(),
    invalidations: 0,
  });
  #held: SignedIn | undefined;
  #isSigningIn = false;
  /** Resolves when what was open here last is closed, to what is known of it: what opens before would be closed with it. */
  #ending: Promise<OutboxFacts> = Promise.resolve(noFacts);
  /** Resolves when whoever is entering with the kept account has, or could not. */
  #entering: Promise<unknown> = Promise.resolve();
  /** Counts sign-ins and sign-outs, so that an answer to an older question changes nothing. */
  #turn = 0;
  /** The server's answers on the account. */
  readonly #accounts = new Answers();
  readonly #ahead: ParametersAhead;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#ahead = new ParametersAhead(parts.http);
    this.workspaces = new Workspaces({
      ...parts,
      held: () => this.#held,
      signedIn: () => this.#signedIn(),
      list: () => this.#view.get().workspaces,
      show: (workspaces) => this.#show({ workspaces }),
      subscribe: this.subscribe,
      onInvalidation: () => this.#refresh(),
      watch: (source) => this.#connection.watch(this.#held?.realtime, source),
    });
    const closed = async () => void (await this.#ending);
    this.registrations = new Registrations({ ...parts, closed });
    this.invoices = new Invoices(parts);
    this.cancellations = new Cancellations(parts);
    this.account = new OwnAccount({
      ...parts,
      http: () => this.#signedIn().http,
      user: () => this.#signedIn().user,
      showUser: (changes) => {
        if (renewed.some((field) => field in changes)) this.#accounts.overrule();
        this.#showUser(changes);
      },
      deleted: (userId) => this.#forget(userId),
    });
    this.invitations = new Invitations({
      ...parts,
      http: () => this.#signedIn().http,
      device: () => this.#signedIn().device,
      reloadWorkspaces: () => this.workspaces.reload(),
    });
    this.subscriptions = new Subscriptions({
      ...parts,
      reloadWorkspaces: () => this.workspaces.reload(),
    });
    this.recovery = new Recovery({
      ...parts,
      closed: () => this.#ending,
      ownHttp: () => this.#signedIn().http,
      view: () => this.#view.get(),
      renewUser: () => this.#renewUser(),
      reloadWorkspaces: () => {
        this.workspaces.readmit();
        return this.workspaces.reload();
      },
      readOutboxesAgain: async () => {
        const own = await this.#held?.personal.opened();
        // What was changed before the reset came back to the server with the words.
        await own?.pull();
        await Promise.allSettled(outboxesOf(own, this.workspaces.opened).map((outbox) => outbox.readAgain()));
      },
      forgetFormer: async (leaves) => {
        const former = this.former;
        this.#show({ former: undefined });
        if (leaves) await this.#leaveServer(former?.id);
        else await this.refresh();
      },
    });
    this.#connection.state.subscribe(() => this.#show({ connection: this.#connection.state.get() }));
    this.#watch = new SessionWatch({
      ...parts,
      status: () => this.status,
      refresh: () => this.refresh(),
      end: (options) => this.#end(options),
      showFormer: (former) => this.#show({ former }),
    });
  }

  // --- what screens read ------------------------------------------------------------------------------------------

  get status(): SessionStatus {
    return this.#view.get().status;
  }
  get user(): SessionUser | undefined {
    return this.#view.get().user;
  }
  get former(): FormerUser | undefined {
    return this.#view.get().former;
  }
  get profile(): OwnProfile | undefined {
    return this.#view.get().profile;
  }
  /** Returns the drafts of the signed-in person on this device: of nobody before it is said who that is. */
  get drafts(): KeptDrafts | undefined {
    return this.user && this.#held?.drafts;
  }
  get connection(): ConnectionState {
    return this.#view.get().connection;
  }
  get lastRefreshed(): number | undefined {
    return this.#view.get().lastRefreshed;
  }
  get memoryFaults(): MemoryFaults {
    return this.#view.get().memoryFaults;
  }
  get invalidations(): number {
    return this.#view.get().invalidations;
  }
  readonly getSnapshot = (): SessionView => this.#view.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  /** Gets ready for somebody who is about to sign in (`signsIn`, and by which address), or is signed in as far as one can tell. */
  prepare({ signsIn = false, email = '' } = {}): void {
    void this.#parts.vault.prepare({ signsIn });
    if (email) this.#ahead.ask(emailOf(email));
  }

  // --- becoming somebody ------------------------------------------------------------------------------------------

  /**
   * Asks the server who is signed in, and opens what this device keeps of them. Without an answer everything stays as
   * it is: an open tab works on.
   * @throws CallError OFFLINE and others that pass
   */
  async refresh(): Promise<void> {
    await this.#ending;
    // Between the server's yes and the device's key there is a session that this device cannot open yet.
    if (this.#isSigningIn) return;
    const turn = this.#turn;
    const { asked } = this.#accounts;
    try {
      const { user, former } = await sessionOf(
        this.#parts.http,
        this.#keptHere ? { beginsWithin: timeToAnswer } : {},
      );
      const held = this.#held;
      const isSame = held && user?.id === held.user.id && (await isKept(held));
      if (turn !== this.#turn) return;
      if (isSame) {
        // Another tab may have changed the address, unless this one did meanwhile.
        if (user.email !== held.user.email && asked === this.#accounts.asked)
          this.#showUser({ email: user.email });
        this.#show({ lastRefreshed: Date.now() });
        return;
      }
      const wasOpen = this.#held !== undefined;
      const isFormer = former !== undefined;
      const ended = user ? undefined : this.#parts.bearer?.end({ isFormer, wasOpen });
      if (!user && former) await this.#becomeFormer(former);
      else if (!user) await this.#end();
      else if (this.#held) await this.#end({ leave: true });
      await ended;
      if (user) await this.#resume(user.id);
    } catch (error) {
      // Behind a proxy a server that is down answers with the proxy's fault.
      if (isCallError(error, 'OFFLINE', 'INTERNAL')) {
        this.#connection.offline();
        if (await this.#resumeOffline()) return;
      }
      throw error;
    }
  }

  /** Follows a reset elsewhere. The keys stay on this device until it has answered, or somebody signs in. */
  async #becomeFormer(former: FormerUser): Promise<void> {
    if (this.#held || this.status !== 'unauthenticated') await this.#end({ leave: true });
    if (this.former?.id !== former.id) this.#show({ former });
  }

  /** Opens the account from what this device keeps; without that the session is of no use and ends. */
  async #resume(userId: string): Promise<void> {
    if (this.#held?.user.id === userId) return;
    this.#show({ status: 'loading' });
    this.prepare();
    this.#parts.http.callAs(userId);
    const turn = ++this.#turn;
    try {
      if (await this.#openKept(userId, turn)) return;
    } catch (error) {
      if (!isOfNoUse(error)) throw error;
    }
    // The key may be on its way from a tab that is signing in: only behind that is there none.
    await this.#parts.signInLock(async (isAlone) => {
      if (turn !== this.#turn) return;
      const refuse = async () => {
        if (!isAlone) throw offline(new Error('another tab has been signing in for too long'));
        await this.#refuse(await this.#parts.openDevice(userId), userId);
      };
      try {
        if (!(await this.#openKept(userId, turn))) await refuse();
      } catch (error) {
        if (isOfNoUse(error)) await refuse();
        throw error;
      }
    });
  }

  /** Enters with what this device keeps of who is signed in, unless the turn has passed. False where nothing of it opens. */
  async #openKept(userId: string, turn: number): Promise<boolean> {
    const { http, vault, openDevice } = this.#parts;
    const opening = openDevice(userId);
    let isEntered = false;
    try {
      const [own, device] = await Promise.all([ownOf(http), opening]);
      const { account } = own;
      return await this.#afterEntering(async () => {
        const isLate = () => turn !== this.#turn || this.#held?.user.id === userId;
        if (isLate()) return true;
        const sealed = account.id === userId ? await openKeptAccount(vault, device, account) : undefined;
        if (sealed && !isLate()) {
          await this.#enter(own, { device, sealed });
          isEntered = true;
        }
        return sealed !== undefined || isLate();
      });
    } finally {
      const device = await opening;
      if (!isEntered) device.close();
    }
  }

  /** Returns what the keychain keeps to open the account with, where nobody is signed in here yet. */
  get #keptHere(): { userId: string; deviceShare: string } | undefined {
    const { userId, deviceShare } = this.#parts.bearer?.kept ?? {};
    const mayOpen = this.status === 'loading' && userId !== undefined && deviceShare !== undefined;
    return mayOpen ? { userId, deviceShare } : undefined;
  }

  /** Opens the account by what the keychain keeps, where nobody is signed in here yet. Returns whether somebody is then. */
  async #resumeOffline(): Promise<boolean> {
    const { vault, openDevice } = this.#parts;
    const kept = this.#keptHere;
    if (!kept) return false;
    const turn = ++this.#turn;
    const { userId, deviceShare } = kept;
    const device = await openDevice(userId);
    return this.#afterEntering(async () => {
      const isInTurn = () => turn === this.#turn && !this.#held;
      const opened = isInTurn()
        ? await openOwn(vault, device, deviceShare).catch(() => undefined)
        : undefined;
      if (opened && isInTurn()) await this.#enter(opened.own, { ...opened, device }, { isOld: true });
      else device.close();
      return opened !== undefined || this.#held !== undefined;
    });
  }

  /** Opens the kept account and enters once nobody else is doing so: opening closes what the vault has open. */
  #afterEntering<T>(enter: () => Promise<T>): Promise<T> {
    const entering = this.#entering.then(enter);
    this.#entering = entering.catch(() => {});
    return entering;
  }

  /**
   * Drops the account, since what was handed out here is of no use: nothing of it stays, and the server's session
   * ends.
   */
  async #refuse(device: DeviceStore, userId: string): Promise<void> {
    await dropAccount(this.#parts.vault, device);
    this.#showNobody();
    await this.#leaveServer(userId);
  }

  /** Ends the server's session where it is this person's. */
  async #leaveServer(userId: string | undefined): Promise<void> {
    await leaveServer(this.#parts.http, userId);
    await this.#parts.bearer?.forget();
  }

  /** Signs in. @throws what `openWithPassword` throws */
  async signIn(emailTyped: string, password: string): Promise<void> {
    const email = emailOf(emailTyped);
    await this.#end();
    const turn = ++this.#turn;
    this.#isSigningIn = true;
    try {
      const { own, keys, device, sealed } = await openWithPassword(
        { ...this.#parts, ahead: this.#ahead },
        email,
        password,
      );
      if (turn !== this.#turn) return;
      const { http } = await this.#enterOrRefuse(own, { device, sealed });
      this.#show({ memoryFaults: { ...this.memoryFaults, isOld: keys.isOld } });
      // They are signed in; what fails here is made up for by the next sign-in.
      await renewKeys({ ...this.#parts, http, device }, keys.counter).catch(() => undefined);
    } finally {
      this.#isSigningIn = false;
    }
  }

  async #enterOrRefuse(own: Own, signIn: SealedSignIn): Promise<SignedIn> {
    try {
      return await this.#enter(own, signIn);
    } catch (error) {
      await this.#parts.signInLock(async () => {
        // Another tab may have signed in anew meanwhile, which stays.
        if (await isKept(signIn)) return this.#refuse(signIn.device, own.account.id);
        signIn.device.close();
        this.#showNobody();
      });
      throw error;
    }
  }

  /** Enters an account. `isOld`: the server's word of some time ago, asked for again at the first connection. */
  async #enter(own: Own, signIn: SealedSignIn, { isOld = false } = {}): Promise<SignedIn> {
    const { held, faults } = await openSignedIn(this.#parts, own, signIn);
    const { realtime, user } = held;
    this.#held = held;
    this.#connection.watch(realtime, undefined);
    this.#show({
      status: 'authenticated',
      lastRefreshed: Date.now(),
      user,
      workspaces: own.workspaces,
      memoryFaults: { ...faults, isOld: false },
    });
    if (this.#parts.bearer) keepOwnFresh({ ...this.#parts, device: held.device }, own, this.#view);
    void followPersonal(held, {
      isHeld: () => this.#held === held,
      onInvalidation: () => {
        this.#show({ invalidations: this.invalidations + 1 });
        this.#refresh();
      },
      onProfile: (profile) => {
        if (profile !== this.profile) this.#show({ profile });
      },
    });
    const onBack = () => {
      if (this.#held === held) this.#refresh();
    };
    this.#watch.follow(realtime, { isOld, onBack });
    return held;
  }

  #refresh(): void {
    void this.#watch.look(async () => {
      // A kit of before a reset may be void once somebody else unlocked.
      const mayChange = this.user && !this.user.hasKit;
      if (mayChange) await this.#renewUser();
      await this.workspaces.reload();
    });
  }

  // --- ending -----------------------------------------------------------------------------------------------------

  /**
   * Signs out and clears what the device keeps. Unsent acts stay sealed for the next sign-in (`discard: false`) or go
   * (`true`). What the device remembers of the server's states stays sealed, unless the account is removed from it
   * (`remove`). @throws UnsentChanges where there are unsent acts and `discard` does not say
   */
  async signOut({ discard, remove }: { discard?: boolean; remove?: boolean } = {}): Promise<void> {
    const held = this.#held;
    if (!held) return;
    if (discard === undefined) {
      const [{ countUnsent }, { workspaces }] = [this.#parts, this];
      const { count, unstored } = await waitForUnsent(
        held,
        { countUnsent, workspaces },
        this.#connection.state.get,
      );
      if (count > 0) throw new UnsentChanges(count, unstored);
    }
    // Closing takes its time: the server's session ends beside it, and not behind.
    const left = this.#leaveServer(held.user.id);
    await this.#end({ discard, remove, left });
  }

  /** Forgets everything that was open here, at once on the screen. Resolves when it is closed, and the server left (`left`). */
  async #end({ left, ...options }: Closing & { left?: Promise<void> } = {}): Promise<void> {
    const held = this.#held;
    this.#turn++;
    this.#held = undefined;
    this.account.forget();
    this.#showNobody();
    const parts = { vault: this.#parts.vault, workspaces: this.workspaces };
    const closed = held ? closeSignedIn(held, options, parts) : this.#ending;
    if (held) this.#connection.watch(undefined, undefined);
    const ended = [this.#ending, closed, left];
    this.#ending = Promise.allSettled(ended).then(() => closed.catch(() => noFacts));
    await this.#ending;
    await Promise.all(ended);
  }

  /** Leaves nothing of an account here that is gone, though the server's closing of the channel may have ended it first. */
  async #forget(userId: string): Promise<void> {
    await this.#end({ remove: true });
    const device = await this.#parts.openDevice(userId);
    await removeAccount(device);
    device.close();
  }

  // --- the person -------------------------------------------------------------------------------------------------

  /** Asks again what may have changed with the account elsewhere. */
  async #renewUser(): Promise<void> {
    const held = this.#signedIn();
    const account = await this.#accounts.newest(() => held.http.json<Account>('/api/account'));
    if (!account || this.#held !== held) return;
    this.#showUser(Object.fromEntries(renewed.map((field) => [field, account[field]])));
  }

  /**
   * Changes these fields of what the person says about themselves, here and in the directory of the open workspace;
   * undefined empties one. Resolves when the server has it (`done`) or refused it, without a connection when this device keeps it (`waiting`).
   */
  async updateProfile(changes: Partial<OwnProfile>): Promise<'done' | 'waiting' | EntryCode> {
    const { user, personal } = this.#signedIn();
    return writeOwnProfile(changes, {
      email: user.email,
      personal: await personal.open(),
      workspace: () => this.workspaces.current(),
      isConnected: () => this.connection.state === 'connected',
      subscribe: this.subscribe,
    });
  }

  /** Settles the texts of the profile that were written on two devices at once; see `Mutations.resolveConflicts`. */
  async resolveProfile(shown: readonly string[], choice: string): Promise<void> {
    const personal = await this.#signedIn().personal.open();
    personal.resolveConflicts('profile', personal.scopeOf('personal'), shown, choice);
  }

  /** Confirms having read that this browser remembers nothing of the account. */
  async confirmBlank(): Promise<void> {
    const { device } = this.#signedIn();
    this.#show({ memoryFaults: { ...this.memoryFaults, isBlank: false } });
    await confirmBlank(device);
  }

  #signedIn(): SignedIn {
    if (!this.#held) throw new TrustError('missing-key', 'nobody is signed in');
    return this.#held;
  }

  #showNobody(): void {
    this.#parts.http.callAs(undefined);
    this.#show({ ...nobody, status: 'unauthenticated' });
  }

  #showUser(changes: Partial<SessionUser>): void {
    const held = this.#signedIn();
    held.user = { ...held.user, ...changes };
    this.#show({ user: held.user });
  }

  #show(changes: Partial<SessionView>): void {
    this.#view.set({ ...this.#view.get(), ...changes });
  }
}
