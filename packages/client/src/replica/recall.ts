/**
 * Brings what the device remembers of an earlier session to a stream, beside the opening of what it keeps. Once all that
 * the server has is here, the marks of what is not here are kept apart: only they are needed at later starts.
 */
import type { MarkMemory } from './markMemory.ts';
import { joined, pack, unpack } from './packedMarks.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';
import type { VersionMark } from './versionMarks.ts';

export interface RecallParts {
  memory: Pick<MarkMemory, 'load'>;
  records: Pick<RecordSet, 'remember' | 'onlyRemembered'>;
  state: SyncState;
  /** Tells that what is remembered cannot be read: nothing may be kept that is taken without it. */
  onFailed(): void;
}

export class Recall {
  readonly #parts: RecallParts;
  #done: Promise<void> = Promise.resolve();
  #isDone = false;

  constructor(parts: RecallParts) {
    this.#parts = parts;
  }

  /** Begins, once the state is loaded. Resolves when nothing is to be shown before: at once, unless nothing is here. */
  begin(): Promise<void> {
    const { isEmpty, recalls } = this.#parts.state;
    const recalled = isEmpty || recalls ? this.#recallAll(isEmpty) : this.#recallRest();
    this.#done = recalled.then(
      () => {
        this.#isDone = true;
      },
      () => {
        // What comes without its marks would seem to be new where it was read past.
        this.#parts.state.past.forget();
        this.#parts.onFailed();
      },
    );
    return isEmpty ? this.#done : Promise.resolve();
  }

  /** Resolves when what is remembered is known, or cannot be: nothing that a server shows may be judged before. */
  get done(): Promise<void> {
    return this.#done;
  }

  /**
   * Notes the marks of what is not here for the device to keep, where all of them were recalled. Returns true if there is
   * something to keep. Call it when all is here, and believed.
   */
  settle(): boolean {
    const { state, records } = this.#parts;
    if (!state.recalls || !this.#isDone) return false;
    const rest = records.onlyRemembered();
    state.settleRecall(joined([...rest].map(([id, mark]) => pack(id, mark))));
    records.remember(rest);
    return true;
  }

  async #recallAll(isEmpty: boolean): Promise<void> {
    const { memory, records, state } = this.#parts;
    const { marks, isWhole, places, restored } = await memory.load();
    records.remember(marks);
    // What comes back of a scope without its marks would seem to be new where it was read past.
    if (!isEmpty && !isWhole) state.past.forget();
    if (!isEmpty) return;
    if (marks.size > 0) state.noteRecall();
    for (const place of places) state.past.note(place);
    state.recallRestored(restored);
  }

  async #recallRest(): Promise<void> {
    const { records, state } = this.#parts;
    const packed = await state.recalledRest();
    if (!packed) return;
    const rest = new Map<string, VersionMark>();
    unpack(packed, (id, mark) => void rest.set(id, mark as VersionMark));
    records.remember(rest);
  }
}
