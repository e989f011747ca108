/**
 * Lists the scripts that have to run, and where: one that is played and not listed, or listed and not played, fails the
 * last test of its file.
 */

/**
 * Scripts against the client's engine, one for each notice that a browser words: items that were not opened, an older
 * state, an answer that was refused, news that is kept back; and those about what a browser still knows once the server has ended
 * its session, or damaged or replaced what the account remembers, and what it does by itself then. `oldKeys` covers keys that nobody confirmed; `team.e2e.ts` covers members whom
 * nobody confirmed.
 */
export const wordedInBrowser = ['M12', 'M15', 'M17', 'M30', 'M31', 'M32', 'M40'];

/** Scripts in which a person types, downloads or is asked something, and those of the notices. */
export const inBrowser = [
  ...[
    'M01',
    'M02',
    'M04',
    'M06',
    'M07',
    'M11',
    'M12',
    'M15',
    'M17',
    'M26',
    'M27',
    'M28',
    'M30',
    // Two of the replaced log: with the keys of now, and with older ones.
    'M31',
    'M31',
    'M32',
    'M40',
    'M65',
  ],
];

/** Scripts that the client refuses without a browser. */
export const inNode = [
  ...['M03', 'M05', 'M08', 'M09', 'M10', 'M12', 'M13', 'M14', 'M15', 'M16', 'M17', 'M18'],
  ...['M19', 'M20', 'M21'],
  ...['M22', 'M23', 'M24', 'M25', 'M29', 'M30', 'M31', 'M31', 'M32', 'M33', 'M34', 'M35'],
  ...[
    'M36',
    'M37',
    'M38',
    'M39',
    'M40',
    'M41',
    'M42a',
    'M42b',
    'M42c',
    'M43',
    'M44',
    'M45',
    'M46',
    'M47',
    'M48',
    'M49',
  ],
  ...['M60', 'M61', 'M62', 'M63', 'M64'],
];
