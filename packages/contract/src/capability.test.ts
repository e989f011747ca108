import { describe, expect, it } from 'vitest';
import { type Actor, can, capabilities, readsScope } from './capability.ts';
import { memberStatus, roles } from './entity/role.ts';
import { scopeKinds } from './entity/scopeKind.ts';
import { logEntryTypes } from './memberLog/entries.ts';
import { changeNames } from './wire/change.ts';

const actor = (more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  role: 'ADMIN',
  status: 'ACTIVE',
  isOwner: false,
  ...more,
});

/** Who may do what, by letter: (o)wner, (a)dmin, (e)mployee, (c)ustomer. Written by hand: it is the decision. */
const expected: Record<string, string> = {
  'workspace.update': 'oa',
  'workspace.delete': 'o',
  'log.invite': 'oa',
  'invitation.create': 'oa',
  'log.add': 'oa',
  'log.role': 'oa',
  'log.status': 'oa',
  'log.rekey': 'oa',
  'log.rotate': 'oa',
  'log.remove': 'oa',
  'log.owner': 'o',
  'log.restore': 'oa',
  'member.unlock': 'oa',
  'scope.create': 'oae',
  'scope.update': 'oae',
  'key.add': 'oae',
  'business.create': 'oa',
  'business.update': 'oa',
  'business.delete': 'oa',
  'member.list': 'oa',
  'member.create': 'oa',
  'member.update': 'oa',
  'member.delete': 'oa',
  'personnel.create': 'oa',
  'personnel.update': 'oa',
  'personnel.delete': 'oa',
  'customer.create': 'oa',
  'customer.update': 'oa',
  'customer.delete': 'oa',
  'customerFile.create': 'oa',
  'customerFile.update': 'oa',
  'customerFile.delete': 'oa',
  'customerUser.create': 'oa',
  'customerUser.update': 'oa',
  'customerUser.delete': 'oa',
  'project.create': 'oae',
  'project.update': 'oae',
  'project.delete': 'oa',
  'task.create': 'oae',
  'task.update': 'oae',
  'task.delete': 'oae',
  'document.create': 'oae',
  'document.update': 'oae',
  'document.delete': 'oae',
  'projectCard.create': 'oae',
  'projectCard.update': 'oae',
  'projectCard.delete': 'oae',
  'share.create': 'oae',
  'share.update': 'oae',
  'share.delete': 'oae',
  'profile.create': 'oaec',
  'profile.update': 'oaec',
  'profile.delete': 'oaec',
};

const principals: [string, Actor][] = [
  ['o', actor({ isOwner: true })],
  ['a', actor()],
  ['e', actor({ role: 'EMPLOYEE' })],
  ['c', actor({ role: 'CUSTOMER' })],
];

describe('capabilities', () => {
  it('has a decision for each, and for nothing else', () =>
    expect(Object.keys(expected).sort()).toEqual([...capabilities].sort()));

  it('has one for every change but the first of a workspace, and for every entry of the log but its first', () => {
    const lacks = (name: string) => !(capabilities as string[]).includes(name);
    expect(changeNames.filter(lacks)).toEqual(['workspace.create', 'log.append']);
    expect(logEntryTypes.filter((type) => lacks(`log.${type}`))).toEqual(['genesis']);
  });

  it.each(capabilities)('%s: every role', (capability) => {
    const allowed = principals.filter(([, who]) => can(who, capability)).map(([letter]) => letter);
    expect(allowed.join('')).toBe(expected[capability]);
  });

  it.each(capabilities)('%s: nobody who is not active', (capability) => {
    for (const status of memberStatus.filter((other) => other !== 'ACTIVE'))
      for (const [, who] of principals) expect(can({ ...who, status }, capability)).toBe(false);
  });

  it('lets members replace their own certificate, locked ones too', () => {
    for (const role of roles) {
      expect(can(actor({ role }), 'log.rekey', { ownerId: 'me' })).toBe(true);
      expect(can(actor({ role, status: 'LOCKED' }), 'log.rekey', { ownerId: 'me' })).toBe(true);
      expect(can(actor({ role, status: 'LOCKED' }), 'log.rekey', { ownerId: 'other' })).toBe(false);
      expect(can(actor({ role, status: 'INACTIVE' }), 'log.rekey', { ownerId: 'me' })).toBe(false);
    }
    expect(can(actor({ role: 'EMPLOYEE' }), 'log.rekey', { ownerId: 'other' })).toBe(false);
  });

  it('lets members edit their own directory entry', () => {
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.create', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.create', { ownerId: 'other' })).toBe(false);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.update', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.update', { ownerId: 'other' })).toBe(false);
    expect(can(actor({ role: 'CUSTOMER' }), 'member.update', { ownerId: 'me' })).toBe(false);
    expect(can(actor({ role: 'CUSTOMER' }), 'customerUser.update', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'CUSTOMER' }), 'customerUser.update', { ownerId: 'other' })).toBe(false);
  });
});

describe('reading scopes', () => {
  const matrix = (access: 'open' | 'private', granted: boolean) =>
    Object.fromEntries(
      scopeKinds.map((kind) => [
        kind,
        roles
          .filter((role) =>
            readsScope(actor({ role }), {
              kind,
              access,
              grantees: new Set(granted ? ['me'] : []),
              userId: 'other',
            }),
          )
          .map((role) => role[0])
          .join(''),
      ]),
    );

  it('follows the keys', () => {
    expect(matrix('open', false)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AE',
      project: 'AE',
      room: 'AE',
      personal: '',
    });
    expect(matrix('private', false)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AE',
      project: 'A',
      room: '',
      personal: '',
    });
    expect(matrix('private', true)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AEC',
      project: 'AE',
      room: 'AE',
      personal: '',
    });
  });

  it('opens the personal scope to its own user alone', () => {
    const facts = { kind: 'personal', access: 'private', grantees: new Set<string>() } as const;
    expect(readsScope(actor(), { ...facts, userId: 'me' })).toBe(true);
    expect(readsScope(actor(), { ...facts, userId: 'other' })).toBe(false);
  });
});
