import { expect, it } from 'vitest';
import { tabHub } from '../replica/testing/tabHub.ts';
import { LeftUploads } from './leftUploads.ts';

it('keeps no other tab from an upload that this one could not read', async () => {
  const hubs = new Map<string, ReturnType<typeof tabHub>>();
  const openTabs = (name: string) => {
    if (!hubs.has(name)) hubs.set(name, tabHub());
    return hubs.get(name)!();
  };
  const taken: string[] = [];
  let refusals = 1;
  const store = {
    ids: async () => ['film'],
    open: async () => {
      if (refusals-- > 0) throw new DOMException('lost', 'UnknownError');
      return 'unreadable';
    },
  };
  const uploadsOf = (name: string) =>
    new LeftUploads({ store, openTabs, records: {} } as never, (id) => taken.push(`${name} ${id}`));
  const first = uploadsOf('first');
  await expect.poll(() => refusals).toBe(0);
  const second = uploadsOf('second');
  await expect.poll(() => taken).toEqual(['second film']);
  first.close();
  second.close();
});
