import { IconSignature } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { TextLink } from '../../ui/nav/link.tsx';
import type { JudgedSigning } from './queries.ts';
import css from './signing.module.css';
import { statusWords } from './words.ts';

/** The mark of a document that people are asked to sign: how far that is, and the way there. */
export function SigningMark({ workspace, signing }: { workspace: string; signing: JudgedSigning }) {
  const label = statusWords(signing.state);
  return (
    <TextLink
      to="/$workspace/signatures/$signing"
      params={{ workspace, signing: signing.request.id }}
      className={css.mark!}
      title={label}
      aria-label={label}
    >
      <Icon of={IconSignature} size={14} />
      <span className={css.markText}>{label}</span>
    </TextLink>
  );
}
