import { Anchor, Group } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { uiMessages } from '../messages.ts';
import { TextLink } from './link.tsx';

/**
 * Shows the terms, the privacy notice and the help of the firm that runs the server, and where subscriptions are cancelled:
 * what there is.
 */
export function LegalLinks() {
  const t = useMessages(uiMessages);
  const terms = useServerTerms();
  if (!terms) return null;
  const { termsUrl, privacyUrl, supportUrl, billing } = terms;
  if (!termsUrl && !privacyUrl && !supportUrl && billing === 'none') return null;
  const page = (url: string | null, label: string) =>
    url && (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" c="dimmed" underline="always">
        {label}
      </Anchor>
    );
  return (
    <Group component="nav" gap="4px 24px" aria-label={t('legal')}>
      {page(termsUrl, t('terms'))}
      {page(privacyUrl, t('privacy'))}
      {page(supportUrl, t('support'))}
      {billing !== 'none' && (
        <TextLink to="/cancel" size="sm" c="dimmed">
          {t('cancelSubscription')}
        </TextLink>
      )}
    </Group>
  );
}
