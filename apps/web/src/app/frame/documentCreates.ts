import { IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { documentMessages } from '../../features/document/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { beginNext, useCreatesHere } from '../../ui/list/createsHere.ts';
import type { Command } from './command.ts';

/** Returns the project or customer of an address, e.g. `projects/<id>`; empty elsewhere. */
function placeAt(pathname: string): string {
  const [, area, id] = pathname.split('/').filter(Boolean);
  return id && (area === 'projects' || area === 'customers') ? `${area}/${id}` : '';
}

/**
 * Returns what can be made among documents: what the page in view offers; on the other pages of a project or customer a folder
 * and an upload, which begin on the page of its documents.
 */
export function useDocumentCreates(workspace: string): Command[] {
  const t = useMessages(documentMessages);
  const here = useCreatesHere();
  const navigate = useNavigate();
  const [area = '', id = ''] = useLocation({ select: ({ pathname }) => placeAt(pathname) }).split('/');
  const project = useRecord('project', area === 'projects' ? id : '');
  const customer = useRecord('customer', area === 'customers' ? id : '');
  if (here.length > 0 || (!project && !customer))
    return here.map((create): Command => ({ ...create, group: 'create' }));
  const begin = (what: string) => {
    beginNext(what);
    if (project)
      void navigate({ to: '/$workspace/projects/$space/documents', params: { workspace, space: id } });
    else
      void navigate({ to: '/$workspace/customers/$customer/documents', params: { workspace, customer: id } });
  };
  return [
    {
      id: 'create-folder',
      group: 'create',
      label: t('folder'),
      icon: IconFolderPlus,
      run: () => begin('create-folder'),
    },
    {
      id: 'create-upload',
      group: 'create',
      label: t('upload'),
      icon: IconUpload,
      run: () => begin('create-upload'),
    },
  ];
}
