import { exportTemplate } from '@kontor/contract/nouns/exportTemplate';
import { ActionIcon, Group, Menu, Select } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { createTemplate, deleteTemplate, updateTemplate } from '../../features/export/actions.ts';
import {
  type ExportSettings,
  type Preset,
  presets,
  settingsOf,
} from '../../features/export/exportSettings.ts';
import { exportMessages } from '../../features/export/messages.ts';
import { compareWords } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { ReasonedItem } from '../../ui/list/reasonedItem.tsx';
import { AskNameDialog } from './nameDialog.tsx';

interface TemplatesProps {
  /** A preset's name, or a template's id. */
  chosen: string;
  /** As the template had them when it was chosen, or saved. */
  asChosen: ExportSettings;
  settings: ExportSettings;
  onChoose: (chosen: string, settings: ExportSettings) => void;
  /** False while the settings have errors. */
  maySave: boolean;
  /** Own hours make and change no templates. */
  isOwn: boolean;
}

const presetWords = { all: 'presetAll', workRecord: 'presetWorkRecord' } as const;

/** Chooses what an export starts from, and keeps it as a template. */
export function Templates({ chosen, asChosen, settings, onChoose, maySave, isOwn }: TemplatesProps) {
  const t = useMessages(exportMessages);
  const [isNaming, setNaming] = useState(false);
  const templates = useAll('exportTemplate');
  const template = templates.find(({ id }) => id === chosen);
  const saved = templates
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => compareWords(a.label, b.label));
  const choose = (value: string | null) => {
    const found = templates.find(({ id }) => id === value);
    if (found) onChoose(found.id, settingsOf(found));
    else if (value !== null) onChoose(value, presets[value as Preset]);
  };
  const remove = async () => {
    if (template && (await deleteTemplate(template.id, template.name))) choose('all');
  };
  const update = (id: string) => {
    const next = updateTemplate(id, asChosen, settings);
    if (next) onChoose(id, next);
  };
  const whyNot = maySave ? undefined : t('settingsWrong');
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <Select
        label={t('template')}
        size="xs"
        allowDeselect={false}
        value={chosen}
        onChange={choose}
        data={[
          {
            group: t('presets'),
            items: (['all', 'workRecord'] as const).map((value) => ({ value, label: t(presetWords[value]) })),
          },
          ...(saved.length > 0 ? [{ group: t('templates'), items: saved }] : []),
        ]}
      />
      {!isOwn && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray.7" size={30} aria-label={t('templates')}>
              <Icon of={IconDotsVertical} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ReasonedItem whyNot={whyNot} onClick={() => setNaming(true)}>
              {t('saveTemplate')}
            </ReasonedItem>
            {template && (
              <>
                <ReasonedItem whyNot={whyNot} onClick={() => update(template.id)}>
                  {t('changeTemplate', { name: template.name })}
                </ReasonedItem>
                <Menu.Item color="red" onClick={() => void remove()}>
                  {t('deleteTemplate')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isNaming && (
        <AskNameDialog
          title={t('saveTemplate')}
          label={t('templateName')}
          first=""
          maxLength={exportTemplate.sealed.name.maxLength}
          action={t('save')}
          onName={(name) => {
            const id = createTemplate(name, settings);
            if (id) onChoose(id, settings);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </Group>
  );
}
