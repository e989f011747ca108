import type { SigningState } from '@kontor/client/nouns/signing';
import { mayAnswer, signingFile } from '@kontor/client/nouns/signingActs';
import { remindable } from '@kontor/client/nouns/signingReminder';
import type { Signing } from '@kontor/contract/nouns/signing';
import { Alert, Button, type ButtonProps, Group, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { uploadFiles } from '../../features/document/upload/actions.ts';
import { usePeople } from '../../features/member/queries.ts';
import {
  finishedOf,
  noteOpening,
  remindSigners,
  saveFinished,
  saveRecords,
  takeBack,
} from '../../features/signing/actions.ts';
import { SigningHistory } from '../../features/signing/history.tsx';
import { LeftAnswer, LeftWithdrawal } from '../../features/signing/leftTyped.tsx';
import { signingMessages } from '../../features/signing/messages.ts';
import { useSignaturesPlace } from '../../features/signing/places.ts';
import { isNext, useSigningState } from '../../features/signing/queries.ts';
import { Signers } from '../../features/signing/signers.tsx';
import { ReasonDialog, SignForm } from '../../features/signing/signForm.tsx';
import css from '../../features/signing/signing.module.css';
import { shownStatus } from '../../features/signing/words.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { formatDate, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan, useHasRole } from '../../platform/workspace/actor.ts';
import { useIsWritable } from '../../platform/workspace/entitlement.ts';
import { useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { TextLink } from '../../ui/nav/link.tsx';
import { kindWords } from './kinds.ts';
import { SignedFrame, useBytes } from './signedFrame.tsx';

/** Shows one request: the document, who signed, and one's own signature. */
export function SigningPage() {
  const t = useMessages(signingMessages);
  const { workspace = '', signing = '' } = useParams({ strict: false });
  const { list } = useSignaturesPlace();
  const request = useRecord('signing', signing);
  usePage(t('request'), [{ label: t('signatures'), href: list.replace('$workspace', workspace) }]);
  return (
    <>
      <SyncNotices />
      {request ? (
        <Request key={request.id} request={request} />
      ) : (
        <>
          <EmptyState
            action={
              <TextLink to={list} params={{ workspace }}>
                {t('toList')}
              </TextLink>
            }
          >
            {t('gone')}
          </EmptyState>
          <LeftAnswer key={`answer ${signing}`} requestId={signing} fields={[]} />
          <LeftWithdrawal key={`withdrawal ${signing}`} requestId={signing} />
        </>
      )}
    </>
  );
}

function Request({ request }: { request: Signing }) {
  const t = useMessages(signingMessages);
  const { userId } = useWorkspace();
  const state = useSigningState(request);
  const people = usePeople();
  const [reading, setReading] = useState({ read: 0, pages: 0 });
  const file = useMemo(() => signingFile(request), [request]);
  const opened = useBytes(file);
  const isForMe = isNext(state, userId);
  const places = useMemo(
    () =>
      request.fields.map((field) => {
        const signer = state.signers.find((each) => each.userId === field.userId);
        const isFilled = signer?.answer?.outcome === 'signed';
        const label = `${kindWords(field.kind)}: ${signer?.name ?? ''}${isFilled ? ' ✓' : ''}`;
        return { ...field, label, isOwn: field.userId === userId && !signer?.answer };
      }),
    [request, state, userId],
  );
  const own = state.signers.find((signer) => signer.userId === userId);
  const isWritable = useIsWritable();
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  const gone = new Set(log && request.signerIds.filter((id) => !mayAnswer(records, request, id)));
  const isOther = opened.bytes !== undefined && opened.bytes.sha256 !== request.sha256;
  const isShown = opened.bytes?.sha256 === request.sha256;
  useEffect(() => {
    if (isShown && isWritable) noteOpening(request.id);
  }, [isShown, isWritable, request.id]);
  return (
    <div className={css.page}>
      <SignedFrame
        document={file}
        opened={opened}
        places={places}
        onEvent={(event) => event.type === 'read' && setReading(event)}
      />
      <div className={css.side}>
        <div>
          <Title order={1} size="h3">
            {request.name}
          </Title>
          <p className={css.quiet}>
            {t('askedAt', { name: request.askerName, at: formatDateTime(request.createdAt) })}
          </p>
          {request.deadline && (
            <p className={css.quiet}>{t('deadline', { day: formatDate(request.deadline) })}</p>
          )}
          <p role="status">
            <strong>{shownStatus({ state, isForMe })}</strong>
          </p>
          {own && !own.answer && state.status === 'waiting' && (
            <p className={css.quiet}>{t('openingIsTold')}</p>
          )}
          {request.message && <p className={css.message}>{request.message}</p>}
        </div>
        {state.isForged && state.status !== 'withdrawn' && (
          <Alert color="red">{t('isForged', { name: request.askerName })}</Alert>
        )}
        {isOther && <Alert color="red">{t('otherBytes')}</Alert>}
        {!isForMe || !isWritable || !own || isOther ? (
          <LeftAnswer requestId={request.id} fields={request.fields} />
        ) : (
          opened.bytes && (
            <SignForm
              request={request}
              userId={userId}
              name={own.name}
              sha256={opened.bytes.sha256}
              reading={reading}
            />
          )
        )}
        <Signers state={state} isOrdered={request.isOrdered} gone={gone} />
        <Acts request={request} state={state} />
        <SigningHistory request={request} state={state} people={people} />
        <p className={css.quiet}>
          {t('whatItIs')} <TextLink to="/verify">{t('verifyLink')}</TextLink>
        </p>
      </div>
    </div>
  );
}

interface SlowButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  act: () => Promise<void>;
}

/** Shows a button that cannot be pressed again before its act is done. */
function SlowButton({ act, ...rest }: SlowButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const run = () => {
    setRunning(true);
    void act().finally(() => setRunning(false));
  };
  return <Button loading={isRunning} onClick={run} {...rest} />;
}

/** Shows the acts upon a request besides signing. */
function Acts({ request, state }: { request: Signing; state: SigningState }) {
  const t = useMessages(signingMessages);
  const workspace = useWorkspace();
  const { userId, records } = workspace;
  const worksHere = useHasRole('EMPLOYEE');
  const mayChange = useCan('signing.update', { ownerId: request.askerId });
  const isWritable = useIsWritable();
  const original = useRecord('document', request.documentId);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const isFinished = state.status === 'finished';
  const mayWithdraw = state.status === 'waiting' && isWritable && mayChange;
  const store = async () => {
    const file = original && (await finishedOf(request));
    if (file) await uploadFiles([file], original, workspace);
  };
  return (
    <Group gap="sm">
      {isFinished && <SlowButton act={() => saveFinished(request)}>{t('saveFinished')}</SlowButton>}
      {isFinished && isWritable && worksHere && original && (
        <SlowButton variant="default" act={store}>
          {t('storeFinished')}
        </SlowButton>
      )}
      {isWritable && request.askerId === userId && remindable(records, request, state, userId).length > 0 && (
        <Button variant="default" onClick={() => remindSigners(request.id)}>
          {t('remind')}
        </Button>
      )}
      {mayWithdraw ? (
        <Button variant="default" onClick={() => setIsWithdrawing(true)}>
          {t('withdraw')}
        </Button>
      ) : (
        <LeftWithdrawal requestId={request.id} />
      )}
      {state.signers.some(({ answer, fault }) => answer ?? fault) && (
        <Button variant="default" onClick={() => saveRecords(request)}>
          {t('saveRecords')}
        </Button>
      )}
      {isWithdrawing && mayWithdraw && (
        <ReasonDialog
          title={t('withdrawTitle', { name: request.name })}
          body={t('withdrawBody')}
          action={t('withdraw')}
          draft={`withdraw ${request.id}`}
          onGive={(why) => takeBack(request.id, why)}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </Group>
  );
}
