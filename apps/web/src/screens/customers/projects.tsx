import { Button, Checkbox, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { customerMessages } from '../../features/customer/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useCustomerPage } from './breadcrumbs.ts';
import { ProjectTable, useProjectsView } from './projectTable.tsx';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

/** Shows a customer's projects. */
export function CustomerProjects() {
  const t = useMessages(customerMessages);
  const ui = useMessages(uiMessages);
  const { workspace, customer } = route.useParams();
  const { open } = usePanel();
  const [{ withArchived = false }, setView] = useProjectsView();
  useCustomerPage(workspace, customer, t('projects'));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Checkbox
          label={ui('showArchived')}
          checked={withArchived}
          onChange={(event) => setView({ withArchived: event.currentTarget.checked })}
        />
        <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('project')}>
          {t('newProject')}
        </Button>
      </Group>
      <ProjectTable workspace={workspace} customerId={customer} withArchived={withArchived} />
    </>
  );
}
