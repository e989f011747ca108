import type { SigningState } from '@kontor/client/nouns/signing';
import { useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { signingMessages } from './messages.ts';
import css from './signing.module.css';
import { signerWords } from './words.ts';

interface SignersProps {
  state: SigningState;
  isOrdered: boolean;
  /** Ids of signers who left and cannot sign any more. */
  gone?: ReadonlySet<string>;
}

/** Shows the signers of a request in their order, and what each of them answered. */
export function Signers({ state, isOrdered, gone }: SignersProps) {
  const t = useMessages(signingMessages);
  const id = useId();
  const isGone = (userId: string) => state.status === 'waiting' && gone?.has(userId);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('signers')}</h2>
      {isOrdered && state.signers.length > 1 && <p className={css.quiet}>{t('inOrder')}</p>}
      <ol className={css.signers}>
        {state.signers.map((signer) => (
          <li key={signer.userId}>
            <strong>{signer.name}</strong>
            {!signer.answer && isGone(signer.userId) ? t('signerGone') : signerWords(signer, state)}
          </li>
        ))}
      </ol>
    </section>
  );
}
