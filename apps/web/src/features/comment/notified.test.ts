import { expect, it } from 'vitest';
import { notifiedOf } from './notified.ts';

const mention = (id: string) => ({ type: 'mention', attrs: { id, label: id } });
const content = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [mention('carl'), mention('gone'), mention('ada')] }],
};

it('tells whoever is concerned or mentioned, once, save oneself and who cannot read it', () => {
  const readers = new Map(['ada', 'ben', 'carl', 'dora'].map((id) => [id, id]));
  const told = notifiedOf({ content, followers: ['dora', 'ben'], speakers: ['ben'], readers, selfId: 'ada' });
  expect(told).toEqual(['ben', 'carl', 'dora']);
});
