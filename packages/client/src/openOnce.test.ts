import { expect, it, vi } from 'vitest';
import { openOnce } from './openOnce.ts';

it('is opened once however many ask, and again after it could not be', async () => {
  const open = vi.fn(async () => 'opened');
  open.mockRejectedValueOnce(new Error('offline'));
  const once = openOnce(open);
  expect(await once.opened()).toBeUndefined();
  const failing = once.open();
  expect(await once.opened()).toBeUndefined();
  await expect(failing).rejects.toThrow('offline');
  expect(await Promise.all([once.open(), once.open(), once.opened()])).toEqual([
    'opened',
    'opened',
    'opened',
  ]);
  expect(open).toHaveBeenCalledTimes(2);
});

it('closes what is open, and what is being opened once it is here, which nobody waits for', async () => {
  const coming = Promise.withResolvers<string>();
  const once = openOnce(() => coming.promise);
  const closed: string[] = [];
  const close = (opened: string) => void closed.push(opened);
  await once.close(close);
  void once.open();
  await once.close(close);
  expect(closed).toEqual([]);
  coming.resolve('late');
  await once.opened();
  await expect.poll(() => closed).toEqual(['late']);
  await once.close(close);
  expect(closed).toEqual(['late', 'late']);
});
