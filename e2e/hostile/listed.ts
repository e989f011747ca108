/** What has to run, and where; a script that is not listed, or listed and not run, fails the last test of its file. */

/** All of them. M19 to M21 are about messages, which there are none of yet. */
export const listed = [
  ...[
    'M01',
    'M02',
    'M03',
    'M04',
    'M05',
    'M06',
    'M07',
    'M08',
    'M09',
    'M10',
    'M11',
    'M12',
    'M13',
    'M14',
    'M15',
  ],
  ...['M16', 'M17', 'M18', 'M22', 'M23', 'M24', 'M25', 'M26', 'M27', 'M28', 'M29'],
];

/**
 * Of the client's engine, one for each notice that a browser words: items that were not opened, an older state, an
 * answer that was refused. `oldKeys` words keys that nobody confirmed; `team.e2e.ts` members whom nobody confirmed.
 */
export const wordedInBrowser = ['M12', 'M15', 'M17'];

/** What is typed, downloaded or asked of a person there, and the notices. */
export const inBrowser = [
  ...['M01', 'M02', 'M04', 'M06', 'M07', 'M11', 'M12', 'M15', 'M17', 'M26', 'M27', 'M28'],
];

/** What the client refuses without a browser. */
export const inNode = [
  ...['M03', 'M05', 'M08', 'M09', 'M10', 'M12', 'M13', 'M14', 'M15', 'M16', 'M17', 'M18'],
  ...['M22', 'M23', 'M24', 'M25', 'M29'],
];
