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

/** Writes the evidence of a request. `genesis`: the workspace's fingerprint. */
export function evidenceOf(
  request: Signing,
  answers: readonly Answer[],
  proof: SignedDocument,
  genesis: string,
): Evidence {
  const { name, size, sha256, askerName, createdAt } = request;
  const seqOf = (id: string) => proof.signed.find((record) => record.id === id)?.seq ?? 0;
  return {
    title: t('evidence'),
    about: [
      name,
      t('bytes', { size: formatNumber(size, 0), hash: toHex(fromBase64Url(sha256)) }),
      t('whoWhen', { name: askerName, at: moment(createdAt) }),
      t('workspace', { id: proof.workspaceId, fingerprint: genesis }),
      `${t('recordHash')} ${requestHash(request)}`,
    ],
    parts: answers.map((answer) => ({
      heading: answer.name,
      mark: answer.mark,
      lines: [
        [t('when'), moment(answer.signedAt)],
        [t('agreed'), answer.statement],
        [t('confirmed'), t('key', { fingerprint: answer.fingerprint, seq: seqOf(answer.id) })],
        [t('recordHash'), answerHash(answer)],
        [t('chain'), answer.previous.join(' ')],
      ],
    })),
    notes: [t('whatItIs'), t('evidenceVerify'), t('compareFingerprint')],
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
