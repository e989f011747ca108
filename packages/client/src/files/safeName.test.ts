import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from './safeName.ts';

describe('a safe file name', () => {
  it.each([
    ['offer.pdf', 'offer.pdf'],
    ['../../.bashrc', 'bashrc'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['COM¹.log', '_COM¹.log'],
    ['console.log', 'console.log'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['   ', 'file'],
    ['...', 'file'],
    ['', 'file'],
    ['a:b*c?.txt', 'a_b_c_.txt'],
    ['Bericht. ', 'Bericht'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['Ärger – heute.pdf', 'Ärger – heute.pdf'],
  ])('%j is saved as %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

  it('is at most 240 bytes long and keeps its extension', () => {
    const name = safeFileName(`${'ä'.repeat(300)}.pdf`);
    expect(name.endsWith('ä.pdf')).toBe(true);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
  });

  it('is harmless whatever comes, and stays what it is when made safe again', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cf}]|^\.|[ .]$|^$/u);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(240);
        expect(safeFileName(safe)).toBe(safe);
      }),
    ));

  it('costs no more than its length, whatever somebody called a file', () => {
    expect(safeFileName(`a${' .'.repeat(500_000)}b`)).toMatch(/^a/);
    expect(safeFileName(`${'. '.repeat(500_000)}a.pdf`)).toBe('a.pdf');
  });
});
