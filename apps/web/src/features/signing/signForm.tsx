import { missingIn } from '@kontor/client/nouns/signingActs';
import {
  maxFieldText,
  type SignatureMark,
  type Signing,
  signingAnswer,
} from '@kontor/contract/nouns/signing';
import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { keepDraft, useKept } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { forgetMark, give, keepMark, refuse } from './actions.ts';
import { signingMessages } from './messages.ts';
import { useKeptMark } from './queries.ts';
import { SignatureInput } from './signatureInput.tsx';

interface SignFormProps {
  request: Signing;
  userId: string;
  name: string;
  /** Of the bytes that are shown. */
  sha256: string;
  /** Pages that were seen to their end, and all. */
  reading: { read: number; pages: number };
}

const missingWords = { mark: 'missingMark', initials: 'missingInitials', text: 'missingText' } as const;

/** The text in the fields of a signer; `values` by the fields' ids. */
export const nothingTyped = { initials: '', values: {} as Record<string, string> };

/** Takes somebody's signature under a document, or their refusal. The button says what is missing yet. */
export function SignForm({ request, userId, name, sha256, reading }: SignFormProps) {
  const t = useMessages(signingMessages);
  const kept = useKeptMark();
  const [given, setGiven] = useState<SignatureMark>();
  const [keeps, setKeeps] = useState(false);
  const mark = given ?? kept ?? { typed: name };
  const [{ initials, values }, keepTyped] = useKept(`sign ${request.id}`, nothingTyped);
  const declining = `decline ${request.id}`;
  const [agrees, setAgrees] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);
  const own = request.fields.filter((field) => field.userId === userId);
  const statement = t('statement', { name: request.name });
  const consent = { sha256, statement, name };
  const isRead = reading.pages > 0 && reading.read >= reading.pages;
  const [missing] = missingIn(request, userId, { mark, initials, values });
  const words = !isRead
    ? t(reading.pages === 0 ? 'opening' : 'readOn', reading)
    : missing
      ? t(missingWords[missing])
      : t(agrees ? 'sign' : 'missingConsent');
  return (
    <section aria-labelledby="sign">
      <h2 id="sign">{t('yourSignature')}</h2>
      <SignatureInput
        name={name}
        kept={kept}
        value={mark}
        onChange={setGiven}
        onForget={() => {
          setGiven(undefined);
          forgetMark();
        }}
      />
      {mark !== kept && (
        <Checkbox
          mt="xs"
          label={t(kept ? 'keepInstead' : 'keep')}
          description={t('keepHint')}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      )}
      {own.some(({ kind }) => kind === 'initials') && (
        <TextInput
          mt="md"
          label={t('initials')}
          maxLength={signingAnswer.sealed.initials.maxLength}
          value={initials}
          onChange={(event) => keepTyped({ initials: event.currentTarget.value, values })}
        />
      )}
      {own
        .filter(({ kind }) => kind === 'text')
        .map(({ id, page }) => (
          <TextInput
            key={id}
            mt="md"
            label={t('textOf', { page: page + 1 })}
            maxLength={maxFieldText}
            value={values[id] ?? ''}
            onChange={(event) =>
              keepTyped({ initials, values: { ...values, [id]: event.currentTarget.value } })
            }
          />
        ))}
      <Checkbox
        mt="lg"
        label={statement}
        description={t('consentHint')}
        checked={agrees}
        onChange={(event) => setAgrees(event.currentTarget.checked)}
      />
      <Group mt="lg">
        <Button
          disabled={!isRead || missing !== undefined || !agrees}
          onClick={() => {
            keepFocus();
            if (!give(request.id, { ...consent, mark, initials, values })) return;
            keepTyped(nothingTyped);
            keepDraft(declining, undefined);
            if (keeps) keepMark(mark);
          }}
        >
          {words}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            keepFocus();
            setIsDeclining(true);
          }}
        >
          {t('decline')}
        </Button>
      </Group>
      {isDeclining && (
        <ReasonDialog
          title={t('declineTitle')}
          body={t('declineBody')}
          action={t('decline')}
          draft={declining}
          isNeeded
          onGive={(reason) => {
            const isDone = refuse(request.id, reason, consent);
            if (isDone) keepTyped(nothingTyped);
            return isDone;
          }}
          onClose={() => setIsDeclining(false)}
        />
      )}
    </section>
  );
}

interface ReasonDialogProps {
  title: string;
  body: string;
  action: string;
  /** The name under which the reason outlives the dialog. */
  draft: string;
  isNeeded?: boolean;
  /** Returns false after saying that it failed. */
  onGive: (reason: string) => boolean;
  onClose: () => void;
}

/** Asks for the reason of something that ends a request. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, body, action, draft, isNeeded = false, onGive, onClose } = props;
  const t = useMessages(signingMessages);
  const [reason, setReason] = useKept(draft, '');
  const give = () => {
    if (!onGive(reason)) return;
    setReason('');
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {body}
      <Textarea
        mt="md"
        label={t('reason')}
        withAsterisk={isNeeded}
        maxLength={signingAnswer.sealed.reason.maxLength}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogFoot onClose={onClose}>
        <Button disabled={isNeeded && !reason.trim()} onClick={give}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
