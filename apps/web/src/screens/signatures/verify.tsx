import {
  type DocumentMatch,
  matchDocument,
  ProofError,
  type ProofFault,
  type ProvenDocument,
  proofIn,
  verifySigned,
} from '@kontor/client/nouns/signedDocument';
import { fromBase64Url, toHex } from '@kontor/contract/wire/bytes';
import { Alert, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { signingMessages } from '../../features/signing/messages.ts';
import { Signers } from '../../features/signing/signers.tsx';
import css from '../../features/signing/signing.module.css';
import { usePage } from '../../platform/page.tsx';
import { saveFile } from '../../platform/saveFile.ts';
import { formatDateTime, formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { FileButton } from '../../ui/form/fileButton.tsx';
import { FileDrop } from '../../ui/form/fileDrop.tsx';

interface Checked {
  proven?: ProvenDocument;
  fault?: ProofFault;
  files: { name: string; match: DocumentMatch; bytes: Uint8Array<ArrayBuffer> }[];
}

const faultKeys = {
  format: 'proofFormat',
  log: 'proofLog',
  head: 'proofHead',
  author: 'proofAuthor',
  signature: 'proofSignature',
  key: 'proofKey',
} as const satisfies Record<ProofFault, string>;

const matchKeys = { original: 'fileOriginal', finished: 'fileFinished', other: 'fileOther' } as const;

/** Checks files against each other: one of them carries the records, the others are documents. */
async function check(files: readonly File[]): Promise<Checked> {
  const contents = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const isProof = ({ bytes }: { bytes: Uint8Array }) =>
    new TextDecoder().decode(bytes.subarray(0, 9)) === '{"format"';
  const records = contents.find(isProof);
  const text = records
    ? new TextDecoder().decode(records.bytes)
    : contents.map(({ bytes }) => proofIn(bytes)).find((proof) => proof !== undefined);
  try {
    const proven = await verifySigned(text ?? '');
    const documents = contents.filter((content) => content !== records);
    const matched = await Promise.all(
      documents.map(async (each) => ({ ...each, match: await matchDocument(proven.request, each.bytes) })),
    );
    return { proven, files: matched };
  } catch (error) {
    if (error instanceof ProofError) return { fault: error.fault, files: [] };
    throw error;
  }
}

/** Verifies a signed document: who signed what, and whether it is unchanged. Asks no server for anything. */
export function Verify() {
  const t = useMessages(signingMessages);
  const [checked, setChecked] = useState<Checked>();
  const [isChecking, setIsChecking] = useState(false);
  usePage(t('verify'));
  const take = (files: readonly File[]) => {
    setIsChecking(true);
    void check(files)
      .then(setChecked)
      .finally(() => setIsChecking(false));
  };
  return (
    <>
      <FileDrop label={t('verify')} onDrop={({ files }) => take(files)} />
      <Title order={1}>{t('verify')}</Title>
      <Text my="md">{t('verifyIntro')}</Text>
      <FileButton label={t('chooseFiles')} onFiles={take} />
      <div role="status">{isChecking && t('verifying')}</div>
      {checked && <Verdict checked={checked} />}
      <p className={css.quiet}>{t('whatItIs')}</p>
    </>
  );
}

function Verdict({ checked: { proven, fault, files } }: { checked: Checked }) {
  const t = useMessages(signingMessages);
  if (!proven)
    return (
      <Alert color="red" mt="lg" title={t('isRefused')}>
        {t(faultKeys[fault!])}
      </Alert>
    );
  const { request, state, workspaceId, genesis } = proven;
  const isFaulty =
    state.signers.some(({ fault: own }) => own) ||
    state.strangers.length > 0 ||
    files.some(({ match }) => match === 'other');
  const isWhole = state.status === 'finished';
  const title = t(isFaulty ? 'isRefused' : isWhole ? 'isVerified' : 'isPartly');
  const signed = files.find(({ match }) => match !== 'other');
  return (
    <div className={css.facts}>
      <Alert color={isFaulty ? 'red' : isWhole && signed ? 'green' : 'yellow'} my="lg" w="100%" title={title}>
        {files.length === 0 && t('noDocument')}
        {files.map(({ name, match }) => (
          <div key={name}>{t(matchKeys[match], { name })}</div>
        ))}
      </Alert>
      <h2>{request.name}</h2>
      <p className={css.quiet}>
        {t('bytes', { size: formatNumber(request.size, 0), hash: toHex(fromBase64Url(request.sha256)) })}
      </p>
      <p className={css.quiet}>
        {t('whoWhen', { name: request.askerName, at: formatDateTime(request.createdAt) })}
      </p>
      <Signers state={state} isOrdered={request.isOrdered} />
      <p className={css.quiet}>
        {t('workspace', { id: workspaceId, fingerprint: genesis })}. {t('compareFingerprint')}
      </p>
      {signed && (
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([signed.bytes.slice(0, request.size)]), request.name)}
        >
          {t('saveOriginal')}
        </Button>
      )}
    </div>
  );
}
