import { Input } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { FileButton } from '../../ui/form/fileButton.tsx';
import { FileDrop } from '../../ui/form/fileDrop.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RemovableList } from '../../ui/list/removableList.tsx';
import { documentMessages } from './messages.ts';

interface WaitingFilesProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
}

/** Chooses files for something that is not saved yet: they go up once it is. */
export function WaitingFiles({ files, onChange }: WaitingFilesProps) {
  const t = useMessages(documentMessages);
  const add = (more: readonly File[]) => onChange([...files, ...more]);
  return (
    <Input.Wrapper label={t('documents')} labelElement="div">
      <RemovableList
        label={t('documents')}
        names={files.map(({ name, size }) => `${name}, ${formatBytes(size)}`)}
        onRemove={(at) => onChange(files.filter((_, index) => index !== at))}
      />
      <div>
        <FileButton
          label={t('chooseFiles')}
          variant="default"
          size="xs"
          mt={6}
          leftSection={<Icon of={IconUpload} size={16} />}
          onFiles={add}
        />
      </div>
      <FileDrop
        label={t('uploadHere')}
        onDrop={(dropped) => {
          if (dropped.hasFolders) toast.error(t('filesOnly'));
          else add(dropped.files);
        }}
      />
    </Input.Wrapper>
  );
}
