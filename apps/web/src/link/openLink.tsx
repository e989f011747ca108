import type { Visit } from '@kontor/client/link/visit';
import { linkEnds } from '@kontor/contract/wire/linkEnd';
import { ActionIcon, Button, Group, Progress, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconDownload, IconX } from '@tabler/icons-react';
import { FileIcon, typeOf } from '../features/document/fileIcon.tsx';
import { FileName } from '../features/document/fileName.tsx';
import { formatBytes, formatDateTime } from '../platform/text/format.ts';
import { useMessages } from '../platform/text/messages.ts';
import { shownName } from '../platform/text/shownName.ts';
import { Icon } from '../ui/icon.tsx';
import { linesOf } from './lines.ts';
import css from './link.module.css';
import { linkPageMessages } from './messages.ts';
import { useSaving } from './useSaving.ts';

/** Bytes from which on a device may have no room for what it has to collect before it is saved. */
const large = 500 * 1_048_576;

/** Shows the file or folder behind a link, and how to save it. */
export function OpenLink({ visit }: { visit: Visit }) {
  const t = useMessages(linkPageMessages);
  const { manifest } = visit;
  const { saving, saved, failed, saveFile, saveAll, stop } = useSaving(visit);
  const root = manifest.documents.find(({ id }) => id === manifest.rootId)!;
  const files = manifest.documents.filter(({ kind }) => kind === 'file');
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  const name = shownName(root.name);
  const isFile = root.kind === 'file';
  const [by, from, until] = [
    shownName(manifest.by),
    shownName(manifest.from),
    formatDateTime(manifest.expiresAt),
  ];
  const notSaved = ({ name, failure }: NonNullable<typeof failed>) => {
    if (failure === 'replaced') return t('notSaved', { name: shownName(name) });
    // What ended has its words in two: the title is what the other speaks of.
    const isEnd = linkEnds.some((end) => end === failure);
    const why = isEnd ? `${t(`${failure}Title`)}. ${t(failure)}` : t(failure);
    return `${t('notSavedNow', { name: shownName(name) })} ${why}`;
  };
  return (
    <>
      <div className={css.head}>
        <FileIcon type={typeOf(root)} name={root.name} />
        <Title order={1} className={css.name!}>
          <bdi>{name}</bdi>
        </Title>
      </div>
      <Text c="dimmed">{by && from ? t('sentBy', { by, from }) : t('sent', { by: by || from })}</Text>
      <Text c="dimmed">{t('until', { until, made: formatDateTime(manifest.createdAt) })}</Text>
      {size > large && (
        <Text mt="md">{t(isFile ? 'largeFile' : 'largeFolder', { size: formatBytes(size) })}</Text>
      )}
      <Group mt="md" mb="md" gap="sm">
        <Button
          size="md"
          leftSection={<Icon of={IconDownload} />}
          disabled={saving !== undefined || files.length === 0}
          onClick={() => void (isFile ? saveFile(root) : saveAll(name))}
        >
          {isFile ? t('download') : t('downloadAll', { count: files.length })}
        </Button>
        <Text c="dimmed" className="figures">
          {formatBytes(size)}
        </Text>
      </Group>
      <div className={css.status}>
        {/* Without the figures, which change too often to be read out. */}
        <div role="status">
          {saving && <Text size="sm">{t('saving', { name: shownName(saving.name) })}</Text>}
          {saved && (
            <Text size="sm">
              {saved.lacking > 0
                ? t('savedLacks', {
                    name: shownName(saved.name),
                    count: saved.lacking,
                    note: saved.note,
                  })
                : t('saved', { name: shownName(saved.name) })}
            </Text>
          )}
        </div>
        {saving && (
          <Group gap="sm" wrap="nowrap">
            <Progress
              flex={1}
              value={saving.total > 0 ? Math.round((100 * saving.done) / saving.total) : 100}
              aria-label={t('saving', { name: shownName(saving.name) })}
            />
            <Text size="sm" className="figures">
              {formatBytes(saving.done)}
            </Text>
            <ActionIcon variant="subtle" color="gray" aria-label={t('cancel')} onClick={stop}>
              <Icon of={IconX} size={16} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {failed && (
        <Text role="alert" c="red" mb="md">
          {notSaved(failed)}
        </Text>
      )}
      {!isFile && (
        <ul className={css.list} aria-label={t('contents')}>
          {linesOf(manifest).map(({ document, depth }) => (
            <li key={document.id} style={{ paddingInlineStart: `${Math.min(depth, 8) * 20}px` }}>
              <FileIcon type={typeOf(document)} name={document.name} />
              <span className={css.fileName}>
                <FileName name={shownName(document.name)} />
              </span>
              {document.kind === 'file' && (
                <>
                  <Text size="sm" c="dimmed" className="figures">
                    {formatBytes(document.size ?? 0)}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={saving !== undefined}
                    aria-label={t('downloadOne', { name: shownName(document.name) })}
                    onClick={() => void saveFile(document)}
                  >
                    <Icon of={IconDownload} />
                  </ActionIcon>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isFile && files.length === 0 && <Text c="dimmed">{t('empty')}</Text>}
    </>
  );
}
