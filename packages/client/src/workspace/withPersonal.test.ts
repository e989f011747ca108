/** The records of a person alone beside those of a workspace. */
import { expect, it } from 'vitest';
import { observable } from '../observable.ts';
import { ReadOnlyError } from '../replica/readOnlyError.ts';
import type { Replica } from '../replica/replica.ts';
import type { FailedTransaction } from '../replica/status.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { withPersonal } from './withPersonal.ts';

/** Returns a replica whose act with this id was refused, and what was asked of it. */
function refusing(id: string) {
  const asked: string[] = [];
  const refused: FailedTransaction = { id, code: 'OVER_QUOTA', isFinal: false, at: 0, records: [] };
  const note =
    (verb: string) =>
    async (...act: unknown[]) =>
      void asked.push([verb, ...act.filter((given) => given !== undefined)].join(' '));
  const replica = {
    collections: {},
    faults: observable([]),
    outbox: {
      failed: observable<readonly FailedTransaction[]>([refused]),
      retry: note('retry'),
      discard: note('discard'),
      builtOn: (other: string) => asked.push(`builtOn ${other}`),
    },
  } as unknown as Replica;
  return { replica, asked };
}

it('tells of refused acts on personal records, and sends or drops them where they are', async () => {
  const [workspace, personal] = [refusing('task'), refusing('star')];
  const { outbox } = withPersonal(workspace.replica, personal.replica);
  expect(outbox.failed.get().map(({ id }) => id)).toEqual(['task', 'star']);
  await outbox.retry('star');
  await outbox.discard('task');
  await outbox.discard('star');
  await outbox.discard('task', ['hours']);
  outbox.builtOn('task');
  outbox.builtOn('star');
  expect([workspace.asked, personal.asked]).toEqual([
    ['discard task', 'discard task hours', 'builtOn task'],
    ['retry star', 'discard star', 'builtOn star'],
  ]);
});

it('takes changes of a person’s own records, stars and settings of lists, where a workspace takes none', async () => {
  const workspace = await openOn(createDevice(), new ProtocolServer(), { isWritable: () => false });
  const personal = await openOn(createDevice(), new ProtocolServer());
  const records = withPersonal(workspace, personal);
  const own = records.scopeOf('personal');
  const documentId = '019a0000-0000-7000-8000-0000000000d1';
  const { id } = records.create('star', own, { documentId });
  expect(records.collections.star.all()).toMatchObject([{ documentId }]);
  records.remove('star', id);
  const view = records.create('listView', own, { list: 'documents', sortedBy: 'name', layout: 'rows' });
  records.update('listView', view.id, { layout: 'grid' });
  expect(records.collections.listView.get(view.id)).toMatchObject({ layout: 'grid' });
  expect(() => records.create('task', own, { title: 'Measure' })).toThrow(ReadOnlyError);
  await Promise.all([workspace.close(), personal.close()]);
});
