/** Where the pulls of a workspace stand: cursors, scopes with their keys, the member log, faults. */

import { isWindowed } from '@kontor/contract/entity/scopeKind';
import type { EntryOf, LogEntry } from '@kontor/contract/memberLog/entries';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { SyncScope } from '@kontor/contract/wire/sync';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { LateScopes } from '../vault/plainRecord.ts';
import type { Vault } from '../vault/vault.ts';
import { type Fault, faultKey } from './fault.ts';
import { FaultBook } from './faultBook.ts';
import { KeySpans } from './keySpans.ts';
import { type KnownScope, withPage } from './knownScope.ts';
import type { Lost } from './lostLog.ts';
import type { PlannedWrite } from './plannedWrites.ts';
import { ReadPlaces } from './readPlaces.ts';
import { Rewound } from './rewound.ts';
import type { ReadPlace } from './versionMarks.ts';

export class SyncState {
  readonly #store: DeviceStore;
  readonly #vault: Pick<Vault, 'openLocal'>;
  readonly #prefix: string;
  readonly #scopes = new Map<string, KnownScope>();
  readonly faults = new FaultBook((key, fault) => void this.#changes.set(`fault/${key}`, fault));
  readonly past = new ReadPlaces((id, place) => void this.#changes.set(`past/${id}`, place));
  readonly keySpans = new KeySpans((id, spans) => void this.#changes.set(`keySpans/${id}`, spans));
  /** Log or keys are others than when `takeKeyChange` was asked last. */
  #hasNewKeys = false;
  /** Never changed in place: who holds it sees the log of one moment. */
  #log: readonly LogEntry[] = [];
  readonly #changes = new Map<string, unknown>();
  readonly #rewound = new Rewound();
  /** Scopes of which the device lost rows since the pull under way began. */
  readonly #lostRows = new Set<string>();
  /** Scopes whose newest key no pull has brought. */
  #incomplete: readonly string[] = [];
  /** True if the device remembered marks when this stream began on it. */
  #recalls = false;
  /** See `currentAt`. */
  #currentAt: number | undefined;
  #wasWhole = false;
  /** The `restore` entry that this device has gone along with, by its signature. */
  #restored: string | undefined;
  /** The scopes as they were, while everything is pulled anew behind a `restore`. Nothing is kept meanwhile. */
  #before: ReadonlyMap<string, KnownScope> | undefined;
  #lost: Lost | undefined;
  /** Keeps `#lost` as it is now, sealed: it holds names. */
  #lostWrite: PlannedWrite | undefined;

  constructor(store: DeviceStore, vault: Pick<Vault, 'openLocal'>, workspaceId: string) {
    this.#store = store;
    this.#vault = vault;
    this.#prefix = `${workspaceId || 'personal'}/`;
  }

  get log(): readonly LogEntry[] {
    return this.#log;
  }

  get isEmpty(): boolean {
    return this.#scopes.size === 0;
  }

  /** Returns the newest `restore` among entries that come, unless this device has followed it. */
  unfollowedRestore(entries: readonly LogEntry[]): EntryOf<'restore'> | undefined {
    const newest = entries.findLast((entry) => entry.type === 'restore');
    return newest?.signature === this.#restored ? undefined : newest;
  }

  /** Returns the `restore` entry that this device has gone along with, by its signature. */
  get restored(): string | undefined {
    return this.#restored;
  }

  /** Takes what the device remembers of it: an entry that was followed once gives up nothing that came since. */
  recallRestored(signature: string | undefined): void {
    if (signature === undefined || this.#restored !== undefined) return;
    this.#restored = signature;
    this.#changes.set('restored', signature);
  }

  hasFollowed(signature: string): boolean {
    return this.#restored === signature;
  }

  get isRestoring(): boolean {
    return this.#before !== undefined;
  }

  /** Returns the part of the log known here that the last restored backup did not have. */
  get lost(): Lost | undefined {
    return this.#lost;
  }

  setLost(lost: Lost | undefined): void {
    this.#lost = lost;
    const [table, key] = ['page', this.#lostKey] as const;
    this.#lostWrite = lost
      ? { table, key, label: key, plain: () => utf8(JSON.stringify(lost)) }
      : { table, key, value: undefined };
  }

  /** Begins a restoration: from here on everything is requested anew. Returns the scopes as they were. */
  beginRestore(): ReadonlyMap<string, Scope> {
    this.#before ??= new Map(this.#scopes);
    this.#setCurrent(undefined);
    this.#setWhole(false);
    this.#scopes.clear();
    this.#rewound.clear();
    this.past.forget();
    this.keySpans.clear();
    this.faults.clearAll();
    return new Map([...this.#before].map(([id, { scope }]) => [id, scope]));
  }

  /** Ends a restoration whose outcome is now known here. */
  endRestore(signature: string): void {
    this.#before = undefined;
    if (this.#recalls) this.settleRecall(new Uint8Array());
    else this.#changes.set(restKey, undefined);
    this.#restored = signature;
    this.#changes.set('restored', signature);
  }

  /** Returns true if this device (that is, another tab) has kept the outcome of the newest `restore`. */
  async isFollowedInStore(): Promise<boolean> {
    return (await this.#store.get('state', `${this.#prefix}restored`)) === this.#restored;
  }

  /** Reads what the device kept. */
  async load(): Promise<void> {
    this.#restored = await this.#store.get('state', `${this.#prefix}restored`);
    this.#lost = await this.#keptLost();
    this.#currentAt = await this.#store.get('state', `${this.#prefix}current`);
    this.#wasWhole = (await this.#store.get('state', `${this.#prefix}whole`)) === true;
    this.#recalls = (await this.#store.get('state', `${this.#prefix}recalls`)) === true;
    const read = <T>(what: string) => this.#store.scan<T>('state', `${this.#prefix}${what}/`);
    const [scopes, log, faults, past, keySpans] = await Promise.all([
      read<KnownScope>('scope'),
      read<LogEntry>('log'),
      read<Fault>('fault'),
      read<ReadPlace>('past'),
      read<Parameters<KeySpans['load']>[0][number][1]>('keySpans'),
    ]);
    const idIn = (key: string) => key.slice(key.lastIndexOf('/') + 1);
    this.keySpans.load(keySpans.map(([key, spans]) => [idIn(key), spans]));
    this.past.load(past.map(([, place]) => place));
    for (const [, known] of scopes) this.#scopes.set(known.scope.id, known);
    this.#log = log.map(([, entry]) => entry);
    this.faults.load(faults.map(([, fault]) => fault));
    // Key rows come once, above the cursor: one that the server kept back then is asked for at each start.
    for (const { kind, scopeId, revision, createdRevision } of this.faults.all)
      if (kind === 'unknown-key') this.rewind(scopeId, 0);
      else if (revision > 0 && createdRevision === undefined) this.rewind(scopeId, revision - 1);
  }

  get #lostKey(): string {
    return `${this.#prefix}lost`;
  }

  async #keptLost(): Promise<Lost | undefined> {
    const sealed = await this.#store.get<Uint8Array>('page', this.#lostKey);
    const plain =
      sealed && (await this.#vault.openLocal('page', this.#lostKey, sealed).catch(() => undefined));
    return plain && (JSON.parse(fromUtf8(plain)) as Lost);
  }

  /** Tells whether this device has had everything once: what a first pull that was cut off brought is not all there is. */
  get wasWhole(): boolean {
    return this.#wasWhole;
  }

  /**
   * Notes that everything that the server shows is here. Nobody waits for more of a scope that it has not called whole: returns
   * those.
   */
  noteWhole(): Scope[] {
    const rest = [...this.#scopes].filter(([id, { isWhole }]) => !isWhole && !this.#lostRows.has(id));
    for (const [, known] of rest) this.#keep({ ...known, isWhole: true });
    this.#setWhole(true);
    return rest.map(([, { scope }]) => scope);
  }

  #setWhole(wasWhole: boolean): void {
    if (wasWhole === this.#wasWhole) return;
    this.#wasWhole = wasWhole;
    this.#changes.set('whole', wasWhole || undefined);
  }

  /** Returns the newest entry of the log when this device last had everything; undefined where it never had. */
  get currentAt(): number | undefined {
    return this.#currentAt;
  }

  /** Notes that everything as of the log's newest entry is here. */
  noteCurrent(): void {
    if (this.#log.length > 0) this.#setCurrent(this.#log.length - 1);
  }

  #setCurrent(seq: number | undefined): void {
    if (seq === this.#currentAt) return;
    this.#currentAt = seq;
    this.#changes.set('current', seq);
  }

  /** Returns those scopes which were not there when this device last had everything; nothing where it never had. */
  lateOf(scopes: readonly Pick<Scope, 'id'>[]): { late?: LateScopes } {
    if (this.#currentAt === undefined) return {};
    const ids = scopes.flatMap(({ id }) => (this.scope(id) ? [] : [id]));
    return { late: { seq: this.#currentAt, ids } };
  }

  /** Notes the scopes whose newest key no pull has brought: each pull of everything asks for their rows again. */
  noteIncomplete(scopeIds: readonly string[]): void {
    this.#incomplete = scopeIds;
  }

  /** Returns the scope as it was pulled, anew where everything is. */
  pulledScope(id: string): Scope | undefined {
    return this.#scopes.get(id)?.scope;
  }

  scopes(): { scope: Scope; keys: ScopeKey[] }[] {
    return [...this.#scopes.values()];
  }

  scope(id: string): Scope | undefined {
    return (this.#scopes.get(id) ?? this.#before?.get(id))?.scope;
  }

  cursor(scopeId: string): number {
    return this.#scopes.get(scopeId)?.cursor ?? 0;
  }

  /** Returns the revision up to which this device has ever read a scope, also before it was closed or forgotten. */
  readUpTo(scopeId: string): number {
    return Math.max(this.cursor(scopeId), this.past.of(scopeId)?.revision ?? 0);
  }

  /** Tells whether a record was refused when it was new at this revision. */
  isAwaited({ id, scopeId, revision }: ReadPlace): boolean {
    const past = id === scopeId ? undefined : this.past.of(id);
    const isThere = (place: Pick<ReadPlace, 'scopeId' | 'revision'>) =>
      place.scopeId === scopeId && place.revision === revision;
    return (
      (past !== undefined && isThere(past)) ||
      this.faults.of(scopeId, id).some((fault) => fault.awaited === revision)
    );
  }

  /** Returns how far each scope that comes whole was read, and where what was refused may come again. */
  *places(): Iterable<ReadPlace> {
    for (const place of this.past.all) if (!this.#scopes.has(place.id)) yield place;
    for (const [id, { scope }] of this.#scopes)
      if (!isWindowed(scope.kind)) yield { id, scopeId: id, revision: this.readUpTo(id) };
    for (const { id, scopeId, awaited } of this.faults.all)
      if (awaited !== undefined) yield { id, scopeId, revision: awaited };
  }

  /** See `noteRecall`. */
  get recalls(): boolean {
    return this.#recalls;
  }

  /**
   * Notes that the device remembered marks when this stream began on it: until `settleRecall`, each later start recalls all
   * of them.
   */
  noteRecall(): void {
    this.#recalls = true;
    this.#changes.set('recalls', true);
  }

  /** Keeps the marks of what was refused, or not shown since: later starts need no others. */
  settleRecall(rest: Uint8Array): void {
    this.#recalls = false;
    this.#changes.set('recalls', undefined);
    this.#changes.set(restKey, rest.length > 0 ? rest : undefined);
  }

  /** Returns what `settleRecall` kept. */
  recalledRest(): Promise<Uint8Array | undefined> {
    return this.#store.get('state', this.#prefix + restKey);
  }

  /** Returns the revisions up to which this device has taken the scopes over, by scope. */
  revisions(): Record<string, number> {
    return Object.fromEntries([...this.#scopes].map(([id, { cursor }]) => [id, cursor]));
  }

  /** Returns the cursors as the next pull names them; of these scopes alone where they are given. */
  requestCursors(only?: readonly string[]): Record<string, number> {
    return Object.fromEntries(
      [...this.#scopes].flatMap(([id, { cursor }]) =>
        only && !only.includes(id) ? [] : [[id, this.#rewound.start(id, cursor)]],
      ),
    );
  }

  /** Has the next pull ask for everything of a scope above this revision again. */
  rewind(scopeId: string, revision: number): void {
    this.#rewound.to(scopeId, revision);
  }

  /**
   * Begins a pull: what was refused is asked for again, so that it does not stand for longer than the server
   * says it. Records that merely wait for a key are asked for when one comes, those of windowed scopes as
   * history is. `only`: the scopes that are asked for.
   */
  beginPull(only?: readonly string[]): void {
    if (!only) for (const scopeId of this.#incomplete) this.rewind(scopeId, 0);
    this.#lostRows.clear();
    const asked = this.faults.all.filter(
      ({ scopeId, createdRevision }) => createdRevision === undefined && (!only || only.includes(scopeId)),
    );
    for (const { kind, scopeId, revision } of asked) {
      // Key rows come once, above the cursor, which has passed those that were refused.
      if (kind === 'unconfirmed-keys') this.rewind(scopeId, 0);
      if (revision === 0 || kind === 'unknown-key') continue;
      // A position that the scope has not come to is the server's invention: then all of it is looked at.
      this.rewind(scopeId, revision > this.cursor(scopeId) ? 0 : revision - 1);
    }
    const cursors = this.requestCursors(only);
    this.faults.begin(
      asked.filter(({ kind, scopeId, revision }) =>
        revision > 0 ? (cursors[scopeId] ?? 0) < revision : kind === 'rolled-back',
      ),
    );
  }

  /** Ends a pull. Returns whether the faults are others now. See `FaultBook.end`. */
  endPull(isHeld: (id: string) => boolean): boolean {
    this.#rewound.clear();
    return this.faults.end(isHeld);
  }

  /** Forgets the log and keys that the device kept, which are not to be believed: all of it is requested again. */
  forgetProofs(): void {
    this.#log = [];
    this.#setCurrent(undefined);
    for (const [id, known] of this.#scopes) this.#scopes.set(id, { ...known, keys: [] });
    this.rewindAll();
  }

  /** Forgets the rows of a scope that are no longer on the device: all of it is requested again. */
  forgetRows(scopeId: string): void {
    const known = this.#scopes.get(scopeId);
    if (!known) return;
    this.#lostRows.add(scopeId);
    this.#keep({ ...known, cursor: 0, isWhole: false });
  }

  #keep(known: KnownScope): void {
    this.#scopes.set(known.scope.id, known);
    this.#changes.set(`scope/${known.scope.id}`, known);
  }

  /** Tells whether all that a scope had at some moment was taken over. */
  isWhole(scopeId: string): boolean {
    return this.#scopes.get(scopeId)?.isWhole === true;
  }

  /** Returns the scopes whose records show, and whether all that each had at some moment was taken over. */
  shownScopes(): Pick<KnownScope, 'scope' | 'isWhole'>[] {
    return [...(this.#before ?? this.#scopes).values()];
  }

  rewindAll(): void {
    for (const id of this.#scopes.keys()) this.#rewound.to(id, 0);
  }

  takeLog(entries: readonly LogEntry[]): void {
    const isOther = entries.some(
      ({ seq, signature }) => seq < this.#log.length && this.#log[seq]!.signature !== signature,
    );
    const log = isOther ? [] : [...this.#log];
    if (isOther) this.#setCurrent(undefined);
    for (const entry of entries) {
      if (entry.seq < log.length) continue;
      log.push(entry);
      this.#changes.set(logKey(entry), entry);
    }
    if (!isOther && log.length === this.#log.length) return;
    this.#log = log;
    this.#hasNewKeys = true;
  }

  /**
   * Takes a page's scope over. Returns whether it brought keys that were not known.
   * @param from the cursor that it was asked for with
   */
  takeScope(page: Omit<SyncScope<never>, 'rows'>, from: number): boolean {
    const before = this.#scopes.get(page.id);
    const { next, end, hasNewKeys, isSame } = withPage(before, page, from);
    this.#rewound.pulled(page.id, end, before?.cursor ?? 0);
    if (!isSame) this.#keep(next);
    // A scope without keys counts, too: they are kept for just these scopes.
    if (!before || hasNewKeys) this.#hasNewKeys = true;
    return hasNewKeys;
  }

  /** Advances a scope's cursor to a revision that this device wrote itself. */
  advance(scopeId: string, revision: number): void {
    this.#keep({ ...this.#scopes.get(scopeId)!, cursor: revision });
  }

  /**
   * Forgets a scope, and notes what was read of it, in case it is read again.
   * @param unverified the records that were never believed: they may come again where they came
   */
  closeScope(scopeId: string, unverified: readonly ReadPlace[]): void {
    this.#hasNewKeys = true;
    const kind = this.scope(scopeId)?.kind;
    if (kind && !isWindowed(kind)) this.past.note({ id: scopeId, scopeId, revision: this.readUpTo(scopeId) });
    for (const { id, awaited, ...fault } of this.faults.all)
      if (fault.scopeId === scopeId && awaited !== undefined)
        this.past.note({ id, scopeId, revision: awaited });
    for (const place of unverified) this.past.note(place);
    this.#scopes.delete(scopeId);
    this.#rewound.forget(scopeId);
    this.#changes.set(`scope/${scopeId}`, undefined);
    this.faults.clearScope(scopeId);
  }

  /** See `Replica.dismissWithdrawn`. Returns what the device has to forget. */
  dismissWithdrawn(read: readonly Fault[]): DeviceWrite[] {
    return this.faults
      .dismissWithdrawn(read)
      .map((key): DeviceWrite => ({ table: 'state', key: `${this.#prefix}fault/${key}`, value: undefined }));
  }

  /** Returns the sealed keys that the device kept; see `Vault.openKeys`. */
  sealedKeys(): Promise<Uint8Array | undefined> {
    return this.#store.get('state', this.#prefix + keysKey);
  }

  /** Notes that the keys that the device kept are of no use, so that they are stored anew. */
  refuseSealedKeys(): void {
    this.#hasNewKeys = true;
  }

  /** Returns the scopes whose keys have to be stored anew; undefined where nothing changed since the last call. */
  takeKeyChange(): { scope: Scope; keys: ScopeKey[] }[] | undefined {
    if (!this.#hasNewKeys || this.isRestoring || this.#log.length === 0) return undefined;
    this.#hasNewKeys = false;
    return this.scopes();
  }

  sealedKeysWrite(sealed: Uint8Array | undefined): DeviceWrite {
    return { table: 'state', key: this.#prefix + keysKey, value: sealed };
  }

  /** Returns what has changed since the last call, as writes. */
  writes(): PlannedWrite[] {
    if (this.isRestoring) return [];
    const writes = [...this.#changes].map(
      ([key, value]): PlannedWrite => ({ table: 'state', key: this.#prefix + key, value }),
    );
    if (this.#lostWrite) writes.push(this.#lostWrite);
    this.#lostWrite = undefined;
    this.#changes.clear();
    return writes;
  }

  /**
   * Returns everything as writes, for a tab that begins to lead where another one wrote: what it knows of restored backups and
   * of pulls, too, since its cursors are of that. What a backup lost stays as it is.
   */
  async allWrites(): Promise<PlannedWrite[]> {
    this.#changes.set('restored', this.#restored);
    this.#changes.set('current', this.#currentAt);
    this.#changes.set('whole', this.#wasWhole || undefined);
    this.#changes.set('recalls', this.#recalls || undefined);
    for (const what of ['scope', 'fault', 'log', 'past', 'keySpans']) {
      const kept = await this.#store.keys('state', `${this.#prefix}${what}/`);
      for (const key of kept) this.#changes.set(key.slice(this.#prefix.length), undefined);
    }
    for (const [id, known] of this.#scopes) this.#changes.set(`scope/${id}`, known);
    for (const entry of this.#log) this.#changes.set(logKey(entry), entry);
    for (const fault of this.faults.all) this.#changes.set(`fault/${faultKey(fault)}`, fault);
    for (const place of this.past.all) this.#changes.set(`past/${place.id}`, place);
    this.keySpans.keepAll();
    return this.writes();
  }
}

const keysKey = 'keys';
const restKey = 'recalledRest';

const logKey = (entry: LogEntry): string => `log/${String(entry.seq).padStart(9, '0')}`;
