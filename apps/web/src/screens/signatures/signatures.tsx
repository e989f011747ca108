import { Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { signingMessages } from '../../features/signing/messages.ts';
import { useSignaturesPlace } from '../../features/signing/places.ts';
import { type JudgedSigning, useSignings } from '../../features/signing/queries.ts';
import { shownStatus } from '../../features/signing/words.ts';
import { WorkspaceFingerprint } from '../../features/signing/workspaceFingerprint.tsx';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { formatDate, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useIsWritable, useMay } from '../../platform/workspace/entitlement.ts';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { RecordName } from '../../ui/list/recordName.tsx';
import { TextLink } from '../../ui/nav/link.tsx';
import { PlanNotice } from '../../ui/planNotice.tsx';

/** Shows everything that somebody is asked to sign, or has asked others to sign: what waits for them first. */
export function Signatures() {
  const t = useMessages(signingMessages);
  const { workspace = '' } = useParams({ strict: false });
  const worksHere = useHasRole('EMPLOYEE');
  const { one } = useSignaturesPlace();
  const signings = useSignings();
  // A workspace that is closed may have the plan, and nothing to show but what was signed.
  const [mayAsk, isOpen] = [useMay('signature'), useIsWritable()];
  usePage(t('signatures'));
  const columns: Column<JudgedSigning>[] = [
    {
      key: 'document',
      header: t('document'),
      cell: ({ request }) => (
        <RecordName>
          <Link to={one} params={{ workspace, signing: request.id }} title={request.name} data-list-item>
            {request.name}
          </Link>
        </RecordName>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      width: '208px',
      cell: (signing) => {
        const words = shownStatus(signing);
        return signing.isForMe ? <strong>{words}</strong> : words;
      },
    },
    {
      key: 'asked',
      header: t('asked'),
      width: '280px',
      isOptional: true,
      cell: ({ request }) => t('askedAt', { name: request.askerName, at: formatDateTime(request.createdAt) }),
    },
    {
      key: 'deadline',
      header: t('until'),
      width: '150px',
      isOptional: true,
      cell: ({ request }) => request.deadline && formatDate(request.deadline),
    },
  ];
  return (
    <>
      <SyncNotices />
      {worksHere && (
        <Title order={1} mb="md">
          {t('signatures')}
        </Title>
      )}
      {signings.length === 0 ? (
        worksHere && isOpen && !mayAsk ? (
          <PlanNotice feature="signature" />
        ) : (
          <EmptyState>{t(worksHere ? 'none' : 'noneForYou')}</EmptyState>
        )
      ) : (
        <DataTable
          label={t('signatures')}
          columns={columns}
          rows={signings}
          rowKey={({ request }) => request.id}
        />
      )}
      <p>
        <TextLink to="/verify">{t('verifyLink')}</TextLink>
      </p>
      <WorkspaceFingerprint />
    </>
  );
}
