/** The words of the pages of evidence, and what stands on the pages of a finished document. */

import type { SignedDocument } from '@kontor/client/nouns/signedDocument';
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

/** Says of a request what was to be signed, by whom, and who asked. */
function requestLines(request: Signing, { workspaceId }: SignedDocument, genesis: string): Lines {
  const { name, size, sha256, askerId, askerName, createdAt, signers, isOrdered } = request;
  const names = signers.map((signer) => signer.name).join(', ');
  return filled([
    [t('file'), name],
    [t('hash'), t('bytes', { size: formatNumber(size, 0), hash: toHex(fromBase64Url(sha256)) })],
    [t('askedBy'), t('nameAndAccount', { name: askerName, id: askerId, at: moment(createdAt) })],
    [t('signers'), isOrdered && signers.length > 1 ? t('oneAfterAnother', { names }) : names],
    [t('message'), request.message],
    [t('until'), request.deadline && formatDate(request.deadline)],
    [t('workspaceIs'), t('workspace', { id: workspaceId, fingerprint: genesis })],
    [t('recordHash'), requestHash(request)],
  ]);
}

/** Says of an answer who signed when, what they agreed to, and what proves it. */
function answerLines(answer: Answer, seq: number): Lines {
  const { userId, signedAt, statement, initials, values, fingerprint, previous } = answer;
  return filled([
    [t('account'), userId],
    [t('when'), moment(signedAt)],
    [t('agreed'), statement],
    [t('filledIn'), [initials, ...Object.values(values)].filter(Boolean).join(', ')],
    [t('confirmed'), t('key', { fingerprint, seq })],
    [t('recordHash'), answerHash(answer)],
    [t('chain'), previous.join(' ')],
  ]);
}

/** Writes the evidence of a request. `genesis`: the workspace's fingerprint. */
export function evidenceOf(
  request: Signing,
  answers: readonly Answer[],
  proof: SignedDocument,
  genesis: string,
): Evidence {
  const seqOf = (id: string) => proof.signed.find((record) => record.id === id)?.seq ?? 0;
  return {
    title: t('evidence'),
    about: requestLines(request, proof, genesis),
    parts: answers.map((answer) => ({
      heading: answer.name,
      mark: answer.mark,
      lines: answerLines(answer, seqOf(answer.id)),
    })),
    notes: [t('whatItIs'), t('evidenceTimes'), t('evidenceVerify'), t('compareFingerprint')],
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
