/** The platform's locks and channels, which Node has as browsers do. */
import { expect, it } from 'vitest';
import { browserTabs, type TabMessage } from './tabs.ts';

it('lets one tab lead until it closes, then the next; one that closed before its turn never does', async () => {
  const name = `tabs ${process.pid}`;
  const [a, b, c] = [browserTabs(name), browserTabs(name), browserTabs(name)];
  const led: string[] = [];
  await a.lead();
  const second = b.lead().then(() => led.push('b'));
  const third = c.lead().then(() => led.push('c'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(led).toEqual([]);
  b.close();
  a.close();
  await third;
  expect(led).toEqual(['c']);
  c.close();
  void second;
});

it('tells the other tabs, and not itself', async () => {
  const name = `channel ${process.pid}`;
  const [a, b] = [browserTabs(name), browserTabs(name)];
  const heard: [string, TabMessage][] = [];
  a.onMessage((message) => heard.push(['a', message]));
  const arrived = new Promise<void>((resolve) =>
    b.onMessage((message) => {
      heard.push(['b', message]);
      resolve();
    }),
  );
  a.post({ kind: 'dropped', id: 'x' });
  await arrived;
  expect(heard).toEqual([['b', { kind: 'dropped', id: 'x' }]]);
  a.close();
  b.close();
  expect(() => a.post({ kind: 'dropped', id: 'late' })).not.toThrow();
});
