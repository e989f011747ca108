import { Button, Group, Menu, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconDotsVertical, IconDownload } from '@tabler/icons-react';
import { exportMessages } from '../../features/export/messages.ts';
import type { FileKind } from '../../features/export/reportEngine.ts';
import type { FileProgress } from '../../features/export/useReport.ts';
import { formatNumber } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';

interface FilesProps {
  isReady: boolean;
  /** False where there is nothing to write but absences. */
  hasRows: boolean;
  progress: FileProgress | undefined;
  onMake: (kind: FileKind) => void;
  onCancel: () => void;
}

/** Makes the files; while one is made, shows how far it is. */
export function Files({ progress, onCancel, ...offered }: FilesProps) {
  const t = useMessages(exportMessages);
  return (
    <>
      {/* Without the figures, which change too often to be read out. */}
      <VisuallyHidden role="status">{progress && t('beingMade')}</VisuallyHidden>
      {progress ? <Making progress={progress} onCancel={onCancel} /> : <Kinds {...offered} />}
    </>
  );
}

function Making({
  progress: { written, total },
  onCancel,
}: {
  progress: FileProgress;
  onCancel: () => void;
}) {
  const t = useMessages(exportMessages);
  return (
    <Group gap="sm">
      <Progress
        value={total === 0 ? 0 : Math.round((100 * written) / total)}
        w={160}
        size={6}
        aria-label={t('beingMade')}
      />
      <Text size="sm" className="figures">
        {t('making', { written: formatNumber(written), total: formatNumber(total) })}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </Group>
  );
}

function Kinds({ isReady, hasRows, onMake }: Pick<FilesProps, 'isReady' | 'hasRows' | 'onMake'>) {
  const t = useMessages(exportMessages);
  return (
    <Group gap="xs">
      {(['xlsx', 'pdf', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant={kind === 'xlsx' ? 'filled' : 'default'}
          disabled={!isReady || !hasRows}
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() => onMake(kind)}
          {...(kind === 'csv' && { title: t('csvHint') })}
        >
          {t(kind)}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" disabled={!isReady} aria-label={t('more')} px={8}>
            <Icon of={IconDotsVertical} size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onMake('payroll')}>{t('payroll')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
