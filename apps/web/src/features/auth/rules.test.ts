import { describe, expect, it } from 'vitest';
import { email, given, newPassword, required } from '../../ui/form/rules.ts';
import { repeated } from './rules.ts';

describe('the rules', () => {
  it('ask for what is missing', () => {
    expect(required('  ')).toBe('Required');
    expect(required('Ada')).toBeUndefined();
    expect(email('')).toBe('Required');
    expect(given('')).toBe('Required');
    expect(given('  ')).toBeUndefined();
  });

  it.each(['ada', 'ada@', '@kontor.example', 'ada@kontor', 'a b@kontor.example'])(
    'refuse the address %j',
    (value) => expect(email(value)).toBe('Invalid email'),
  );

  it('take an address with room around it', () => expect(email(' ada@kontor.example ')).toBeUndefined());

  it('hold an address to what the server takes', () => {
    const longest = `${'a'.repeat(254 - '@kontor.example'.length)}@kontor.example`;
    expect(email(` ${longest} `)).toBeUndefined();
    expect(email(`a${longest}`)).toBe('At most 254 characters');
  });

  it('hold the password to 8 to 1,024 characters', () => {
    expect(newPassword('1234567')).toBe('Must be at least 8 characters');
    expect(newPassword('12345678')).toBeUndefined();
    expect(newPassword('x'.repeat(1025))).toBe('At most 1024 characters');
    expect(newPassword('👩‍👩‍👧'.repeat(1))).toBe('Must be at least 8 characters');
  });

  it('compare both passwords', () => {
    expect(repeated('12345678', { password: '12345679' })).toBe('Passwords must match');
    expect(repeated('12345678', { password: '12345678' })).toBeUndefined();
  });
});
