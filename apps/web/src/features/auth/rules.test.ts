import { describe, expect, it } from 'vitest';
import { confirmFault, emailFault, passwordFault, required } from './rules.ts';

describe('the rules', () => {
  it('ask for what is missing', () => {
    expect(required('  ')).toBe('Required');
    expect(required('Ada')).toBeNull();
    expect(emailFault('')).toBe('Required');
  });

  it.each(['ada', 'ada@', '@kontor.example', 'ada@kontor', 'a b@kontor.example'])(
    'refuse the address %j',
    (value) => expect(emailFault(value)).toBe('Invalid email'),
  );

  it('take an address with room around it', () => expect(emailFault(' ada@kontor.example ')).toBeNull());

  it('hold the password to 8 to 1,024 characters', () => {
    expect(passwordFault('1234567')).toBe('Must be at least 8 characters');
    expect(passwordFault('12345678')).toBeNull();
    expect(passwordFault('x'.repeat(1025))).toBe('At most 1024 characters');
    expect(passwordFault('👩‍👩‍👧'.repeat(1))).toBe('Must be at least 8 characters');
  });

  it('compare both passwords', () => {
    expect(confirmFault('12345678', '12345679')).toBe('Passwords must match');
    expect(confirmFault('12345678', '12345678')).toBeNull();
  });
});
