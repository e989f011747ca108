import type { SigningField } from '@kontor/contract/nouns/signing';
import { useKept } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { LeftTexts } from '../../ui/form/leftDraft.tsx';
import { signingMessages } from './messages.ts';
import { nothingTyped } from './signForm.tsx';
import type { TypedRequest } from './useTypedRequest.ts';

/** Shows a text that was typed under a name, where its form stands no more. */
function LeftText({ draft, label }: { draft: string; label: string }) {
  const [typed, keep] = useKept(draft, '');
  const text = typed.trim();
  return <LeftTexts texts={text ? [{ key: draft, label, text }] : []} onDiscard={() => keep('')} />;
}

/** Shows why somebody was about to decline a request, and what they typed into its fields, once it waits for neither. */
export function LeftAnswer({ requestId, fields }: { requestId: string; fields: readonly SigningField[] }) {
  const t = useMessages(signingMessages);
  const [{ initials, values }, keep] = useKept(`sign ${requestId}`, nothingTyped);
  const texts = Object.entries(values).map(([id, text]) => {
    const page = fields.find((field) => field.id === id)?.page;
    return { key: id, label: page === undefined ? t('kindText') : t('textOf', { page: page + 1 }), text };
  });
  const all = [{ key: 'initials', label: t('initials'), text: initials }, ...texts];
  return (
    <>
      <LeftTexts texts={all.filter(({ text }) => text.trim())} onDiscard={() => keep(nothingTyped)} />
      <LeftText draft={`decline ${requestId}`} label={t('reason')} />
    </>
  );
}

/** Shows why somebody was about to take a request back that waits no more. */
export function LeftWithdrawal({ requestId }: { requestId: string }) {
  const t = useMessages(signingMessages);
  return <LeftText draft={`withdraw ${requestId}`} label={t('reason')} />;
}

/** Shows the message of a request to sign a document that is gone. */
export function LeftRequest({ documentId }: { documentId: string }) {
  const t = useMessages(signingMessages);
  const [typed, keep] = useKept<TypedRequest | undefined>(`ask ${documentId}`, undefined);
  const text = typed?.message.trim();
  const texts = text ? [{ key: 'message', label: t('message'), text }] : [];
  return <LeftTexts texts={texts} onDiscard={() => keep(undefined)} />;
}
