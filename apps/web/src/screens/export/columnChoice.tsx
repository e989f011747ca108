import type { ExportColumn } from '@kontor/contract/nouns/exportTemplate';
import type { Currency } from '@kontor/contract/text/currency';
import { ActionIcon, Button, Checkbox, Popover, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns } from '@tabler/icons-react';
import { columnsFor } from '../../features/export/exportSettings.ts';
import { exportMessages } from '../../features/export/messages.ts';
import { columnName } from '../../features/export/words.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './export.module.css';

interface ColumnChoiceProps {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
  seesMoney: boolean;
  currency: Currency;
  error: string | undefined;
}

/** Chooses the columns of an export, and their order. */
export function ColumnChoice({ columns, onChange, seesMoney, currency, error }: ColumnChoiceProps) {
  const t = useMessages(exportMessages);
  const known = columnsFor(seesMoney);
  const chosen = columns.filter((column) => known.includes(column as ExportColumn)) as ExportColumn[];
  const rest = known.filter((column) => !chosen.includes(column));
  const move = (at: number, by: number) => {
    const next = chosen.toSpliced(at, 1);
    onChange(next.toSpliced(at + by, 0, chosen[at]!));
  };
  const row = (column: ExportColumn, at: number) => {
    const name = columnName(column, currency);
    const isChosen = at >= 0;
    return (
      <li key={column}>
        <Checkbox
          size="xs"
          label={name}
          checked={isChosen}
          onChange={() => onChange(isChosen ? chosen.toSpliced(at, 1) : [...chosen, column])}
        />
        {isChosen && (
          <span>
            <ActionIcon
              variant="subtle"
              color="gray.7"
              size={24}
              disabled={at === 0}
              onClick={() => move(at, -1)}
              aria-label={t('earlier', { name })}
            >
              <Icon of={IconArrowUp} size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray.7"
              size={24}
              disabled={at === chosen.length - 1}
              onClick={() => move(at, 1)}
              aria-label={t('later', { name })}
            >
              <Icon of={IconArrowDown} size={16} />
            </ActionIcon>
          </span>
        )}
      </li>
    );
  };
  return (
    <div>
      <Popover position="bottom-start" trapFocus shadow="md">
        <Popover.Target>
          <Button variant="default" size="xs" leftSection={<Icon of={IconColumns} size={16} />}>
            {t('columns')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <ul className={css.columns} aria-label={t('columns')}>
            {chosen.map(row)}
            {rest.map((column) => row(column, -1))}
          </ul>
        </Popover.Dropdown>
      </Popover>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
