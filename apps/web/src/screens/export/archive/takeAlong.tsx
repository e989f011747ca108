import { today } from '@kontor/contract/time/day';
import { writeCsv } from '@kontor/table/csv';
import { Button, Group, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { customerMessages } from '../../../features/customer/messages.ts';
import { documentMessages } from '../../../features/document/messages.ts';
import { saveArchive } from '../../../features/document/packing.ts';
import { packed } from '../../../features/document/zip.ts';
import { useIsBilled } from '../../../features/subscription/queries.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { useFirm } from '../sources.ts';
import { archiveFolders } from './folders.ts';
import { archiveLists } from './lists.ts';
import { archiveMessages } from './messages.ts';
import css from './takeAlong.module.css';

/** Packs all documents and lists that this person reads, and saves them as one archive. */
async function saveEverything(name: string): Promise<void> {
  const { records, downloads } = currentWorkspace();
  const { collections } = records;
  const [project, customer, document] = [collections.project, collections.customer, collections.document];
  const { top, contentsOf } = archiveFolders(
    { projects: project.all(), customers: customer.all(), documents: document.all() },
    {
      projects: archiveMessages.t('projects'),
      customers: customerMessages.t('customers'),
      taskDocuments: documentMessages.t('taskDocuments'),
    },
  );
  const lists = archiveLists(records).map((list) => ({
    path: `${list.title}.csv`,
    content: writeCsv(list, () => {}),
  }));
  await saveArchive([...lists, ...packed(top, contentsOf)], name, downloads.stream);
}

/** Offers everything of a workspace as one archive, and says what it is and what it leaves out. */
export function TakeAlong() {
  const t = useMessages(archiveMessages);
  const { workspace = '' } = useParams({ strict: false });
  const { name } = useFirm();
  const isBilled = useIsBilled(workspace);
  return (
    <section className={css.section} aria-labelledby="take-along">
      <Title order={2} size="h4" id="take-along">
        {t('takeAlong')}
      </Title>
      <Text size="sm">{t('whatIsIn')}</Text>
      <Text size="sm" c="dimmed">
        {t('whatIsNot')}
      </Text>
      <Group gap="md">
        <Button variant="default" onClick={() => void saveEverything(t('archiveOf', { name, day: today() }))}>
          {t('save')}
        </Button>
        <TextLink to="/$workspace/signatures" params={{ workspace }}>
          {t('signed')}
        </TextLink>
        {isBilled && (
          <TextLink to="/$workspace/settings/billing-and-payment" params={{ workspace }}>
            {t('invoices')}
          </TextLink>
        )}
      </Group>
    </section>
  );
}
