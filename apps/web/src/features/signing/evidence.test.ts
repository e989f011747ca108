/** The pages of evidence: they answer who, when, how confirmed, agreed to what, and how to check it, in both languages. */
import type { SignedDocument } from '@kontor/client/nouns/signedDocument';
import { type Answer, answerHash, requestHash } from '@kontor/client/nouns/signing';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { type Signing, signingAnswerId } from '@kontor/contract/nouns/signing';
import { type Language, languages } from '@kontor/contract/text/language';
import { afterEach, expect, it } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { evidenceOf } from './evidence.ts';

const uuid = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ada, kim] = [uuid(1), uuid(2)] as const;
const hash = (letter: string) => letter.repeat(43);
const at = (time: string) => Date.parse(`2026-11-${time}Z`);

const request: Signing = {
  id: uuid(9),
  scopeId: uuid(8),
  version: 1,
  updatedAt: at('20T10:00'),
  askerId: ada,
  askerName: 'Ada Brandt',
  signerIds: [kim, ada],
  notifyIds: [],
  documentId: uuid(7),
  blobs: [],
  name: 'Angebot Küche.pdf',
  size: 48_211,
  sha256: hash('A'),
  isOrdered: true,
  fields: [],
  message: 'Bitte bis Freitag.',
  deadline: '2026-11-27',
  createdAt: at('20T10:00'),
  fileKey: '',
  blobId: uuid(6),
  parts: [],
  signers: [
    { userId: kim, name: 'Kim Lindemann', email: 'kim@praxis.example' },
    { userId: ada, name: 'Ada Brandt', email: 'ada@brandt.example' },
  ],
};
const answer = (userId: string, name: string, previous: string[], times: [string, string]): Answer => ({
  id: signingAnswerId(request.id, userId),
  signingId: request.id,
  userId,
  authorId: userId,
  outcome: 'signed',
  sha256: request.sha256,
  name,
  fingerprint: hash(name[0]!),
  previous,
  values: {},
  openedAt: at(times[0]),
  signedAt: at(times[1]),
  mark: { typed: name },
  statement: `I have read “${request.name}” to the end and sign it.`,
});
const first = answer(kim, 'Kim Lindemann', [requestHash(request)!], ['21T08:12', '21T08:31']);
const second = answer(
  ada,
  'Ada Brandt',
  [requestHash(request)!, answerHash(first)!],
  ['22T09:00', '22T09:04'],
);
const cert = (userId: string) => ({ userId });
const log = [
  { seq: 0, at: at('01T09:00'), type: 'genesis', payload: { owner: cert(ada) } },
  { seq: 1, at: at('02T09:00'), type: 'invite', payload: { cert: cert(uuid(3)) } },
  { seq: 2, at: at('03T07:45'), type: 'rekey', payload: { cert: cert(kim), method: 'invitation' } },
  { seq: 3, at: at('24T09:00'), type: 'rekey', payload: { cert: cert(kim), method: 'phrase' } },
] as unknown as LogEntry[];
const proof = {
  workspaceId: uuid(5),
  signed: [first, second].map(({ id }) => ({ id, seq: 2 })),
  log,
} as unknown as SignedDocument;

/** Answers that a lawyer asks for besides the facts themselves. */
const questions: Record<Language, string[]> = {
  en: ['910/2014', 'no identity document', 'time-stamping authority', 'sha256sum', 'verify_signature.py'],
  de: ['910/2014', 'Ausweise', 'Zeitstempeldienst', 'sha256sum', 'verify_signature.py'],
};

afterEach(() => speak('en'));

it.each(languages)('answer a lawyer’s questions (%s)', (language) => {
  speak(language);
  const { summary, about, parts, notes } = evidenceOf({
    request,
    proof,
    answers: [first, second],
    genesis: hash('G'),
  });
  for (const word of [request.name, 'Kim Lindemann', 'Ada Brandt']) expect(summary).toContain(word);
  const said = about.map(([, value]) => value).join('\n');
  const facts = [
    'Angebot Küche.pdf',
    'SHA-256 00000',
    ada,
    'Kim Lindemann, Ada Brandt',
    'Bitte bis Freitag.',
  ];
  for (const fact of [...facts, hash('G'), uuid(5), requestHash(request), '2026-11-22 09:04 UTC'])
    expect(said).toContain(fact);
  const [theirs, own] = parts.map(({ lines }) => lines.map(([, value]) => value).join('\n'));
  for (const fact of ['kim@praxis.example', kim, '2026-11-21 08:12 UTC', '2026-11-21 08:31 UTC', hash('K')])
    expect(theirs).toContain(fact);
  for (const fact of [first.statement, answerHash(first), requestHash(request), '2026-11-03 07:45 UTC'])
    expect(theirs).toContain(fact);
  expect(theirs).not.toContain('2026-11-24');
  for (const fact of [answerHash(first), '2026-11-01 09:00 UTC']) expect(own).toContain(fact);
  for (const question of questions[language]) expect(notes.join('\n')).toContain(question);
});
