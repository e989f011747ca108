import { missingIn } from '@kontor/client/nouns/signingActs';
import type { SignatureMark, Signing } from '@kontor/contract/nouns/signing';
import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
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

/** Takes somebody's signature under a document, or their refusal. The button says what is missing yet. */
export function SignForm({ request, userId, name, sha256, reading }: SignFormProps) {
  const t = useMessages(signingMessages);
  const kept = useKeptMark();
  const [given, setGiven] = useState<SignatureMark>();
  const [keeps, setKeeps] = useState(false);
  const mark = given ?? kept ?? { typed: name };
  const [initials, setInitials] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
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
          maxLength={10}
          value={initials}
          onChange={(event) => setInitials(event.currentTarget.value)}
        />
      )}
      {own
        .filter(({ kind }) => kind === 'text')
        .map(({ id, page }) => (
          <TextInput
            key={id}
            mt="md"
            label={t('textOf', { page: page + 1 })}
            maxLength={200}
            value={values[id] ?? ''}
            onChange={(event) => setValues({ ...values, [id]: event.currentTarget.value })}
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
            if (give(request.id, { ...consent, mark, initials, values }) && keeps) keepMark(mark);
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
          isNeeded
          onGive={(reason) => refuse(request.id, reason, consent) && setIsDeclining(false)}
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
  isNeeded?: boolean;
  onGive: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason of something that ends a request. */
export function ReasonDialog({ title, body, action, isNeeded = false, onGive, onClose }: ReasonDialogProps) {
  const t = useMessages(signingMessages);
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      {body}
      <Textarea
        mt="md"
        label={t('reason')}
        withAsterisk={isNeeded}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogFoot onClose={onClose}>
        <Button disabled={isNeeded && !reason.trim()} onClick={() => onGive(reason)}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
