import type { Link } from '@kontor/contract/nouns/link';
import { Checkbox, Text } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useRecord, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { DocumentLink } from '../documentLink.tsx';
import { allowLinks } from './actions.ts';
import css from './link.module.css';
import { LinkRow } from './linkRow.tsx';
import { linkMessages } from './messages.ts';
import { useAllowsLinks, useLinks, useLinkUses } from './queries.ts';

/** Shows every link of the workspace, and the switch for all of them. */
export function AllLinks({ nameOf }: { nameOf: (userId: string) => string }) {
  const t = useMessages(linkMessages);
  const links = useLinks();
  const uses = useLinkUses();
  const allows = useAllowsLinks();
  return (
    <>
      <Checkbox
        label={t('allow')}
        description={t('allowHint')}
        checked={allows}
        onChange={(event) => void allowLinks(event.currentTarget.checked)}
        mb="lg"
      />
      <Text mb="sm">{links.length > 0 ? t('allIntro') : t('none')}</Text>
      {links.length > 0 && (
        <ul className={css.rows} aria-label={t('links')}>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              uses={uses}
              makerName={nameOf(link.makerId)}
              title={<LinkedName link={link} />}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows the name that what a link leads to has now, as the way there. */
function LinkedName({ link }: { link: Link }) {
  const { records } = useWorkspace();
  const document = useRecord('document', link.documentId);
  return document ? (
    <DocumentLink document={document} workspace={records.id} />
  ) : (
    <Text>{shownName(link.name)}</Text>
  );
}
