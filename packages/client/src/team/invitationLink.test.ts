import { describe, expect, it } from 'vitest';
import { nameWorkspace, readLink, writeLink } from './invitationLink.ts';

const invitation = {
  invitationId: '01890000-0000-7000-8000-000000000001',
  secret: 'A'.repeat(43),
  head: `${'-_'.repeat(21)}Z`,
};

describe('an invitation link', () => {
  it('reads back as it was written, and has everything behind the #', () => {
    const url = new URL(writeLink('https://kontor.example', invitation, 'ben+a&b@example.org'));
    expect(url.origin + url.pathname + url.search).toBe('https://kontor.example/join');
    expect(readLink(url.hash)).toEqual({ invitation, email: 'ben+a&b@example.org', workspace: '' });
    const named = new URL(nameWorkspace(url.href, 'Brandt & Söhne'));
    expect(readLink(named.hash)).toMatchObject({ invitation, workspace: 'Brandt & Söhne' });
  });

  it('may only lead here', () => {
    expect(readLink('#to=Ben%40example.org&at=Berg')).toEqual({
      invitation: undefined,
      email: 'ben@example.org',
      workspace: 'Berg',
    });
    expect(readLink('')).toEqual({ invitation: undefined, email: '', workspace: '' });
  });

  it('is broken where anything of it got lost', () => {
    const { hash } = new URL(writeLink('https://kontor.example', invitation, 'ben@example.org'));
    const secretEnd = hash.indexOf('&h=');
    for (const cut of [hash.slice(0, 30), hash.slice(0, secretEnd), hash.slice(0, secretEnd + 20)])
      expect(readLink(cut), cut).toBe('broken');
    expect(readLink(hash.replace('A&h', '!&h'))).toBe('broken');
    expect(readLink('#s=%ff%fe')).toBe('broken');
  });
});
