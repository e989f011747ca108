import { expect, it } from 'vitest';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import type { FailedTransaction } from '../replica/status.ts';
import { withPersonal } from './withPersonal.ts';

/** A replica whose act with this id was refused, and what was asked of it. */
function refusing(id: string) {
  const asked: string[] = [];
  const refused: FailedTransaction = { id, code: 'OVER_QUOTA', isFinal: false, at: 0, records: [] };
  const note = (verb: string) => async (act: string) => void asked.push(`${verb} ${act}`);
  const replica = {
    collections: {},
    faults: observable([]),
    outbox: {
      failed: observable<readonly FailedTransaction[]>([refused]),
      retry: note('retry'),
      discard: note('discard'),
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
  expect([workspace.asked, personal.asked]).toEqual([['discard task'], ['retry star', 'discard star']]);
});
