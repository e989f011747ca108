import { getRouteApi, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FoldedComments } from '../../features/comment/foldedComments.tsx';
import { LeftOnDocument } from '../../features/comment/leftOnDocument.tsx';
import { useCustomer } from '../../features/customer/queries.ts';
import { Explorer } from '../../features/document/explorer/explorer.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { usePeople, useReaders } from '../../features/member/queries.ts';
import { useProject } from '../../features/project/queries.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { TaskLabel } from '../../features/task/taskLabel.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useProjectPage } from './breadcrumbs.ts';

const route = getRouteApi('/signed-in/$workspace/projects/$space');

/** Shows a project's documents; the rest of the address leads to the folder. */
export function Documents() {
  const t = useMessages(documentMessages);
  const { workspace, space } = route.useParams();
  const { _splat } = useParams({ strict: false });
  const { file } = useSearch({ strict: false });
  const navigate = useNavigate();
  const people = usePeople();
  const signingMarks = useSigningMarks();
  const { open } = usePanel();
  const readers = useReaders(space);
  const customer = useCustomer(useProject(space)?.customerId);
  useProjectPage(workspace, space, t('documents'));
  return (
    <Explorer
      workspace={workspace}
      root={{ scopeId: space }}
      path={_splat}
      file={file}
      people={people}
      customer={customer}
      moreMarks={signingMarks}
      beneath={({ id, createdBy }) => (
        <FoldedComments
          subject={{ scopeId: space, documentId: id }}
          people={people}
          readers={readers}
          followers={[createdBy]}
        />
      )}
      left={(id) => <LeftOnDocument id={id} />}
      taskTitle={(id) => (
        <QueryLink query={{ panel: 'task', item: id }} onFollow={() => open('task', id)}>
          <TaskLabel id={id} />
        </QueryLink>
      )}
      onShow={(id) =>
        void navigate({
          to: '.',
          search: ({ file: _, ...before }) => ({ ...before, ...(id && { file: id }) }),
          replace: file !== undefined,
        })
      }
    />
  );
}
