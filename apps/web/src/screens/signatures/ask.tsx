import { entryOf } from '@kontor/client/nouns/entryOf';
import { SigningError, scopeOfSigning } from '@kontor/client/nouns/signingActs';
import type { Document } from '@kontor/contract/nouns/document';
import { signing } from '@kontor/contract/nouns/signing';
import { Alert, Button, Switch, Textarea, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useCustomer } from '../../features/customer/queries.ts';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { useProject } from '../../features/project/queries.ts';
import { ask } from '../../features/signing/actions.ts';
import { type FileJudgement, judgeFile } from '../../features/signing/finished/judgeFile.ts';
import { LeftRequest } from '../../features/signing/leftTyped.tsx';
import { signingMessages } from '../../features/signing/messages.ts';
import css from '../../features/signing/signing.module.css';
import { useTypedRequest } from '../../features/signing/useTypedRequest.ts';
import { actFault } from '../../features/signing/words.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { personName } from '../../platform/text/personName.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useToday } from '../../platform/today.ts';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { useAll, useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import type { People } from '../../ui/person/people.tsx';
import { PeopleInput } from '../../ui/person/peopleInput.tsx';
import { PlanNotice } from '../../ui/planNotice.tsx';
import { kindWords } from './kinds.ts';
import { FieldPlaceInputs, placed } from './placeInputs.tsx';
import { SignedFrame, useBytes } from './signedFrame.tsx';

const route = getRouteApi('/signed-in/$workspace/signatures/ask/$document');

/** Asks people to sign a PDF: who, in which order, by when, and where on its pages. */
export function AskToSign() {
  const t = useMessages(signingMessages);
  const { document: id, workspace } = route.useParams();
  const document = useRecord('document', id);
  const mayAsk = useMay('signature');
  usePage(t('ask'), [{ label: t('signatures'), href: `/${workspace}/signatures` }]);
  if (!mayAsk) return <PlanNotice feature="signature" />;
  return (
    <>
      <SyncNotices />
      {document?.kind === 'file' && (document.size ?? 0) <= maxPdfBytes ? (
        <Ask key={document.blobId} document={document} workspace={workspace} />
      ) : (
        <>
          <EmptyState>
            {document?.kind === 'file' ? t('isLarge', { size: formatBytes(maxPdfBytes) }) : t('gone')}
          </EmptyState>
          <LeftRequest key={id} documentId={id} />
        </>
      )}
    </>
  );
}

/**
 * Returns those who can be asked: colleagues, and the people of customers, who are offered with their
 * customer's name.
 */
function useCandidates(): {
  offered: People;
  nameOf: (id: string) => string;
  /** Returns the customer whose person it is; undefined for colleagues. */
  customerOf: (id: string) => string | undefined;
} {
  const colleagues = useColleagues();
  const users = useAll('customerUser');
  const customers = useAll('customer');
  const { collections, log } = useWorkspace().records;
  const members = useObservable(log)?.members;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what people say of themselves is among `users`
  return useMemo(() => {
    const firms = new Map(customers.map(({ id, name }) => [id, name]));
    // Whose person somebody is now says the log alone: what they wrote of themselves stays with each customer they were of.
    const guests = new Map(
      [...(members?.values() ?? [])].flatMap((member) => {
        const { userId, customerId, status } = member;
        const entry = entryOf(collections, member);
        const isGuest = customerId !== null && status === 'ACTIVE' && entry !== undefined;
        return isGuest ? [[userId, { name: personName(entry), customerId }] as const] : [];
      }),
    );
    const offered = new Map(colleagues);
    for (const [id, { name, customerId }] of guests)
      offered.set(id, { id, name: nameWithFirm(name, firms.get(customerId)) });
    const nameOf = (id: string) => guests.get(id)?.name ?? colleagues.get(id)?.name ?? '?';
    return { offered, nameOf, customerOf: (id: string) => guests.get(id)?.customerId };
  }, [colleagues, users, customers, members]);
}

/** Returns a guest's name with their customer's, which may be a person of the same name. */
const nameWithFirm = (name: string, firm = '?'): string => (firm === name ? name : `${name} (${firm})`);

/** Most bytes of a document that is to be signed: each signer's device holds it whole. */
const maxPdfBytes = 100 * 1_024 * 1_024;

const judgementWords = {
  protected: 'isProtected',
  damaged: 'isDamaged',
  active: 'isActive',
  unexamined: 'isUnexamined',
} as const;

/** Tells whether signatures can be put on a file, once it is open. */
function useJudgement(blob: Blob | undefined): FileJudgement | undefined {
  const [judgement, setJudgement] = useState<FileJudgement>();
  useEffect(() => {
    if (blob) void judgeFile(blob).then(setJudgement);
  }, [blob]);
  return judgement;
}

function Ask({ document, workspace }: { document: Document; workspace: string }) {
  const t = useMessages(signingMessages);
  const navigate = useNavigate();
  const { userId, records } = useWorkspace();
  const people = usePeople();
  const { offered, nameOf, customerOf } = useCandidates();
  const project = useProject(document.scopeId);
  const customer = useCustomer(document.customerId ?? project?.customerId);
  const opened = useBytes(document);
  const judgement = useJudgement(opened.bytes?.blob);
  const { typed, change, clear, lostFields } = useTypedRequest(document.id, document.blobId ?? '');
  const { signerIds, isOrdered, message, deadline, fields } = typed;
  const [chosen, setChosen] = useState<string>();
  const [pages, setPages] = useState(0);
  const kept = fields.filter((field) => signerIds.includes(field.userId));
  const fault = faultOf(() => signerIds.length > 0 && scopeOfSigning(records, document, signerIds));
  const strangers = customer ? signerIds.filter((id) => (customerOf(id) ?? customer.id) !== customer.id) : [];
  const today = useToday();
  const isPast = deadline !== '' && deadline < today;
  const places = kept.map((field, i) => ({
    ...field,
    label: `${i + 1} ${kindWords(field.kind)}: ${nameOf(field.userId)}`,
    isOwn: field.id === chosen,
    isInView: field.id === chosen,
  }));
  const send = () => {
    if (!opened.bytes) return;
    const id = ask({
      askerName: people.get(userId)?.name ?? '',
      document,
      sha256: opened.bytes.sha256,
      signers: signerIds.map((each) => ({ userId: each, name: nameOf(each) })),
      fields: kept,
      isOrdered,
      message,
      deadline: deadline || undefined,
    });
    if (!id) return;
    clear();
    // "Back" is not to ask for the same again.
    void navigate({
      to: '/$workspace/signatures/$signing',
      params: { workspace, signing: id },
      replace: true,
    });
  };
  return (
    <>
      <Title order={1} mb="md">
        {t('askFor', { name: shownName(document.name) })}
      </Title>
      <div className={css.page}>
        <SignedFrame
          document={document}
          opened={opened}
          places={places}
          onEvent={(event) => {
            if (event.type === 'read') setPages(event.pages);
            else
              change({ fields: fields.map((field) => (field.id === chosen ? placed(field, event) : field)) });
          }}
        />
        <div className={css.side}>
          {judgement && judgement !== 'fine' && <Alert color="red">{t(judgementWords[judgement])}</Alert>}
          {lostFields && <Alert color="yellow">{t('lostFields')}</Alert>}
          <PeopleInput
            label={t('who')}
            name="signers"
            aria-invalid={fault ? true : undefined}
            onBlur={noBlur}
            placeholder={t('choose')}
            nothingFound={t('nobodyFound')}
            people={offered}
            value={signerIds}
            onChange={(next) => change({ signerIds: next as string[] })}
            error={fault}
          />
          <p className={css.quiet}>{t('whoHint')}</p>
          {strangers.length > 0 && (
            <Alert color="yellow">
              {t('ofOthers', { names: strangers.map(nameOf).join(', '), customer: customer!.name })}
            </Alert>
          )}
          <Switch
            label={t('ordered')}
            checked={isOrdered}
            onChange={(event) => change({ isOrdered: event.currentTarget.checked })}
          />
          <Textarea
            label={t('message')}
            maxLength={signing.sealed.message.maxLength}
            autosize
            minRows={2}
            value={message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
          <DayInput
            label={t('until')}
            name="deadline"
            aria-invalid={isPast || undefined}
            onBlur={noBlur}
            value={deadline}
            onChange={(next) => change({ deadline: next as string })}
            error={isPast ? t('faultPast') : undefined}
            hasPicks
          />
          <FieldPlaceInputs
            fields={kept}
            pages={pages}
            signers={signerIds.map((value) => ({ value, label: nameOf(value) }))}
            chosen={chosen}
            onChoose={setChosen}
            onChange={(next) => change({ fields: next })}
          />
          <Button
            disabled={judgement !== 'fine' || signerIds.length === 0 || fault !== undefined || isPast}
            onClick={send}
          >
            {t(signerIds.length === 0 ? 'chooseWho' : 'send')}
          </Button>
          <p className={css.quiet}>{t('whatItIs')}</p>
        </div>
      </div>
    </>
  );
}

/** Stores nothing before it is sent. */
const noBlur = () => {};

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof SigningError) return actFault(error.fault);
    throw error;
  }
  return undefined;
}
