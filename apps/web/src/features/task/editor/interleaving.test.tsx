// @vitest-environment happy-dom
/**
 * Two people with the task's form open, at random: typing, leaving fields, deciding, losing and finding the connection. Each
 * has the real hook and the real client; what stands for the rich text's editor takes changes in as the editor does. At
 * the end everything that was written is on a screen, in a notice, or was given up by somebody who had it before them; a
 * flag, which has no words, is as one of them set it last. 200 runs over all kinds of fields, half of them with a line
 * that comes and goes; LONG=1 for ten times as many, SEED for one.
 */

import { createProject } from '@kontor/client/nouns/project';
import { entryPlaceOf } from '@kontor/client/nouns/timeEntry';
import { createHours } from '@kontor/client/nouns/workingTime';
import { conflictsOf } from '@kontor/client/replica/conflict';
import { chosenFields } from '@kontor/client/replica/merge';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, type Device, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { RichText } from '@kontor/contract/entity/field';
import { type Task, type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { random } from '@kontor/contract/testing/random';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatHours } from '../../../platform/text/format.ts';
import { parseDuration } from '../../../platform/text/parseNumber.ts';
import { type FormState, useForm } from '../../../ui/form/useForm.ts';
import { schema } from '../../../ui/richText/extensions.ts';
import { incoming } from '../../../ui/richText/incoming.ts';
import { isBlank } from '../../../ui/richText/plain.ts';
import { type TaskValues, taskChanges, taskErrors, taskValues } from './taskFields.ts';

const runs = process.env.LONG ? 2_000 : 200;
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

const server = new ProtocolServer();
/** A line of text, a formatted text, a choice, a day, a number, people, one of them, a flag. */
const kinds = [
  'title',
  'description',
  'status',
  'dueDate',
  'estimate',
  'assigneeIds',
  'leadId',
  'isBillable',
] as const;
/** The task's form, with the flag of an hour of work on it. */
type Values = TaskValues & Pick<TimeEntry, 'isBillable'>;
type Kind = (typeof kinds)[number];

/**
 * Returns everything that fields of a form or record say: words that are each typed once, days, choices,
 * numbers of minutes.
 */
const wordsOf = (fields: object): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'timeEstimate') return value ? [`${value} min`] : [];
    if (name === 'estimate') return wordsOf({ timeEstimate: parseDuration(String(value)) });
    const words = /w\d+x|20\d\d-\d\d-\d\d|TODO|IN_PROGRESS|IN_REVIEW|DONE/g;
    return JSON.stringify(value ?? null).match(words) ?? [];
  });

/** Somebody at a screen with the form of one task. */
class Seat {
  readonly device: Device = createDevice();
  /** Words that were before this person's eyes. */
  readonly seen = new Set<string>();
  workspace!: Replica;
  form!: FormState<Values>;
  taskId = '';
  entryId = '';
  /** The flag as this person set it last. */
  flag: boolean | undefined;
  /** The control: the form hears nothing from others while something is typed into it. */
  isDeaf = false;
  #frozen: Values | undefined;
  #editor = EditorState.create({ schema });
  #root: ReturnType<typeof createRoot> | undefined;

  async open(): Promise<void> {
    this.workspace = await openOn(this.device, server, { hints: server.hints });
  }

  get task(): Task {
    return this.workspace.collections.task.get(this.taskId)!;
  }

  get entry(): TimeEntry {
    return this.workspace.collections.timeEntry.get(this.entryId)!;
  }

  show(taskId: string, entryId: string): void {
    this.#root?.unmount();
    [this.taskId, this.entryId, this.flag] = [taskId, entryId, undefined];
    this.seen.clear();
    this.#frozen = undefined;
    this.#editor = EditorState.create({ schema });
    this.#root = createRoot(document.createElement('div'));
    flushSync(() => this.#root!.render(<Sheet seat={this} />));
    this.look();
  }

  /** Returns the values that the form is given as stored. */
  stored(task: Task, { isBillable }: TimeEntry): Values {
    if (this.isDeaf && this.form?.dirty && this.#frozen) return this.#frozen;
    this.#frozen = { ...taskValues(task), isBillable };
    return this.#frozen;
  }

  save({ isBillable, ...changes }: Partial<Values>): boolean {
    if (isBillable !== undefined) this.workspace.update('timeEntry', this.entryId, { isBillable });
    this.workspace.update('task', this.taskId, taskChanges(changes));
    return true;
  }

  /** Takes in what is on the screen: fields, questions of the form, kept texts. */
  look(): void {
    const kept = conflictsOf(this.task).map((conflict) => chosenFields('task', this.task, conflict));
    for (const word of [...typedIn(this), ...kept.flatMap(wordsOf)]) this.seen.add(word);
  }

  /** Types a word at a random place of the rich text, or as a paragraph of its own. */
  write(word: string, pick: (below: number) => number): void {
    const shown = schema.nodeFromJSON(
      this.form.values.description ?? { type: 'doc', content: [{ type: 'paragraph' }] },
    );
    this.#editor = this.#editor.apply(incoming(this.#editor, shown));
    const { doc } = this.#editor;
    const ends: number[] = [];
    doc.forEach((node, offset) => {
      ends.push(offset + 1 + node.content.size);
    });
    const at = TextSelection.create(doc, ends[pick(ends.length)]!);
    this.#editor = this.#editor.apply(this.#editor.tr.setSelection(at));
    const { tr } = this.#editor;
    if (pick(3) === 0) tr.split(tr.selection.from);
    this.#editor = this.#editor.apply(tr.insertText(` ${word}`));
    const next = this.#editor.doc.toJSON() as RichText;
    this.form.field('description').onChange((isBlank(next) ? undefined : next) as never);
  }
}

function Sheet({ seat }: { seat: Seat }) {
  const task = useSyncExternalStore(
    (listener) => seat.workspace.collections.task.subscribe(listener),
    () => seat.task,
  );
  const entry = useSyncExternalStore(
    (listener) => seat.workspace.collections.timeEntry.subscribe(listener),
    () => seat.entry,
  );
  seat.form = useForm<Values>({
    stored: seat.stored(task, entry),
    errors: taskErrors,
    saveOnLeave: (changes) => seat.save(changes),
  });
  return null;
}

const [ada, ben] = [new Seat(), new Seat()];
const both = [ada, ben];
let projectId = '';
const hoursId = uuidv7();
/** Everything that was written in a run, as `wordsOf` has it. */
let written: string[];
const note = (word: string): string => {
  written.push(word);
  return word;
};
const newWord = () => note(`w${written.length}x`);
const newDay = () => note(new Date(Date.UTC(2000, 0, 1 + written.length)).toISOString().slice(0, 10));
function newEstimate(): string {
  const quarters = written.length + 1;
  note(`${quarters * 15} min`);
  return formatHours(quarters * 15);
}

/** Words that somebody gave up who had them before them. */
let givenUp: Set<string>;
/** Words that were overwritten by somebody who had never seen them. */
let unseen: string[];

const settled = () => new Promise((resolve) => setImmediate(resolve));

function act(seat: Seat, kind: Kind, pick: (below: number) => number): void {
  const { form } = seat;
  seat.look();
  const before = new Set([...held(seat), ...typedIn(seat)]);
  const choice = pick(6);
  flushSync(() => {
    if (choice < 3) {
      if (kind === 'title') form.set({ title: newWord() });
      else if (kind === 'description') seat.write(newWord(), pick);
      else if (kind === 'dueDate') form.set({ dueDate: newDay() });
      else if (kind === 'estimate') form.set({ estimate: newEstimate() });
      else if (kind === 'status') form.choose({ status: note(taskStatus[pick(4)]!) as TaskStatus });
      else if (kind === 'leadId') form.choose({ leadId: newWord() });
      else if (kind === 'isBillable') {
        seat.flag = !form.values.isBillable;
        form.choose({ isBillable: seat.flag });
      } else form.choose({ assigneeIds: [...form.values.assigneeIds, newWord()] });
    } else if (choice === 3 && form.conflicts.includes(kind))
      form.decide(kind, pick(2) === 0 ? 'mine' : 'theirs');
    else if (choice === 4 && conflictsOf(seat.task).length > 0) {
      const kept = conflictsOf(seat.task);
      const chosen = pick(2) === 0 ? 'current' : kept[pick(kept.length)]!.id;
      const shown = kept.map(({ id }) => id);
      seat.workspace.resolveConflicts('task', seat.taskId, shown, chosen);
    } else if (choice > 3) form.leave();
  });
  // What was there and is not any more was given up by this act; it must have been seen.
  const after = new Set([...held(seat), ...typedIn(seat)]);
  for (const word of before) {
    if (after.has(word)) continue;
    givenUp.add(word);
    if (!seat.seen.has(word)) unseen.push(word);
  }
  seat.look();
}

/** Returns the words of a person's record, with what was kept beside it. */
const held = ({ task }: Seat): string[] => [
  ...wordsOf(taskValues(task)),
  ...conflictsOf(task).flatMap(({ kept }) => wordsOf(kept)),
];

/** Returns the words in a person's fields, and in the questions of the form. */
const typedIn = ({ form }: Seat): string[] => [
  ...wordsOf(form.values),
  ...form.conflicts.flatMap((name) => wordsOf({ [name]: form.theirs(name) })),
];

/** Plays one run and returns the words that nobody can find any more. */
async function play(seed: number, isOffline: boolean): Promise<string[]> {
  const pick = random(seed).below;
  [givenUp, unseen, written] = [new Set(), [], []];
  const task = ada.workspace.create('task', projectId, {
    title: newWord(),
    description: {
      type: 'doc',
      content: Array.from({ length: 3 }, () => ({
        type: 'paragraph',
        content: [{ type: 'text', text: newWord() }],
      })),
    },
  });
  const times = { status: 'DONE' as const, segments: [{ from: 0, to: 3_600_000 }], zone: 'Europe/Berlin' };
  const entry = ada.workspace.create('timeEntry', hoursId, {
    ...entryPlaceOf(ada.workspace, task.id),
    ...times,
    isBillable: true,
  });
  await until(
    () =>
      ben.workspace.collections.task.get(task.id) !== undefined &&
      ben.workspace.collections.timeEntry.get(entry.id) !== undefined,
  );
  for (const seat of both) seat.show(task.id, entry.id);
  for (let step = 0; step < 50; step++) {
    const seat = both[pick(2)]!;
    if (isOffline && pick(8) === 0) seat.device.connection.isOffline = !seat.device.connection.isOffline;
    else act(seat, kinds[pick(kinds.length)]!, pick);
    for (let wait = pick(3); wait > 0; wait--) await settled();
  }
  await meet();
  for (const seat of both) seat.look();
  const there = new Set(both.flatMap((seat) => [...held(seat), ...typedIn(seat)]));
  const missing = written.filter((word) => !there.has(word) && !givenUp.has(word));
  const known = new Set(held(ada));
  const differs = held(ben).filter((word) => !known.has(word));
  return [...missing, ...unseen, ...differs, ...wrongFlags()];
}

/** Returns the flags on both screens, where they are not one that somebody set last, or not the same. */
function wrongFlags(): string[] {
  const set = both.flatMap(({ flag }) => (flag === undefined ? [] : [flag]));
  const possible = set.length > 0 ? set : [true];
  const shown = both.flatMap(({ entry, form }) => [entry.isBillable, form.values.isBillable]);
  const isRight = new Set(shown).size === 1 && possible.includes(shown[0]!);
  return isRight ? [] : [`flag ${shown.join()} of ${possible.join()}`];
}

/** Ensures that both are online, and everything that waits has arrived. */
async function meet(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const { device, workspace } of both) {
      device.connection.isOffline = false;
      await workspace.outbox.sent();
      await workspace.pull();
    }
  await settled();
}

beforeAll(async () => {
  for (const seat of both) await seat.open();
  projectId = createProject(ada.workspace, { name: 'P' }).id;
  createHours(ada.workspace, hoursId, ada.device.userId);
  await meet();
});
afterAll(() => Promise.all(both.map(({ workspace }) => workspace.close())));

it(
  `lose nothing that was typed, with one form before two people (${runs} runs)`,
  async () => {
    const seeds = only === undefined ? Array.from({ length: runs }, (_, i) => i + 1) : [only];
    for (const seed of seeds) expect(await play(seed, seed % 2 === 0), `seed ${seed}`).toEqual([]);
  },
  // A guard against hanging, not a measurement.
  process.env.LONG ? 3_600_000 : 600_000,
);

it('would notice a form that hears nothing while somebody types (control)', async () => {
  for (const seat of both) seat.isDeaf = true;
  const lost: string[] = [];
  for (let seed = 1; lost.length === 0 && seed <= 20; seed++) lost.push(...(await play(seed, false)));
  for (const seat of both) seat.isDeaf = false;
  expect(lost).not.toEqual([]);
});
