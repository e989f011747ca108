import { Text } from '@mantine/core';
import { getRouteApi, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FoldedComments } from '../../features/comment/foldedComments.tsx';
import { LeftOnDocument } from '../../features/comment/leftOnDocument.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer } from '../../features/customer/queries.ts';
import { Explorer } from '../../features/document/explorer/explorer.tsx';
import { sharedPath } from '../../features/document/tree.ts';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { useCustomerPage } from './breadcrumbs.ts';
import { CustomerShared } from './shared.tsx';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

/** Shows what the firm keeps about a customer; the rest of the address leads to the folder. */
export function CustomerDocuments() {
  const t = useMessages(customerMessages);
  const { workspace, customer } = route.useParams();
  const { _splat } = useParams({ strict: false });
  const { file } = useSearch({ strict: false });
  const navigate = useNavigate();
  const people = usePeople();
  const signingMarks = useSigningMarks();
  const colleagues = useColleagues();
  const { records } = useWorkspace();
  const record = useCustomer(customer);
  useCustomerPage(workspace, customer, t('documents'));
  const [first, ...below] = (_splat ?? '').split('/').filter(Boolean);
  if (first === sharedPath)
    return <CustomerShared workspace={workspace} customerId={customer} path={below} />;
  return (
    <>
      <Text size="sm" c="dimmed" my="sm">
        {t('documentsReadBy')}
      </Text>
      <Explorer
        workspace={workspace}
        root={{ scopeId: records.scopeOf('staff'), customerId: customer }}
        path={_splat}
        file={file}
        people={people}
        customer={record}
        moreMarks={signingMarks}
        beneath={({ id, createdBy }) => (
          <FoldedComments
            subject={{ scopeId: records.scopeOf('staff'), documentId: id }}
            people={people}
            readers={colleagues}
            followers={[createdBy]}
          />
        )}
        left={(id) => <LeftOnDocument id={id} />}
        onShow={(id) =>
          void navigate({
            to: '.',
            search: ({ file: _, ...before }) => ({ ...before, ...(id && { file: id }) }),
            replace: file !== undefined,
          })
        }
      />
    </>
  );
}
