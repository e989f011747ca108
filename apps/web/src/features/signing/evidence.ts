/** The words of the pages of evidence, and what stands on the pages of a finished document. */

import { keyOrigin, type SignedDocument } from '@kontor/client/nouns/signedDocument';
import { type Answer, answerHash, requestHash } from '@kontor/client/nouns/signing';
import type { Signing } from '@kontor/contract/nouns/signing';
import { dayOf } from '@kontor/contract/time/day';
import { fromBase64Url, toHex } from '@kontor/contract/wire/bytes';
import { formatDate, formatDateTime, formatNumber } from '../../platform/text/format.ts';
import type { Evidence, Mark } from './finished/pdf.ts';
import { signingMessages } from './messages.ts';

const { t } = signingMessages;

/** Both clocks: the reader's, and the one that is the same everywhere. */
const moment = (at: number): string =>
  `${formatDateTime(at)} (${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC)`;

type Lines = Evidence['about'];

/** The lines that have a value. */
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
    [t('file'), name],
    [t('hash'), t('bytes', { size: formatNumber(size, 0), hash: toHex(fromBase64Url(sha256)) })],
    [t('askedBy'), t('nameAndAccount', { name: askerName, id: askerId, at: moment(createdAt) })],
    [t('signers'), isOrdered && signers.length > 1 ? t('oneAfterAnother', { names }) : names],
    [t('message'), request.message],
    [t('until'), request.deadline && formatDate(request.deadline)],
    [t('status'), t('finishedAt', { at: moment(last) })],
    [t('workspaceIs'), t('idAndFingerprint', { id: proof.workspaceId, fingerprint: genesis })],
    [t('recordHash'), requestHash(request)],
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
  return origin && t(originWords[origin.how], { at: moment(origin.at), seq: origin.seq });
}

/** Says of an answer who signed when, what they agreed to, and what proves it. */
function answerLines(answer: Answer, { request, proof }: EvidenceParts): Lines {
  const { id, userId, openedAt, signedAt, statement, initials, values, fingerprint, previous } = answer;
  const seq = proof.signed.find((record) => record.id === id)?.seq ?? 0;
  return filled([
    [t('email'), request.signers.find((signer) => signer.userId === userId)?.email],
    [t('account'), userId],
    [t('openedAt'), openedAt === undefined ? undefined : moment(openedAt)],
    [t('when'), moment(signedAt)],
    [t('agreed'), statement],
    [t('filledIn'), [initials, ...Object.values(values)].filter(Boolean).join(', ')],
    [t('confirmed'), t('key', { fingerprint, seq })],
    [t('keySince'), originOf(proof, userId, seq)],
    [t('recordHash'), answerHash(answer)],
    [t('chain'), previous.join(' ')],
  ]);
}

/** Writes the evidence of a request that all have signed. */
export function evidenceOf(parts: EvidenceParts): Evidence {
  return {
    title: t('evidence'),
    about: requestLines(parts),
    parts: parts.answers.map((answer) => ({
      heading: answer.name,
      mark: answer.mark,
      lines: answerLines(answer, parts),
    })),
    notes: [
      t('whatItIs'),
      t('evidenceLaw'),
      t('evidencePeople'),
      t('evidenceTimes'),
      t('evidenceVerify', { size: parts.request.size }),
      t('compareFingerprint'),
    ],
  };
}

/** Returns what stands on the pages: each place with what its signer put there. */
export const marksOf = ({ fields }: Signing, answers: readonly Answer[]): Mark[] =>
  fields.flatMap((field): Mark[] => {
    const answer = answers.find(({ userId }) => userId === field.userId);
    if (!answer) return [];
    const contents = {
      signature: answer.mark,
      initials: answer.initials,
      date: formatDate(dayOf(answer.signedAt)),
      text: answer.values[field.id],
    };
    const content = contents[field.kind];
    return content ? [{ ...field, content }] : [];
  });
