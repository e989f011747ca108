/** Gives the seeded firm something to talk about: rooms, a project's among them, and a private word. */
import { createDirectRoom, createRoom } from '@kontor/client/nouns/room';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { richTextOf } from './richText.ts';

const minute = 60_000;

/** Lines of a room: minutes before now, and what was said. */
type Lines = readonly (readonly [ago: number, text: string])[];

const workshop: Lines = [
  [2_980, 'Guten Morgen zusammen. Die Säge ist wieder da, das Blatt ist neu.'],
  [2_975, 'Bitte vor dem ersten Schnitt den Anschlag prüfen.'],
  [1_560, 'Am Freitag kommt der Prüfer wegen der Absaugung. Wer ist vormittags im Haus?'],
  [1_440, 'Danke, dann trage ich zehn Uhr ein.'],
  [95, 'Die Lieferung von Holz Petersen steht auf dem Hof.'],
  [92, 'Achtung: zwei Balken haben Risse, die gehen zurück.'],
];
const site: Lines = [
  [1_620, 'Das Gerüst steht bis zum 14., danach kostet jeder Tag.'],
  [1_500, 'The client wants the handrail in oak after all.'],
  [180, 'Angebot ist angepasst und liegt unter Angebote.'],
];

function say(workspace: Workspace, roomId: string, userId: string, lines: Lines, now: number): void {
  for (const [ago, text] of lines)
    workspace.create('message', roomId, {
      ...{ userId, notifyIds: [], content: richTextOf([text]), createdAt: now - ago * minute },
    });
}

/** Makes rooms with some talk in them. `now`: ms. */
export async function makeTalk(
  workspace: Workspace,
  { userIds, now }: { userIds: readonly string[]; now: number },
): Promise<void> {
  const [userId = '', colleague = ''] = userIds;
  const by = { userId, at: now - 3_000 * minute };
  const topic = 'Maschinen, Lieferungen, wer wo ist';
  const open = createRoom(workspace, { name: 'Werkstatt', topic, memberIds: userIds }, 'open', by);
  say(workspace, open, userId, workshop, now);
  const [project] = workspace.collections.project.all();
  if (project) {
    const room = { name: project.name, memberIds: project.memberIds, projectId: project.id };
    say(workspace, createRoom(workspace, room, 'open', by), userId, site, now);
  }
  const direct = await createDirectRoom(workspace, [colleague], by);
  say(workspace, direct, userId, [[40, 'Hast du kurz Zeit wegen der Urlaubsliste?']], now);
}
