/** The words of the pages of evidence, and what stands on the pages of a finished document. */

import { keyOrigin, type SignedDocument } from '@kontor/client/nouns/signedDocument';
import { type Answer, answerHash, requestHash } from '@kontor/client/nouns/signing';
import type { Signing } from '@kontor/contract/nouns/signing';
import { dayAt } from '@kontor/contract/time/zone';
import { fromBase64Url, toHex } from '@kontor/contract/wire/bytes';
import { formatDate, formatDateTime, formatNumber } from '../../platform/text/format.ts';
import type { Evidence, Mark } from './finished/pdf.ts';
import { signingMessages } from './messages.ts';
import { proofMessages } from './proofMessages.ts';

const { t } = signingMessages;
const { t: p } = proofMessages;

/** Writes both clocks: the reader's, and the one that is the same everywhere. */
const moment = (at: number): string =>
  `${formatDateTime(at)} (${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC)`;

type Lines = Evidence['about'];

/** Returns the lines that have a value. */
const filled = (lines: readonly (readonly [string, string | undefined])[]): Lines =>
  lines.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

interface EvidenceParts {
  request: Signing;
  answers: readonly Answer[];
  proof: SignedDocument;
  /** The workspace's fingerprint. */
  genesis: string;
}

/** Says of a request what was to be signed, by whom, who asked, and when all had signed. */
function requestLines({ request, answers, proof, genesis }: EvidenceParts): Lines {
  const { name, size, sha256, askerId, askerName, createdAt, signers, isOrdered } = request;
  const names = signers.map((signer) => signer.name).join(', ');
  const last = Math.max(...answers.map(({ signedAt }) => signedAt));
  return filled([
    [p('file'), name],
    [p('hash'), p('bytes', { size: formatNumber(size, 0), hash: toHex(fromBase64Url(sha256)) })],
    [p('askedBy'), p('nameAndAccount', { name: askerName, id: askerId, at: moment(createdAt) })],
    [t('signers'), isOrdered && signers.length > 1 ? p('oneAfterAnother', { names }) : names],
    [t('message'), request.message],
    [t('until'), request.deadline && formatDate(request.deadline)],
    [t('status'), p('finishedAt', { at: moment(last) })],
    [p('workspaceIs'), p('idAndFingerprint', { id: proof.workspaceId, fingerprint: genesis })],
    [p('recordHash'), requestHash(request)],
  ]);
}

const originWords = {
  founding: 'keyByFounding',
  add: 'keyByAdd',
  invitation: 'keyByInvitation',
  phrase: 'keyByPhrase',
  device: 'keyByDevice',
  admin: 'keyByAdmin',
} as const;

/** Says since when a key stood for somebody, and on whose word. */
function originOf(proof: SignedDocument, userId: string, seq: number): string | undefined {
  const origin = keyOrigin(proof.log, userId, seq);
  return origin && p(originWords[origin.how], { at: moment(origin.at), seq: origin.seq });
}

/** Says of an answer who signed when, what they agreed to, and what proves it. */
function answerLines(answer: Answer, { request, proof }: EvidenceParts): Lines {
  const { id, userId, openedAt, signedAt, statement, initials, values, fingerprint, previous } = answer;
  const seq = proof.signed.find((record) => record.id === id)?.seq ?? 0;
  return filled([
    [p('email'), request.signers.find((signer) => signer.userId === userId)?.email],
    [p('account'), userId],
    [p('openedAt'), openedAt === undefined ? undefined : moment(openedAt)],
    [p('when'), moment(signedAt)],
    [p('agreed'), statement],
    [p('filledIn'), [initials, ...Object.values(values)].filter(Boolean).join(', ')],
    [p('confirmed'), p('key', { fingerprint, seq })],
    [p('keySince'), originOf(proof, userId, seq)],
    [p('recordHash'), answerHash(answer)],
    [p('chain'), previous.join(' ')],
  ]);
}

/** Says in a sentence what the pages are about. */
const summaryOf = ({ request: { name }, answers }: EvidenceParts): string =>
  p('summary', {
    name,
    who: answers
      .map((answer) => p('summaryOf', { name: answer.name, at: formatDateTime(answer.signedAt) }))
      .join('; '),
  });

/** Writes the evidence of a request that all have signed. */
export function evidenceOf(parts: EvidenceParts): Evidence {
  return {
    title: p('evidence'),
    summary: summaryOf(parts),
    about: requestLines(parts),
    parts: parts.answers.map((answer) => ({
      heading: answer.name,
      mark: answer.mark,
      lines: answerLines(answer, parts),
    })),
    notes: [
      t('whatItIs'),
      p('evidenceLaw'),
      p('evidencePeople'),
      p('evidenceTimes'),
      p('evidenceVerify', { size: parts.request.size }),
      p('compareFingerprint'),
    ],
  };
}

/** Returns what stands on the pages: each place with what its signer put there; dates in UTC, the same in each copy. */
export const marksOf = ({ fields }: Signing, answers: readonly Answer[]): Mark[] =>
  fields.flatMap((field): Mark[] => {
    const answer = answers.find(({ userId }) => userId === field.userId);
    if (!answer) return [];
    const contents = {
      signature: answer.mark,
      initials: answer.initials,
      date: formatDate(dayAt(answer.signedAt, 'UTC')),
      text: answer.values[field.id],
    };
    const content = contents[field.kind];
    return content ? [{ ...field, content }] : [];
  });
