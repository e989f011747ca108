import { describe, expect, it } from 'vitest';
import { type AudibleScope, channelsOf, needsReaders } from './channelsOf.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const workspaceId = '018f0000-0000-7000-8000-000000000002';
const [ada, bob] = ['018f0000-0000-7000-8000-0000000000aa', '018f0000-0000-7000-8000-0000000000bb'];
const [admins, staff] = ['admins', 'staff'].map((who) => `private-workspace-${workspaceId}-${who}`);

const rows: [AudibleScope['kind'], AudibleScope['access'], (string | undefined)[]][] = [
  ['admins', 'private', [admins]],
  ['staff', 'private', [staff]],
  ['customer', 'private', [staff, `private-customer-${id}`]],
  ['project', 'open', [staff]],
  ['project', 'private', [`private-user-${ada}`, `private-user-${bob}`]],
  ['room', 'open', [staff]],
  ['room', 'private', [`private-user-${ada}`, `private-user-${bob}`]],
  ['personal', 'private', [`private-user-${id}`]],
];

describe('the channels of a scope', () => {
  it.each(rows)('%s, %s', (kind, access, channels) => {
    expect(channelsOf({ id, kind, access, workspaceId }, [ada!, bob!, ada!])).toEqual(channels);
    // Asking for readers only where they are needed gives the same answer.
    const readers = needsReaders({ kind, access }) ? [ada!, bob!] : [];
    expect(channelsOf({ id, kind, access, workspaceId }, readers)).toEqual(channels);
  });

  it('refuses a scope of a workspace without the workspace', () => {
    expect(() => channelsOf({ id, kind: 'staff', access: 'private', workspaceId: null })).toThrow(RangeError);
  });
});
