/** Plays how customers' users are named, on the real server: in their own words, and in nobody else's. */
import { syncTransport } from '@kontor/client/http/syncTransport';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor, mailedCode } from './actor.ts';
import { act, createCustomer, inviteIn, takeIn, teamOf } from './team.ts';

const server = inject('server');
/** The owner, an employee, two users of one customer and one of another. */
let [olga, emil, gast, carl, fremd]: Actor[] = [];
let id: string;
let [alder, birke]: string[] = [];

beforeAll(async () => {
  [olga, emil, gast, carl, fremd] = await Promise.all(
    ['Olga', 'Emil', 'Gast', 'Carl', 'Fremd'].map((firstName) => createActor(server.url, { firstName })),
  );
  id = await olga!.createWorkspace();
  [alder, birke] = [await createCustomer(olga!, id), await createCustomer(olga!, id)];
  await takeIn(olga!, id, emil!, { role: 'EMPLOYEE' });
  await takeIn(olga!, id, gast!, { role: 'CUSTOMER', customerId: alder! });
  await inviteIn(olga!, id, carl!, { role: 'CUSTOMER', customerId: alder! });
  await takeIn(olga!, id, fremd!, { role: 'CUSTOMER', customerId: birke! });
});
afterAll(async () => {
  await Promise.all(
    [olga, emil, gast, carl, fremd].map((actor) => actor!.session.signOut({ discard: true })),
  );
});

const idOf = (actor: Actor) => actor.session.user!.id;
/** Returns the name that somebody has where `actor` looks. */
const nameFor = async (actor: Actor, who: Actor) => {
  const member = (await teamOf(actor, id)).members.get().find(({ userId }) => userId === idOf(who));
  return member && [member.firstName, member.lastName, member.email];
};
const called = (who: Actor, firstName = who.person.firstName) => [firstName, 'Berg', who.person.email];

/** Writes an entry past the client, sealed and signed by somebody's own keys. */
async function write(
  actor: Actor,
  { version, entryOf, userId }: { version: number; entryOf: Actor; userId: string },
): Promise<unknown> {
  const place = { id: customerUserId(idOf(entryOf), alder!), scopeId: alder!, version, refs: { userId } };
  const plain = { firstName: 'Falsch', lastName: 'Berg', email: 'x@example.org', joinedAt: 1 };
  const [sealed] = await actor.device.vault.sealRecords(id, [{ ...place, entity: 'customerUser', plain }]);
  const changes = [
    { name: 'customerUser.update' as const, args: { ...place, sealed: toBase64Url(sealed!) } },
  ];
  const transport = syncTransport(actor.device.http.forWorkspace(id));
  return transport.apply({ id: uuidv7(), workspaceId: id, changes });
}

it('is known to all who work there once they came, and to their own colleagues alone', async () => {
  await Promise.all([gast!, carl!, fremd!].map((actor) => actor.open(id)));
  for (const reader of [olga!, emil!]) {
    for (const who of [gast!, carl!, fremd!])
      await expect.poll(() => nameFor(reader, who)).toEqual(called(who));
    expect((await reader.open(id)).faults.get()).toEqual([]);
  }
  expect(await nameFor(gast!, carl!)).toEqual(called(carl!));
  expect(await nameFor(gast!, fremd!)).toEqual(['', '', '']);
});

it('follows the profile, before everybody’s eyes', async () => {
  const workspace = await olga!.open(id);
  const entry = () => workspace.collections.customerUser.get(customerUserId(idOf(gast!), alder!));
  await gast!.session.updateProfile({ firstName: 'Gesa', lastName: 'Berg' });
  await expect.poll(() => entry()?.firstName).toBe('Gesa');
  expect(await nameFor(emil!, gast!)).toEqual(called(gast!, 'Gesa'));
});

it('is nobody else’s to say: the server refuses it', async () => {
  const attempt = { version: 3, entryOf: gast!, userId: idOf(gast!) };
  await expect(write(carl!, attempt)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(write(emil!, attempt)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(write(carl!, { ...attempt, userId: idOf(carl!) })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

it('follows the address, in the open workspace at once and in the others when they are opened', async () => {
  const [{ email: old, password }, email] = [emil!.person, `new.${emil!.person.email}`];
  const other = await emil!.createWorkspace();
  for (const place of [other, id]) {
    const workspace = await emil!.open(place);
    await expect.poll(() => workspace.collections.member.get(idOf(emil!))?.email).toBe(old);
    await workspace.outbox.sent();
  }
  const { account } = emil!.session;
  await account.requestEmail(password, email);
  await account.changeEmail(password, email, await mailedCode(server.url, email));
  await expect.poll(() => nameFor(olga!, emil!)).toEqual(['Emil', 'Berg', email]);
  const opened = await emil!.open(other);
  await expect.poll(() => opened.collections.member.get(idOf(emil!))?.email).toBe(email);
});

it('moves with the person: with another role, while they are here, into the directory and to hours', async () => {
  const workspace = await fremd!.open(id);
  await act(olga!, id, { type: 'role', userId: idOf(fremd!), role: 'EMPLOYEE' });
  await expect.poll(() => nameFor(emil!, fremd!)).toEqual(called(fremd!));
  await expect.poll(() => hoursOf(workspace.collections, idOf(fremd!))?.readerIds).toEqual([idOf(fremd!)]);
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
  await act(olga!, id, { type: 'role', userId: idOf(fremd!), role: 'CUSTOMER', customerId: alder! });
  await expect.poll(() => nameFor(gast!, fremd!)).toEqual(called(fremd!));
});
