/** Known answers: the 256-bit vectors of BIP-39's reference implementation. */
import { toHex } from '@kontor/contract/wire/bytes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PhraseError } from './errors.ts';
import {
  completeWord,
  createPhraseEntropy,
  openPhrase,
  phraseEntropy,
  phraseKey,
  phraseVerification,
  phraseWords,
  sealPhrase,
} from './phrase.ts';
import { englishWords } from './primitives/bip39.ts';
import { randomBytes } from './primitives/webcrypto.ts';
import { flipBit, outcome } from './testing/fixtures.ts';
import { fromHex } from './testing/hex.ts';

const legal = 'legal winner thank year wave sausage worth useful '.repeat(3);
const letter = 'letter advice cage absurd amount doctor acoustic avoid '.repeat(3);

const vectors: [entropy: string, words: string][] = [
  ['00'.repeat(32), `${'abandon '.repeat(23)}art`],
  ['7f'.repeat(32), `${legal.slice(0, -'useful '.length)}title`],
  ['80'.repeat(32), `${letter.slice(0, -'avoid '.length)}bless`],
  ['ff'.repeat(32), `${'zoo '.repeat(23)}vote`],
  [
    '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
    'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
  ],
  [
    '9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863',
    'panda eyebrow bullet gorilla call smoke muffin taste mesh discover soft ostrich alcohol speed nation flash devote level hobby quick inner drive ghost inside',
  ],
  [
    '066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad',
    'all hour make first leader extend hole alien behind guard gospel lava path output census museum junior mass reopen famous sing advance salt reform',
  ],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  ],
];

function refusal(text: string): PhraseError {
  try {
    phraseEntropy(text);
  } catch (error) {
    if (error instanceof PhraseError) return error;
  }
  throw new Error('the phrase was taken');
}

it('computes the vectors, both ways', () => {
  for (const [entropy, words] of vectors) {
    expect(phraseWords(fromHex(entropy)).join(' ')).toBe(words);
    expect(toHex(phraseEntropy(words))).toBe(entropy);
  }
  expect(vectors).toHaveLength(8);
  expect(englishWords).toHaveLength(2_048);
});

it('brings back every entropy, however the words are typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const words = phraseWords(Uint8Array.from(bytes));
      const numbered = words.map((word, i) => `${i + 1}. ${word.toUpperCase()}`).join('\n');
      expect([...phraseEntropy(numbered)]).toEqual([...bytes]);
      expect([...phraseEntropy(`  ${words.join(', ')} `)]).toEqual([...bytes]);
    }),
  );
});

it('says why a phrase is refused, and names the first unknown word', () => {
  const words = phraseWords(createPhraseEntropy());
  expect(refusal(words.slice(1).join(' '))).toMatchObject({ code: 'invalid-phrase', reason: 'count' });
  expect(refusal('')).toMatchObject({ reason: 'count' });
  const misspelt = words.with(4, 'Kontor').with(9, 'xyzzy').join(' ');
  expect(refusal(misspelt)).toMatchObject({ reason: 'word', word: 'kontor' });
  expect(refusal(`${'abandon '.repeat(23)}abandon`)).toMatchObject({ reason: 'checksum' });
  expect(() => phraseWords(new Uint8Array(16))).toThrow('32 bytes');
});

it('refuses all but 8 of the 2,048 last words', () => {
  const first = 'abandon '.repeat(23);
  const taken = englishWords.filter((word) => {
    try {
      return phraseEntropy(first + word).length === 32;
    } catch {
      return false;
    }
  });
  expect(taken).toHaveLength(8);
});

it('completes a word as soon as one is left, four letters at the latest', () => {
  expect(completeWord('zo')).toBeUndefined();
  expect(completeWord('zoo')).toBe('zoo');
  expect(completeWord('Aban ')).toBe('abandon');
  expect(completeWord('act')).toBe('act');
  expect(completeWord('')).toBeUndefined();
  expect(completeWord('kont')).toBeUndefined();
  for (const word of englishWords) expect(completeWord(word.slice(0, 4))).toBe(word);
});

it('binds verification and key to the user and to the phrase', async () => {
  const [a, b] = [createPhraseEntropy(), createPhraseEntropy()];
  const values = await Promise.all([
    phraseVerification('u1', a),
    phraseVerification('u2', a),
    phraseVerification('u1', b),
    phraseKey('u1', a),
    phraseKey('u2', a),
    phraseKey('u1', b),
  ]);
  expect(new Set(values.map(toHex)).size).toBe(6);
});

it('keeps the phrase under the password, for its account alone', async () => {
  const [entropy, wrapKey] = [createPhraseEntropy(), randomBytes(32)];
  const sealed = await sealPhrase(wrapKey, 'u1', entropy);
  expect(sealed).toHaveLength(61);
  expect(await openPhrase(wrapKey, 'u1', sealed)).toEqual(entropy);
  expect(await outcome(() => openPhrase(randomBytes(32), 'u1', sealed))).toBe('not-verified');
  expect(await outcome(() => openPhrase(wrapKey, 'u2', sealed))).toBe('not-verified');
  expect(await outcome(() => openPhrase(wrapKey, 'u1', flipBit(sealed, 0)))).toBe('unknown-version');
  for (let bit = 8; bit < sealed.length * 8; bit += 3)
    expect(await outcome(() => openPhrase(wrapKey, 'u1', flipBit(sealed, bit)))).toBe('not-verified');
});
