/** Files that prove signatures, written with plain keys: also such as no device would write. */
import { sign } from 'node:crypto';
import type { LogAct, LogEntry } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { hashAt } from '@kontor/contract/memberLog/history';
import type { LogState } from '@kontor/contract/memberLog/state';
import { signingAnswerId } from '@kontor/contract/nouns/signing';
import { begun, type Identity, identity, newId, signAct, verifier } from '@kontor/contract/testing/logWriter';
import { fromBase64Url, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { recordChecks } from '@kontor/crypto/authorSignature';
import { fileHash, signedDocumentFormat } from '../nouns/signedDocument.ts';
import type { SignedRecord } from '../nouns/signedRecord.ts';
import { type Request, requestHash } from '../nouns/signing.ts';

/** By whom a record is signed, and with which head of the log. */
interface Signed {
  by: Identity;
  seq: number;
  /** 1 unless given. */
  version?: number;
}

export type SignedFileMaker = Awaited<ReturnType<typeof signedFiles>>;

/** Returns a writer of records as their authors sign them, in a scope. */
export const recordWriter =
  (state: LogState, scopeId: string) =>
  (
    noun: string,
    id: string,
    { by, seq, version = 1 }: Signed,
    refs: object,
    fields: object,
  ): SignedRecord => {
    const place = { scopeId, version, refs: refs as SignedRecord['refs'], generation: 1 };
    const author = {
      by: fromBase64Url(by.certKey),
      head: { seq, hash: fromBase64Url(hashAt(state, seq)!) },
      signature: new Uint8Array(64),
    };
    const content = JSON.stringify(fields);
    const parts = { author, chain: undefined, reseal: undefined, content: utf8(content) };
    const [check] = recordChecks(parts, { workspaceId: state.workspaceId, entity: noun, id, ...place });
    const signature = toBase64Url(new Uint8Array(sign(null, check!.message, by.signingKey)));
    return { noun, id, ...place, content, authorId: by.cert.userId, seq, signature };
  };

/** Returns a workspace of Ada's, whom Ben joins (entry 1) and where he changes keys (entry 2). */
export async function signedFiles() {
  const [{ owner: ada, entry, state: first, staffId }, ben] = [await begun(), identity()];
  const anew = identity(ben.cert.userId);
  let state = first;
  const log: LogEntry[] = [entry];
  const write = async (by: Identity, act: LogAct) => {
    const next = signAct(state, by, act);
    state = await foldLog(state, [next], verifier);
    log.push(next);
  };
  await write(ada, { type: 'add', payload: { cert: ben.cert, role: 'EMPLOYEE' } });
  await write(ben, {
    type: 'rekey',
    payload: { userId: ben.cert.userId, cert: anew.cert, method: 'phrase' },
  });

  const record = recordWriter(state, staffId);

  /**
   * Composes a file in which Ada asks Ben to sign a document, and he does; `withdrawn` afterwards. `junk`: with answers beside
   * his that count for nothing; `lacks`: without a part of what he says; `asker`: who asks by what it says, though `by` wrote it;
   * `says`, `answers`: what the request and the answer say otherwise.
   */
  const file = async (
    document: Uint8Array<ArrayBuffer>,
    {
      asker = ada,
      by = ada,
      ...request
    }: Pick<Signed, 'seq' | 'version'> &
      Partial<Record<'asker' | 'by', Identity>> & {
        withdrawn?: boolean;
        junk?: boolean;
        lacks?: 'statement';
        says?: object;
        answers?: object;
      },
    answer: Signed,
  ): Promise<string> => {
    const [id, userId] = [newId(), ben.cert.userId];
    const refs = { askerId: asker.cert.userId, signerIds: [userId] };
    const [sha256, size] = [await fileHash(document), document.length];
    const signers = [{ userId, name: 'Ben Berg', email: '' }];
    const asked = {
      documentId: newId(),
      askerName: 'Ada Berg',
      name: 'Offer.pdf',
      size,
      sha256,
      fileKey: '',
      blobId: newId(),
      parts: [],
      isOrdered: true,
      signers,
      fields: [],
      createdAt: 1,
      ...request.says,
    };
    const hash = requestHash({ ...asked, ...refs, id, authorId: ada.cert.userId } as Request);
    const answered = {
      outcome: 'signed',
      sha256,
      statement: 'I sign it.',
      name: 'Ben Berg',
      fingerprint: answer.by.certKey,
      signedAt: 2,
      previous: [hash ?? ''],
      mark: { typed: 'Ben' },
      values: {},
      ...request.answers,
    };
    if (request.lacks) delete (answered as Partial<typeof answered>)[request.lacks];
    const junk = request.junk
      ? [
          // Of somebody who was not asked, and his own under an id that is not that of his answer.
          record(
            'signingAnswer',
            signingAnswerId(id, ada.cert.userId),
            { by: ada, seq: 1 },
            { signingId: id },
            {},
          ),
          record('signingAnswer', newId(), answer, { signingId: id, userId }, { fingerprint: '' }),
        ]
      : [];
    const written = request.withdrawn ? { ...asked, withdrawnAt: 3 } : asked;
    const signed = [
      record('signing', id, { by, ...request }, refs, written),
      record('signingAnswer', signingAnswerId(id, userId), answer, { signingId: id, userId }, answered),
      ...junk,
    ];
    return JSON.stringify({ format: signedDocumentFormat, workspaceId: state.workspaceId, signed, log });
  };
  return { ada, ben, anew, file };
}
