import { Input } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { FileButton } from '../../ui/form/fileButton.tsx';
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
          onFiles={(more) => onChange([...files, ...more])}
        />
      </div>
    </Input.Wrapper>
  );
}
