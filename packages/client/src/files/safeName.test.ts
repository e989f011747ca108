import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from './safeName.ts';

/** Characters that are not shown, as `names.rs` of the desktop app has them. */
const unseen =
  '\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{2028}\u{202e}\u{2060}\u{2064}\u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{1bca0}\u{1d173}\u{e0001}\u{e0100}\u{e01ef}';

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

  it('shows everything that is in it', () => {
    for (const each of unseen)
      expect(safeFileName(`Ang${each}ebot.exe${each}`), JSON.stringify(each)).toBe('Angebot.exe');
    expect(safeFileName(`Angebot.e${unseen}xe`)).toBe('Angebot.exe');
    expect(safeFileName('a\u{34f}\u{301}.pdf')).toBe('á.pdf');
  });

  it('is at most 240 bytes long and keeps its extension', () => {
    const name = safeFileName(`${'ä'.repeat(300)}.pdf`);
    expect(name.endsWith('ä.pdf')).toBe(true);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
  });

  it('is harmless whatever comes, and stays what it is when made safe again', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cf}\p{DI}]|^\.|[ .]$|^$/u);
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(240);
        expect(safeFileName(safe)).toBe(safe);
      }),
    ));

  it('costs no more than its length, whatever somebody called a file', () => {
    expect(safeFileName(`a${' .'.repeat(500_000)}b`)).toMatch(/^a/);
    expect(safeFileName(`${'. '.repeat(500_000)}a.pdf`)).toBe('a.pdf');
  });
});
