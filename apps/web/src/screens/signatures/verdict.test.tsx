// @vitest-environment happy-dom
/** The finding on a file from elsewhere: what its title claims, and under which name its original is saved. */
import type { DocumentMatch, ProvenDocument } from '@kontor/client/nouns/signedDocument';
import { type Language, languages } from '@kontor/contract/text/language';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { VerdictView } from './verdict.tsx';

const saved = vi.hoisted(() => [] as string[]);
vi.mock('../../platform/saveFile.ts', () => ({
  saveFile: (_: Blob, name: string) => void saved.push(name),
}));
vi.mock('../../features/document/preview/previewFrame.tsx', () => ({ PreviewFrame: () => null }));

const userId = '019a0000-0000-7000-8000-000000000001';

/** Shows the finding on files that everybody signed. */
function show(name: string, matches: readonly DocumentMatch[]) {
  const request = {
    id: userId,
    askerId: userId,
    askerName: 'Ada',
    signerIds: [userId],
    documentId: userId,
    name,
    size: 1,
    sha256: 'A'.repeat(43),
    isOrdered: false,
    signers: [],
    fields: [],
    createdAt: 1,
  };
  const state = { status: 'finished', signers: [], signed: 1, isForged: false, strangers: [] } as const;
  const proven: ProvenDocument = { workspaceId: userId, genesis: 'g', request, answers: [], state };
  const files = matches.map((match, i) => ({ name: `${i}.pdf`, bytes: new Uint8Array(1), match }));
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <VerdictView verdict={{ proven, files }} />
      </MantineProvider>,
    ),
  );
  return { place, end: () => flushSync(() => root.unmount()) };
}

afterEach(() => speak('en'));

const unchanged = /^(Unchanged|Unverändert)/;
const contained = /is in it unchanged|ist unverändert darin/;
const changed = /changed afterwards|danach geändert/;

it.each(
  languages.flatMap((language) =>
    (
      [
        [['original'], unchanged],
        [['finished'], contained],
        [['original', 'finished'], contained],
        [['finished', 'extended'], changed],
      ] as [DocumentMatch[], RegExp][]
    ).map(([matches, title]): [Language, DocumentMatch[], RegExp] => [language, matches, title]),
  ),
)('claims no more than holds of every file (%s, %s)', (language, matches, title) => {
  speak(language);
  const { place, end } = show('Offer.pdf', matches);
  expect(place.querySelector('.mantine-Alert-title')!.textContent).toMatch(title);
  end();
});

it('saves the original as a PDF, whatever the file calls it', () => {
  for (const [name, as] of [
    ['Offer.pdf', 'Offer.pdf'],
    ['Invoice\u202Efdp.exe', 'Invoicefdp.exe.pdf'],
    ['../../a.PDF', 'a.pdf'],
  ] as const) {
    const { place, end } = show(name, ['original']);
    expect(place.querySelector('h2')!.textContent).not.toContain('\u202E');
    flushSync(() => place.querySelector('button')!.click());
    expect(saved.at(-1)).toBe(as);
    end();
  }
});
