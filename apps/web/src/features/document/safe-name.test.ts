import { describe, expect, it } from 'vitest';
import { safeName, shownName } from './safe-name.ts';

describe('names of files', () => {
  it.each([
    ['Angebot März.pdf', 'Angebot März.pdf'],
    ['../../.bashrc', '_.._.bashrc'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['console.txt', 'console.txt'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['   ', 'file'],
    ['..', 'file'],
    ['a:b*c?.txt ', 'a_b_c_.txt'],
    ['tab\there\u0000', 'tabhere'],
  ])('%j is saved as %s', (name, safe) => expect(safeName(name)).toBe(safe));

  it('are cut to whole characters, the extension kept', () => {
    const name = safeName(`${'ü'.repeat(150)}.pdf`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ü+\.pdf$/);
    expect(safeName('😀'.repeat(100))).toMatch(/^(😀)+$/u);
  });

  it('are shown without tricks of direction', () =>
    expect(shownName('a\u202Egpj.exe')).toBe('a\ufffdgpj.exe'));
});
