import { asksForPassword } from '@kontor/client/link/address';
import type { Link } from '@kontor/contract/nouns/link';
import type { LinkUse } from '@kontor/contract/wire/link';
import { Button, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatAgo, formatDate } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PendingMark } from '../../../ui/list/pendingMark.tsx';
import { addressOfLink, copyLink, removeLink, revokeLink } from './actions.ts';
import css from './link.module.css';
import { linkMessages } from './messages.ts';
import { useLinkEnd } from './queries.ts';

interface LinkRowProps {
  link: Link;
  /** The counts of fetches, by the id of the link; undefined where the server has not said. */
  uses: ReadonlyMap<string, LinkUse> | undefined;
  makerName: string;
  /** Stands above: what it leads to, where that is not said already. */
  title?: ReactNode;
}

/** Shows a link: its address to copy again, until when, by whom, how often fetched, and how to take it back. */
export function LinkRow({ link, uses, makerName, title }: LinkRowProps) {
  const t = useMessages(linkMessages);
  const use = uses?.get(link.id);
  const end = useLinkEnd(link, use);
  // The other ends may be undone.
  const isOver = end === 'expired' || end === 'used';
  const name = shownName(link.name);
  const date = formatDate(link.expiresAt);
  const facts = [
    end ? t(end, { date }) : t('until', { date }),
    t('by', { name: makerName }),
    ...(asksForPassword(link.fragment) ? [t('withPassword')] : []),
    use ? t('fetched', { count: use.downloads, ago: formatAgo(use.lastAt) }) : t(uses ? 'never' : 'unsaid'),
    ...(link.maxDownloads > 0 ? [t('ofMax', { n: link.maxDownloads })] : []),
  ];
  return (
    <li className={css.row}>
      {title}
      <Text size="sm" c={end ? 'var(--warning)' : 'dimmed'}>
        {facts.join(' · ')}
        {end === 'revoking' && <PendingMark />}
      </Text>
      <div className={css.acts}>
        {!end && (
          <>
            <TextInput
              className={css.address}
              readOnly
              value={addressOfLink(link)}
              aria-label={t('address')}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              variant="default"
              leftSection={<Icon of={IconCopy} size={16} />}
              aria-label={t('copyOf', { name })}
              onClick={() => void copyLink(link)}
            >
              {t('copy')}
            </Button>
          </>
        )}
        {end === 'revoking' ? null : isOver ? (
          <Button variant="default" aria-label={t('removeOf', { name })} onClick={() => removeLink(link)}>
            {t('remove')}
          </Button>
        ) : (
          <Button
            variant="subtle"
            color="red"
            aria-label={t('revokeOf', { name })}
            onClick={() => void revokeLink(link)}
          >
            {t('revoke')}
          </Button>
        )}
      </div>
    </li>
  );
}
