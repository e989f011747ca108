import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { letGoOfUrl } from '../../../platform/letGoOfUrl.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { FileIcon } from '../fileIcon.tsx';
import { FileName } from '../fileName.tsx';
import { fileTypeOf } from '../fileType.ts';
import type { ChosenFile } from './actions.ts';
import css from './attached.module.css';
import { attachedMessages } from './messages.ts';
import type { ChosenFiles } from './useChosenFiles.ts';

/** Shows the files that were chosen for a message, each to be taken out again. */
export function ChosenList({ files, remove }: Pick<ChosenFiles, 'files' | 'remove'>) {
  const t = useMessages(attachedMessages);
  if (files.length === 0) return null;
  return (
    <ul className={css.chosen} aria-label={t('chosenFiles')}>
      {files.map((chosen, index) => {
        const name = shownName(chosen.file.name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name; a sign follows its file
          <li key={`${index} ${name}`}>
            <Sign chosen={chosen} />
            <span className={css.words}>
              <FileName name={name} />
              <span className={css.state}>{formatBytes(chosen.file.size)}</span>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeChosen', { name })}
              title={t('removeChosen', { name })}
              onClick={() => {
                keepFocus();
                remove(chosen);
              }}
            >
              <Icon of={IconX} size={16} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** Shows a picture as it was chosen, small; of other files the sign of their kind. */
function Sign({ chosen: { file, width } }: { chosen: ChosenFile }) {
  const [src, setSrc] = useState<string>();
  const isPicture = width !== undefined;
  useEffect(() => {
    if (!isPicture) return;
    const url = URL.createObjectURL(file);
    setSrc(url);
    return () => {
      setSrc(undefined);
      letGoOfUrl(url);
    };
  }, [file, isPicture]);
  return src ? (
    <img className={css.sign} src={src} alt="" />
  ) : (
    <FileIcon type={fileTypeOf(file.type)} name={file.name} />
  );
}
