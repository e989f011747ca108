import { safeFileName } from '@kontor/client/files/safeName';
import type { DocumentMatch, ProofFault, ProvenDocument } from '@kontor/client/nouns/signedDocument';
import { signingFile } from '@kontor/client/nouns/signingActs';
import { fromBase64Url, toHex } from '@kontor/contract/wire/bytes';
import { Alert, Button } from '@mantine/core';
import { useId, useMemo } from 'react';
import { PreviewFrame } from '../../features/document/preview/previewFrame.tsx';
import type { CheckedFile, Verdict } from '../../features/signing/checkFiles.ts';
import { signingMessages } from '../../features/signing/messages.ts';
import { proofMessages } from '../../features/signing/proofMessages.ts';
import { Signers } from '../../features/signing/signers.tsx';
import css from '../../features/signing/signing.module.css';
import { saveFile } from '../../platform/saveFile.ts';
import { formatDateTime, formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';

const faultKeys = {
  format: 'proofFormat',
  log: 'proofLog',
  head: 'proofHead',
  author: 'proofAuthor',
  signature: 'proofSignature',
  key: 'proofKey',
  dated: 'proofDated',
} as const satisfies Record<ProofFault, string>;

const matchKeys = {
  original: 'fileOriginal',
  finished: 'fileFinished',
  extended: 'fileExtended',
  other: 'fileOther',
} as const satisfies Record<DocumentMatch, string>;

/** Says what was found in a file: who signed what, and whether it is unchanged. */
export function VerdictView({ verdict }: { verdict: Verdict }) {
  const p = useMessages(proofMessages);
  if ('proven' in verdict) return <Proven {...verdict} />;
  const { fault, claims } = verdict;
  return (
    <Alert color="red" mt="lg" title={p('isRefused')}>
      {p(faultKeys[fault])} {claims && p('proofClaims', { name: shownName(claims) })}
    </Alert>
  );
}

function Proven({ proven, files }: { proven: ProvenDocument; files: readonly CheckedFile[] }) {
  const t = useMessages(signingMessages);
  const p = useMessages(proofMessages);
  const { request, state, workspaceId, genesis } = proven;
  const isFaulty =
    state.signers.some(({ fault }) => fault) ||
    state.strangers.length > 0 ||
    files.some(({ match }) => match === 'other');
  const isWhole = state.status === 'finished';
  const signed = files.find(({ match }) => match !== 'other');
  const isExtended = files.some(({ match }) => match === 'extended');
  const isFinished = files.some(({ match }) => match === 'finished');
  const whole = isExtended
    ? p('isExtended')
    : isFinished
      ? p('isContained')
      : signed
        ? p('isVerified')
        : t('finished');
  const title = isFaulty ? p('isRefused') : isWhole ? whole : p('isPartly');
  const color = isFaulty ? 'red' : isWhole && signed && !isExtended ? 'green' : 'yellow';
  const original = useMemo(
    () => signed && new Blob([signed.bytes.slice(0, request.size)], { type: 'application/pdf' }),
    [signed, request.size],
  );
  return (
    <div className={css.facts}>
      <Alert color={color} mt="lg" w="100%" title={title}>
        {files.length === 0 && p('noDocument')}
        {files.map(({ name, match, differsAt }) => (
          <div key={name}>
            {p(matchKeys[match], { name })} {differsAt && p('differsAt', { at: formatNumber(differsAt, 0) })}
          </div>
        ))}
      </Alert>
      <h2>{shownName(request.name)}</h2>
      <p className={css.quiet}>
        {p('bytes', { size: formatNumber(request.size, 0), hash: toHex(fromBase64Url(request.sha256)) })}
      </p>
      <p className={css.quiet}>
        {p('whoWhen', { name: shownName(request.askerName), at: formatDateTime(request.createdAt) })}
      </p>
      <Signers state={state} isOrdered={request.isOrdered} />
      <p className={css.quiet}>
        {p('workspace', { id: workspaceId, fingerprint: genesis })}. {p('compareFingerprint')}
      </p>
      {original && <Original blob={original} {...proven} />}
    </div>
  );
}

/** Shows the bytes that were signed, without what was drawn on them and put behind them since. */
function Original({ blob, request }: ProvenDocument & { blob: Blob }) {
  const p = useMessages(proofMessages);
  const id = useId();
  const file = useMemo(() => {
    const content = { fileKey: '', blobId: '', parts: [], blobs: [], notifyIds: [] };
    return signingFile({ ...request, ...content, scopeId: '', version: 1, updatedAt: request.createdAt });
  }, [request]);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{p('original')}</h2>
      <p className={css.quiet}>{p('originalHint')}</p>
      <Button my="sm" variant="default" onClick={() => saveFile(blob, pdfName(request.name))}>
        {p('saveOriginal')}
      </Button>
      {navigator.onLine && (
        <div className={css.stage}>
          <PreviewFrame
            document={file}
            preview={{ kind: 'pdf', mimeType: 'application/pdf' }}
            content={blob}
            onKey={noKey}
          />
        </div>
      )}
    </section>
  );
}

const noKey = () => {};

/** Returns the name to save an original under: a PDF's, whatever whoever asked called it. */
const pdfName = (name: string): string => `${safeFileName(name).replace(/\.pdf$/i, '')}.pdf`;
