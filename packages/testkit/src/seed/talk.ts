/** Gives the seeded firm something to talk about: rooms, a project's among them, and a private word. */
import { createDirectRoom, createRoom } from '@kontor/client/nouns/room';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { pulled } from './pulled.ts';
import { richTextOf } from './richText.ts';

const minute = 60_000;

/** Somebody of the firm, with the workspace as they have it open. */
export interface Speaker {
  userId: string;
  workspace: Workspace;
}

/** Lines of a room: who of the people speaks, by their place, minutes before now, and what was said. */
type Lines = readonly (readonly [who: number, ago: number, text: string])[];

const workshop: Lines = [
  [0, 2_980, 'Guten Morgen zusammen. Die Säge ist wieder da, das Blatt ist neu.'],
  [1, 2_975, 'Bitte vor dem ersten Schnitt den Anschlag prüfen.'],
  [3, 2_968, 'Mache ich gleich.'],
  [0, 1_560, 'Am Freitag kommt der Prüfer wegen der Absaugung. Wer ist vormittags im Haus?'],
  [2, 1_548, 'Ich, bis zwölf.'],
  [0, 1_440, 'Danke, dann trage ich zehn Uhr ein.'],
  [1, 95, 'Die Lieferung von Holz Petersen steht auf dem Hof.'],
  [1, 92, 'Achtung: zwei Balken haben Risse, die gehen zurück.'],
  [3, 71, 'Fotos habe ich gemacht, sie liegen beim Projekt.'],
];
const site: Lines = [
  [1, 1_620, 'Das Gerüst steht bis zum 14., danach kostet jeder Tag.'],
  [2, 1_500, 'The client wants the handrail in oak after all.'],
  [0, 180, 'Angebot ist angepasst und liegt unter Angebote.'],
];
const privately: Lines = [
  [0, 40, 'Hast du kurz Zeit wegen der Urlaubsliste?'],
  [1, 33, 'In zehn Minuten, ich bin noch an der Säge.'],
];

/** Says the lines one after the other, each from the device of who speaks. */
async function say(speakers: readonly Speaker[], roomId: string, lines: Lines, now: number): Promise<void> {
  for (const [who, ago, text] of lines) {
    const { userId, workspace } = speakers[who]!;
    await pulled(workspace, () => workspace.collections.room.get(roomId) !== undefined);
    workspace.create('message', roomId, {
      userId,
      notifyIds: [],
      content: richTextOf([text]),
      createdAt: now - ago * minute,
    });
    await workspace.outbox.sent();
  }
}

/** Makes rooms with some talk in them; the first of the people makes them. `now`: ms. */
export async function makeTalk(speakers: readonly Speaker[], now: number): Promise<void> {
  const [founder, colleague] = speakers as [Speaker, Speaker];
  const { workspace, userId } = founder;
  const by = { userId, at: now - 3_000 * minute };
  const topic = 'Maschinen, Lieferungen, wer wo ist';
  const memberIds = speakers.map((speaker) => speaker.userId);
  const open = createRoom(workspace, { name: 'Werkstatt', topic, memberIds }, 'open', by);
  const project = workspace.collections.project.all()[0]!;
  const room = { name: project.name, memberIds, projectId: project.id };
  const ofProject = createRoom(workspace, room, 'open', by);
  const direct = await createDirectRoom(workspace, [colleague.userId], by);
  await workspace.outbox.sent();
  await say(speakers, open, workshop, now);
  await say(speakers, ofProject, site, now);
  await say(speakers, direct, privately, now);
}

/** Has everybody but the founder go on with a task of theirs, so that something changed while she was away. */
export async function goOn(speakers: readonly Speaker[]): Promise<void> {
  for (const { userId, workspace } of speakers.slice(1)) {
    const { project, task } = workspace.collections;
    const isTheirs = (each: { assigneeIds: readonly string[] }) => each.assigneeIds.includes(userId);
    const isRunning = (each: { scopeId: string }) => project.get(each.scopeId)?.archivedAt === undefined;
    const own = task.all().filter((each) => isTheirs(each) && isRunning(each));
    const [begun] = own.filter(({ status }) => status === 'IN_PROGRESS');
    const [waiting] = own.filter(({ status }) => status === 'TODO');
    if (begun) workspace.update('task', begun.id, { status: 'DONE' });
    if (waiting) workspace.update('task', waiting.id, { status: 'IN_PROGRESS' });
    await workspace.outbox.sent();
  }
}
