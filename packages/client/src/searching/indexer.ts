/**
 * Keeps the index in step with the records: what the device kept of it is read and compared with the records, what differs is
 * indexed, and every change follows. One tab writes for all (`indexPersister.ts`); each has an index of its own, which begins with
 * what that one wrote.
 */
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { Document } from '@kontor/search/document';
import { observable } from '../observable.ts';
import type { Clock } from '../replica/clock.ts';
import type { Replica } from '../replica/replica.ts';
import type { Row } from '../replica/row.ts';
import type { Tabs } from '../replica/tabs.ts';
import type { Step } from '../replica/view.ts';
import { IndexPersister } from './indexPersister.ts';
import type { SearchProgress } from './search.ts';
import type { SearchEngine } from './searchEngine.ts';
import {
  bodyVersionOf,
  damagedWords,
  keepingBody,
  searchedDocument,
  searchedNouns,
  tagOf,
  timeOf,
} from './searchedDocument.ts';
import type { SegmentStore } from './segmentStore.ts';
import { type RecordText, type RecordTexts, TextReader } from './textReader.ts';
import type { WriteBacklog, Written } from './writeBacklog.ts';

/** Records that are compared at once, and UTF-16 code units of text that are handed over: below 4 ms of the page's thread. */
const [comparedAtOnce, unitsAtOnce] = [256, 100_000];
/** ms that changes gather before they are indexed. */
const gathering = 100;
/** ms between two times that it is told that more can be found, while much is indexed. */
const tellingEvery = 500;

export interface IndexerParts {
  replica: Pick<Replica, 'collections' | 'onWrite' | 'isPending' | 'scopes' | 'loaded' | 'windows'>;
  /** Hands over what was written before this index listens. */
  backlog: Pick<WriteBacklog, 'take'>;
  engine: Pick<SearchEngine, keyof SearchEngine>;
  store: SegmentStore;
  tabs: Pick<Tabs, 'lead'>;
  clock: Clock;
  /** The texts that do not lie in the records themselves. */
  texts: RecordTexts;
}

interface Seen {
  entity: EntityName;
  record: Row;
}

/** A record that is to be looked at, as it was last seen: those of windowed scopes may have left the memory by then. */
interface Noted extends Written {
  /** The text beside it, once that was read. */
  read?: RecordText;
}

export class Indexer {
  readonly progress = observable<SearchProgress>({
    isComplete: false,
    isLoading: true,
    done: 0,
    total: 0,
    isRebuilding: false,
    textsMissing: 0,
  });
  /** Grows when something else can be found than before. */
  readonly changes = observable(0);
  readonly #parts: IndexerParts;
  /** Records to compare with the index. */
  readonly #queue = new Map<string, Noted>();
  /** Those that were there at the start, until each was compared once. */
  #first: Iterator<readonly [string, Noted]> | undefined;
  readonly #texts: TextReader;
  readonly #persister: IndexPersister;
  /** Windowed scopes whose kept pages are to be compared with the index. */
  readonly #toWalk = new Set<string>();
  /** Those that are being compared; one that is to be compared again meanwhile is not done with it. */
  readonly #walking = new Set<string>();
  /** Those that were. */
  readonly #walked = new Set<string>();
  readonly #closing = new AbortController();
  readonly #stops: (() => void)[] = [];
  #pumping: Promise<void> | undefined;
  #toldAt = 0;
  #hasBegun = false;
  #isSwept = false;
  #done = 0;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
    const { replica, engine, store, clock } = parts;
    this.#persister = new IndexPersister({
      replica,
      engine,
      store,
      clock,
      signal: this.#closing.signal,
      isBehind: () => this.#isBehind,
      isAllOf: (scopeId) => !this.#pumping && !this.#hasMore && !this.#texts.hasOf(scopeId),
    });
    this.#texts = new TextReader({
      clock,
      texts: parts.texts,
      signal: this.#closing.signal,
      isBusy: () => this.#hasMore,
      take: (id, noted) => {
        this.#queue.set(id, noted);
        this.#wake();
      },
    });
  }

  /** Reads what the device kept, and goes on by itself from there. */
  async begin(): Promise<void> {
    const { replica, engine, store, tabs } = this.#parts;
    let isDamaged = false;
    this.#stops.push(replica.onWrite((entity, steps) => this.#take(entity, steps)));
    const { written, isWhole } = this.#parts.backlog.take();
    for (const [id, noted] of written) this.#queue.set(id, noted);
    for (const scopeId of await store.unfinished({ own: !isWhole })) this.#toWalk.add(scopeId);
    for await (const { scopeId, piece } of store.read()) {
      if (piece && (await engine.load(tagOf('scopeId', scopeId), piece))) continue;
      isDamaged = true;
      this.#persister.renew(scopeId);
      this.#toWalk.add(scopeId);
    }
    if (this.#closing.signal.aborted) return;
    this.#stops.push(
      replica.loaded.subscribe(() => this.#wake()),
      replica.scopes.subscribe(() => this.#wake()),
    );
    if (isDamaged) this.progress.set({ ...this.progress.get(), isRebuilding: true });
    this.#first = this.#everything();
    this.#hasBegun = true;
    this.#wake();
    void tabs.lead().then(() => this.#lead());
  }

  /** Lets this tab write from here on. Another one may have indexed what this one has never seen. */
  async #lead(): Promise<void> {
    const { store } = this.#parts;
    const ofOthers = await store.takeOver();
    for (const scopeId of [...(await store.look()), ...ofOthers]) this.#toWalk.add(scopeId);
    this.#persister.lead();
    this.#wake();
  }

  /** Resolves when everything that has changed can be found. */
  async settled(): Promise<void> {
    while (this.#pumping || this.#texts.reading) await (this.#pumping ?? this.#texts.reading);
  }

  /** Resolves when the device has what is to be kept by now. */
  async kept(): Promise<void> {
    await this.settled();
    await this.#persister.persist();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const stop of this.#stops) stop();
    await Promise.all([this.#pumping, this.#texts.reading, this.#persister.settled]).catch(() => {});
  }

  /** Returns true while the index may lack what the device keeps and memory does not hold. */
  get #isBehind(): boolean {
    return !this.#isSwept || this.#toWalk.size + this.#walking.size > 0;
  }

  get #hasMore(): boolean {
    return this.#queue.size > 0 || this.#first !== undefined;
  }

  *#everything(): Generator<readonly [string, Noted], undefined> {
    const { collections } = this.#parts.replica;
    for (const entity of searchedNouns)
      for (const { id } of collections[entity].all() as readonly unknown[] as readonly Row[]) {
        // Who has gone meanwhile was told of, or is looked for on the device.
        const record = collections[entity].get(id) as Row | undefined;
        if (record) yield [id, { entity, record }];
      }
    this.#first = undefined;
    return undefined;
  }

  /** Takes some records to compare, those first that changed. */
  *#next(most: number): Generator<readonly [string, Noted]> {
    let left = most;
    for (const each of this.#queue) {
      if (left-- === 0) return;
      this.#queue.delete(each[0]);
      yield each;
    }
    for (; this.#first && left > 0; left--) {
      const { value } = this.#first.next();
      if (value) yield value;
    }
  }

  #take(entity: EntityName, steps: readonly Step<Row>[]): void {
    if (!searchedNouns.includes(entity)) return;
    for (const { before, after } of steps) {
      const id = (after ?? before)!.id;
      this.#queue.set(id, { entity, record: after });
      // It is read as it is now, once that is compared.
      this.#texts.drop(id);
      if (before && before.scopeId !== after?.scopeId) this.#persister.note(before.scopeId, id);
    }
    this.#wake();
  }

  #wake(): void {
    if (this.#closing.signal.aborted || !this.#hasBegun) return;
    let isWhole = false;
    const pump = async () => {
      await this.#pump();
      isWhole = true;
    };
    this.#pumping ??= pump().finally(() => {
      this.#pumping = undefined;
      // Something came while it ended. What failed is not tried again at once.
      const walks = isWhole && this.#toWalk.size > 0 && this.#parts.replica.loaded.get().isComplete;
      if (this.#hasMore || walks) this.#wake();
      else this.#texts.go();
    });
  }

  async #pump(): Promise<void> {
    const { clock, engine } = this.#parts;
    const { signal } = this.#closing;
    await clock.wait(gathering, signal);
    let [changed, told] = [0, 0];
    while (this.#hasMore && !signal.aborted) {
      changed += await this.#compareSome();
      if (clock.now() - this.#toldAt < tellingEvery) continue;
      this.#toldAt = clock.now();
      this.#show();
      if (changed > told) this.#tell();
      told = changed;
    }
    if (signal.aborted) return;
    await this.#forgetGone();
    if (this.#isBehind && this.#parts.replica.loaded.get().isComplete && !this.#hasMore) {
      changed += await this.#walkClosed();
      if (!signal.aborted && !this.#isSwept) await this.#sweep();
    }
    if (changed > 0) {
      this.#tell();
      await engine.tend();
      this.#persister.noteChange();
    }
    this.#show();
    this.#persister.persistSoon();
  }

  /** Compares some records with what is indexed, and indexes those that differ. Returns how many did. */
  async #compareSome(): Promise<number> {
    const { replica, engine } = this.#parts;
    const gone: string[] = [];
    const here: Seen[] = [];
    const unsent: Seen[] = [];
    const texted: Document[] = [];
    for (const [id, noted] of this.#next(comparedAtOnce)) {
      const { entity, read } = noted;
      const record = (replica.collections[entity].get(id) as Row | undefined) ?? noted.record;
      if (!record) gone.push(id);
      // Its version does not count what is not sent: it is compared again once it is.
      else if (replica.isPending(id)) {
        unsent.push({ entity, record });
        this.#persister.note(record.scopeId, id);
      } else if (read) {
        texted.push(this.#withText({ entity, record }, read));
        this.#persister.note(record.scopeId, id);
      } else here.push({ entity, record });
    }
    if (gone.length > 0) await engine.drop(gone);
    if (unsent.length > 0) await this.#putUnsent(unsent);
    // One of them may be a million characters.
    for (const document of texted) await engine.put([document]);
    const differing = await engine.differing({
      keys: here.map(({ record }) => record.id),
      versions: here.map(({ record }) => record.version),
      times: here.map(({ entity, record }) => timeOf(entity, record)),
    });
    await this.#put(differing.map((place) => here[place]!));
    this.#done += here.length + unsent.length;
    return gone.length + unsent.length + texted.length + differing.length;
  }

  /**
   * Compares what the device keeps of windowed scopes and memory does not hold, where it may lack some of it. Returns how many
   * records differed.
   */
  async #walkClosed(): Promise<number> {
    const { replica, store } = this.#parts;
    let changed = 0;
    for (const id of this.#toWalk) this.#walking.add(id);
    this.#toWalk.clear();
    for (const { id, kind } of replica.scopes.get().values()) {
      const isNew = !this.#isSwept && store.countOf(id) === 0;
      if (!isWindowed(kind) || !(isNew || this.#walking.has(id))) continue;
      this.#walked.add(id);
      for await (const page of replica.windows.closedRecords(id)) {
        if (this.#closing.signal.aborted) return changed;
        // What came meanwhile is newer.
        for (const { entity, row } of page)
          if (searchedNouns.includes(entity) && !this.#queue.has(row.id))
            this.#queue.set(row.id, { entity, record: row });
        while (this.#queue.size > 0) changed += await this.#compareSome();
      }
    }
    // Memory holds all of the others.
    this.#walking.clear();
    return changed;
  }

  #withText({ entity, record }: Seen, { text, isDamaged }: RecordText): Document {
    const document = searchedDocument(entity, record);
    const body = `${document.body}\n${text}`;
    // What is not whole is not worth keeping.
    if (isDamaged) return { ...document, body, tags: [...document.tags, damagedWords] };
    return { ...document, body, bodyVersion: bodyVersionOf(this.#parts.texts.nameOf(record) ?? '') };
  }

  /** Returns the ids of records of which the index has nothing but their titles and the texts that they still have. */
  async #withTexts(records: readonly Seen[]): Promise<ReadonlySet<string>> {
    const { engine, texts } = this.#parts;
    const bodies = records.flatMap(({ entity, record }) => {
      const name = entityOf(entity).searched.length === 0 ? texts.nameOf(record) : undefined;
      return name === undefined ? [] : [{ key: record.id, bodyVersion: bodyVersionOf(name) }];
    });
    return new Set(bodies.length > 0 ? await engine.withBodies(bodies) : []);
  }

  async #putUnsent(records: readonly Seen[]): Promise<void> {
    const { engine, clock } = this.#parts;
    const kept = await this.#withTexts(records);
    await engine.put(
      records.map(({ entity, record }) => {
        const document = { ...searchedDocument(entity, record, 0), time: clock.now() };
        return kept.has(record.id) ? keepingBody(document) : document;
      }),
    );
  }

  async #put(records: readonly Seen[]): Promise<void> {
    const kept = await this.#withTexts(records);
    let documents: Document[] = [];
    let units = 0;
    for (const { entity, record } of records) {
      const isKept = kept.has(record.id);
      const isWordless = !isKept && this.#parts.texts.nameOf(record) !== undefined;
      if (isWordless) this.#texts.add(record.id, { entity, record });
      // Under no version it differs from its record, until its text is there.
      const document = searchedDocument(entity, record, isWordless ? 0 : undefined);
      this.#persister.note(record.scopeId, record.id);
      documents.push(isKept ? keepingBody(document) : document);
      units += document.title.length + document.body.length;
      if (units < unitsAtOnce) continue;
      await this.#parts.engine.put(documents);
      [documents, units] = [[], 0];
    }
    if (documents.length > 0) await this.#parts.engine.put(documents);
  }

  /** Lets scopes go, from index and device, that this person no longer reads. */
  async #forgetGone(): Promise<void> {
    const { replica, engine, store } = this.#parts;
    if (!replica.loaded.get().isComplete) return;
    const scopes = replica.scopes.get();
    for (const scopeId of new Set([...store.scopeIds, ...this.#persister.scopeIds, ...this.#toWalk])) {
      if (scopes.has(scopeId)) continue;
      this.#persister.forget(scopeId);
      this.#toWalk.delete(scopeId);
      await engine.dropTagged(tagOf('scopeId', scopeId));
      await store.drop(scopeId);
    }
  }

  /** Drops what was indexed and is nowhere any more. Of windowed scopes that were not walked nobody knows. */
  async #sweep(): Promise<void> {
    const { replica, engine, store } = this.#parts;
    const windowed = [...replica.scopes.get().values()].filter(
      ({ id, kind }) => isWindowed(kind) && !this.#walked.has(id),
    );
    const dropped = await engine.dropUnseen(windowed.map(({ id }) => tagOf('scopeId', id)));
    if (dropped > 0) for (const scopeId of store.scopeIds) this.#persister.renew(scopeId);
    this.#isSwept = true;
  }

  #tell(): void {
    this.changes.set(this.changes.get() + 1);
  }

  #show(): void {
    const { collections } = this.#parts.replica;
    const total = searchedNouns.reduce((sum, entity) => sum + collections[entity].size, 0);
    const textsMissing = this.#texts.size;
    const isComplete = !this.#isBehind && !this.#hasMore && textsMissing === 0;
    const before = this.progress.get();
    const done = this.#isSwept ? Math.max(0, total - this.#queue.size) : Math.min(this.#done, total);
    const isLoading = !this.#parts.replica.loaded.get().isComplete;
    const isRebuilding = before.isRebuilding && !isComplete;
    const now = { isComplete, isLoading, done, total, isRebuilding, textsMissing };
    if (Object.entries(now).some(([key, value]) => before[key as keyof SearchProgress] !== value))
      this.progress.set(now);
  }
}
