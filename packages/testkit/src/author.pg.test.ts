/** Checks that the signature says who wrote a document, whatever the document says itself. */
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
beforeAll(async () => {
  [ada, ben] = [await createActor(server.url), await createActor(server.url)];
});
afterAll(async () => {
  await Promise.all([ada, ben].map((actor) => actor.session.signOut({ discard: true })));
});

it('is shown to everybody, also after a restart, and forged by nobody', async () => {
  const id = await ada.createWorkspace();
  await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
  const [asAda, asBen] = [await ada.open(id), await ben.open(id)];
  const [adaId, benId] = [ada, ben].map((actor) => actor.session.user!.id);
  const { id: scopeId } = createProject(asAda, { name: 'Akten' });
  await asAda.outbox.sent();
  await asBen.pull();
  const folder = { kind: 'folder', createdBy: adaId!, createdAt: 1 } as const;
  const forged = asBen.create('document', scopeId, { ...folder, name: 'Von Ada', authorId: adaId } as never);
  const own = asAda.create('document', scopeId, { ...folder, name: 'Wirklich von Ada' });
  await Promise.all([asBen.outbox.sent(), asAda.outbox.sent()]);
  await Promise.all([asBen.pull(), asAda.pull()]);
  for (const workspace of [asAda, asBen, await (await ada.onAnotherDevice()).open(id)]) {
    const authorOf = (documentId: string) => workspace.collections.document.get(documentId)?.authorId;
    expect([authorOf(forged.id), authorOf(own.id)]).toEqual([benId, adaId]);
  }
  // The next version is somebody else's.
  asBen.update('document', own.id, { name: 'Umbenannt' });
  await asBen.outbox.sent();
  await asAda.pull();
  expect(asAda.collections.document.get(own.id)).toMatchObject({ name: 'Umbenannt', authorId: benId });
  expect(asAda.faults.get()).toEqual([]);
});
