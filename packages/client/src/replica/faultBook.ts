/** The faults of a stream: what was refused, for as long as the server says it, and what may be kept back since. */
import { type Fault, faultKey } from './fault.ts';

/** Notes what the device has to keep of a fault under a key; undefined to forget it. */
type Keep = (key: string, fault: Fault | undefined) => void;

export class FaultBook {
  readonly #keep: Keep;
  readonly #faults = new Map<string, Fault>();
  /** Faults that the pull under way raised, and those that it would have raised again if they still held. */
  readonly #raised = new Set<string>();
  #rechecked: Fault[] = [];
  /** Moves of which this pull has shown one end so far. */
  readonly #moving = new Set<string>();

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** Returns the faults that people get to see. */
  get list(): Fault[] {
    if (this.#moving.size === 0) return [...this.#faults.values()];
    return [...this.#faults].flatMap(([key, fault]) => (this.#moving.has(key) ? [] : [fault]));
  }

  /** Returns everything that is noted, moves under way included. */
  get all(): Fault[] {
    return [...this.#faults.values()];
  }

  /** Takes over what the device kept. */
  load(faults: readonly Fault[]): void {
    for (const fault of faults) this.#faults.set(faultKey(fault), fault);
  }

  add(fault: Fault): void {
    this.#raised.add(faultKey(fault));
    const twin = this.#faults.get(faultKey(withdrawn(fault)));
    if (twin && fault.kind !== 'withdrawn') this.clear(twin);
    this.#faults.set(faultKey(fault), fault);
    this.#keep(faultKey(fault), fault);
  }

  /** Notes one end of a move: a fault, unless the other end arrives before the pull ends. */
  addMove(fault: Fault): void {
    this.add(fault);
    this.#moving.add(faultKey(fault));
  }

  clear(fault: Fault): void {
    this.#faults.delete(faultKey(fault));
    this.#keep(faultKey(fault), undefined);
  }

  clearAll(): void {
    for (const fault of this.all) this.clear(fault);
  }

  clearScope(scopeId: string): void {
    for (const fault of this.all) if (fault.scopeId === scopeId) this.clear(fault);
  }

  /** Begins a pull that asks for these again. */
  begin(rechecked: Fault[]): void {
    this.#raised.clear();
    this.#rechecked = rechecked;
  }

  /**
   * Notes that a pull came to its end: what it was asked for again and did not bring is not there, and what
   * was said against it is settled; see `withdraw`. Returns whether the faults are others now.
   * @param isHeld whether a record was verified in some state
   */
  end(isHeld: (id: string) => boolean): boolean {
    const isUnproven = this.#moving.size > 0;
    this.#moving.clear();
    const settled = this.#rechecked.filter((fault) => !this.#raised.has(faultKey(fault)));
    this.#rechecked = [];
    for (const fault of settled) this.withdraw(fault, isHeld);
    return isUnproven || settled.length > 0;
  }

  /**
   * Notes that the server no longer shows what was refused. A record of which this device holds no other
   * state may be kept from it, though, and a server must not take back what it was seen with: that stands as
   * `withdrawn`.
   */
  withdraw(fault: Fault, isHeld: (id: string) => boolean): void {
    this.clear(fault);
    if (fault.id !== '' && !isHeld(fault.id)) this.add(withdrawn(fault));
  }

  /** Notes that a record was verified: what was said against versions up to this one is settled. */
  settle(scopeId: string, id: string, version: number): void {
    if (this.#faults.size === 0) return;
    for (const fault of this.all)
      if (fault.scopeId === scopeId && fault.id === id && fault.version <= version) this.clear(fault);
  }

  /** Notes that a scope's keys were confirmed after all. */
  settleKeys(scopeId: string): void {
    for (const fault of this.all)
      if (fault.scopeId === scopeId && fault.kind === 'unconfirmed-keys') this.clear(fault);
  }

  /** Returns what stands against a record. */
  of(scopeId: string, id: string): Fault[] {
    if (this.#faults.size === 0) return [];
    return this.all.filter((fault) => fault.scopeId === scopeId && fault.id === id);
  }

  /** Returns the highest version of a record that was refused as unverifiable; 0 for none. */
  refusedVersion(id: string): number {
    let version = 0;
    for (const fault of this.#faults.values())
      if (fault.id === id && fault.revision > 0 && !refusedOld.has(fault.kind))
        version = Math.max(version, fault.version);
    return version;
  }

  /** Forgets those of the faults that are withdrawn, once a person has read them. Returns the keys that the device has to forget. */
  dismissWithdrawn(read: readonly Fault[]): string[] {
    const keys = new Set(read.map(faultKey));
    const settled = this.all.filter((fault) => fault.kind === 'withdrawn' && keys.has(faultKey(fault)));
    for (const fault of settled) this.clear(fault);
    return settled.map(faultKey);
  }
}

/** Returns a fault as withdrawn. Any state of the record that can be verified settles it. */
const withdrawn = (fault: Fault): Fault => ({ ...fault, kind: 'withdrawn', version: 0, revision: 0 });

/** The newer state is here: writing on top of it is safe. */
const refusedOld = new Set<Fault['kind']>([
  'rolled-back',
  'resurrected',
  'equivocated',
  'misplaced',
  'unproven-move',
  'cycle',
]);
