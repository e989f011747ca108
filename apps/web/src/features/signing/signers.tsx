import type { SigningState } from '@kontor/client/nouns/signing';
import { useMessages } from '../../platform/text/messages.ts';
import { signingMessages } from './messages.ts';
import css from './signing.module.css';
import { signerWords } from './words.ts';

/** The signers of a request in their order, and what each of them answered. */
export function Signers({ state, isOrdered }: { state: SigningState; isOrdered: boolean }) {
  const t = useMessages(signingMessages);
  return (
    <section aria-labelledby="signers">
      <h2 id="signers">{t('signers')}</h2>
      {isOrdered && state.signers.length > 1 && <p className={css.quiet}>{t('inOrder')}</p>}
      <ol className={css.signers}>
        {state.signers.map((signer) => (
          <li key={signer.userId}>
            <strong>{signer.name}</strong>
            {signerWords(signer, state)}
          </li>
        ))}
      </ol>
    </section>
  );
}
