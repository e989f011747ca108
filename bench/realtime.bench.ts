/**
 * From one person's change to its being in another device's open collection: seal, send, commit durably, hint, pull,
 * open. The floor is a POST, an insert and a websocket hop with nothing around them. Both devices are in this process.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { startHop } from './floor/hop.ts';
import type { FloorProcess } from './floor/process.ts';
import { percentileFigure, type Samples } from './measure.ts';
import { sized } from './options.ts';
import { taskFields } from './records.ts';
import { report } from './report.ts';
import { seenBy } from './seenBy.ts';
import { startWorld } from './world.ts';

/** Changes that are measured, one after the other. */
const changes = sized(300, 30);
const warmUp = 20;

/** Measures the same for the floor. */
async function throughFloor(hop: FloorProcess, connection: WebSocket, sealed: string): Promise<number> {
  const id = crypto.randomUUID();
  const start = performance.now();
  const heard = once(connection, 'message');
  const answer = await fetch(hop.url, { method: 'POST', body: JSON.stringify({ id, sealed }) });
  await Promise.all([answer.text(), heard]);
  return performance.now() - start;
}

await report('A change that another device sees', async () => {
  const world = await startWorld(1_000);
  const hop = await startHop(world.server.dataPath);
  const connection = new WebSocket(hop.url.replace('http', 'ws'));
  await once(connection, 'open');
  const [phone, desk] = [await world.actor.onAnotherDevice(), await world.actor.onAnotherDevice()];
  const [a, b] = [await phone.open(world.workspaceId), await desk.open(world.workspaceId)];
  const projectId = world.projectIds.at(-1)!;
  const sealed = Buffer.alloc(557, 7).toString('base64url');
  const times: Samples = { ours: [], floor: [] };
  const fields = taskFields(changes + warmUp, '');
  for (const [i, each] of fields.entries()) {
    const [left, right] = [await seenBy(a, b, projectId, each), await throughFloor(hop, connection, sealed)];
    // A hint must not still be under way when the clock starts again.
    await a.outbox.sent();
    await Promise.all([a.pull(), b.pull()]);
    if (i < warmUp) continue;
    times.ours.push(left);
    times.floor.push(right);
  }
  connection.close();
  await hop.stop();
  const faults = [...a.faults.get(), ...b.faults.get()].length;
  await world.stop();
  return {
    figures: [
      percentileFigure('commit by A in B’s collection, p50', 50, times, { unit: 'ms', target: '<= 4 ms' }),
      percentileFigure('the same, p99', 99, times, { unit: 'ms', target: '<= 12 ms' }),
    ],
    proofs: [`${changes} changes, ${faults} faults; each was confirmed durably before its hint`],
  };
});
