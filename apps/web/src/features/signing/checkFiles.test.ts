/** Tests the words on files that somebody chose to verify. */
import { signedFiles } from '@kontor/client/testing/signedFile';
import { utf8 } from '@kontor/contract/wire/bytes';
import { expect, it } from 'vitest';
import { type ChosenFile, checkFiles } from './checkFiles.ts';

const chosen = (name: string, ...texts: string[]): ChosenFile => ({
  name,
  bytes: new Uint8Array(utf8(texts.join(''))),
});
const [first, second] = ['%PDF-1.7 We build a house.', '%PDF-1.7 We build a barn.'] as const;
const update = (proof: string) => `\n4 0 obj\n${proof}\nstartxref\n99\n%%EOF`;

async function proofs() {
  const { ben, anew, file } = await signedFiles();
  const of = (text: string, seq = 2) =>
    file(new Uint8Array(utf8(text)), { seq: 2 }, { by: seq === 2 ? anew : ben, seq });
  return { house: await of(first), barn: await of(second), dated: await of(first, 1) };
}

const said = async (...files: ChosenFile[]) =>
  (await checkFiles(files)).map((verdict) =>
    'proven' in verdict
      ? verdict.files.map(({ name, match, differsAt }) => [name, match, ...(differsAt ? [differsAt] : [])])
      : verdict,
  );

it('tells of each document by its own records, and of records by the documents without any', async () => {
  const { house, barn } = await proofs();
  expect(await said(chosen('house', first, update(house)))).toEqual([[['house', 'finished']]]);
  expect(
    await said(
      chosen('house', first, update(house)),
      chosen('barn', second, update(barn)),
      chosen('plain', first),
    ),
  ).toEqual([
    [
      ['house', 'finished'],
      ['plain', 'original'],
    ],
    [
      ['barn', 'finished'],
      // It differs where the house is no barn.
      ['plain', 'other', 21],
    ],
  ]);
  expect(await said(chosen('records', house), chosen('plain', first))).toEqual([[['plain', 'original']]]);
  expect(await said(chosen('records', house))).toEqual([[]]);
});

it('tells from which byte on a document differs, where the signed one is at hand', async () => {
  const { house } = await proofs();
  const records = chosen('records', house);
  expect(await said(records, chosen('x', first.replace('build', 'sell')))).toEqual([[['x', 'other']]]);
  for (const [text, at] of [
    [first.replace('build', 'sell'), 13],
    [first.slice(0, 20), 21],
    ['', 1],
  ] as const)
    expect(await said(records, chosen('a', first), chosen('x', text))).toEqual([
      [
        ['a', 'original'],
        ['x', 'other', at],
      ],
    ]);
});

it('tells whose record is at fault, by its own words', async () => {
  const { dated } = await proofs();
  expect(await said(chosen('a', first, update(dated)))).toEqual([{ fault: 'dated', claims: 'Ben Berg' }]);
  expect(await said(chosen('a', first))).toEqual([{ fault: 'format' }]);
  expect(await said(chosen('a', '{"format":'))).toEqual([{ fault: 'format' }]);
  expect(await said()).toEqual([{ fault: 'format' }]);
});

it('lets no file that says nonsense of its people take away the verdict on the others', async () => {
  const { house, dated } = await proofs();
  const change = (proof: string, made: (signed: { authorId: unknown; content: string }[]) => void) => {
    const file = JSON.parse(proof);
    made(file.signed);
    return chosen('bad', JSON.stringify(file));
  };
  const unnamed = change(dated, ([request]) => {
    const content = JSON.parse(request!.content);
    for (const signer of content.signers) signer.name = {};
    content.askerName = {};
    request!.content = JSON.stringify(content);
  });
  const nobody = change(house, ([request]) => {
    request!.authorId = { toString: 1 };
  });
  expect(await said(nobody, chosen('good', first, update(house)))).toEqual([
    { fault: 'format' },
    [['good', 'finished']],
  ]);
  for (const verdict of await said(unnamed)) expect(Object.keys(verdict)).toEqual(['fault']);
});
