import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon, type IconShape } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import css from './tray.module.css';

interface TrayProps {
  label: string;
  /** The line at the top, which stays when the rest is folded. */
  title: string;
  /** True where a new title is read out. */
  isSaid?: boolean;
  /** Buttons beside the one that folds. */
  tools?: ReactNode;
  /** A line between the title and the rows. */
  notice?: ReactNode;
  children: ReactNode;
}

/** Shows a list of what goes on in the background, in view wherever one goes. Its rows are {@link TrayRow}s. */
export function Tray({ label, title, isSaid = false, tools, notice, children }: TrayProps) {
  const t = useMessages(uiMessages);
  const [isFolded, setFolded] = useState(false);
  return (
    <aside className={css.tray} aria-label={label}>
      <div className={css.head}>
        <h2 aria-live={isSaid ? 'polite' : 'off'}>{title}</h2>
        <span className={css.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('fold')}
            title={t('fold')}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            <Icon of={isFolded ? IconChevronUp : IconChevronDown} />
          </ActionIcon>
          {tools}
        </span>
      </div>
      <div role="status">{notice && <div className={css.notice}>{notice}</div>}</div>
      {!isFolded && <ul className={css.rows}>{children}</ul>}
    </aside>
  );
}

interface TrayRowProps {
  name: string;
  /** Buttons and marks at the end of the name's line. */
  tools: ReactNode;
  state: string;
  tone?: 'good' | 'bad' | undefined;
  /** The way on from a state that does not go on by itself. */
  remedy?: ReactNode;
  /** Content between the name and the state. */
  children?: ReactNode;
}

interface TrayButtonProps {
  icon: IconShape;
  /** The verb, with the name of what it is about. */
  label: string;
  /** The verb alone. */
  title: string;
  onClick: () => void;
}

/** Shows a button of a row: a sign that says its verb to those who point at it, and more to those who hear it. */
export const TrayButton = ({ icon, label, title, onClick }: TrayButtonProps) => (
  <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={title} onClick={onClick}>
    <Icon of={icon} size={16} />
  </ActionIcon>
);

/** Shows one thing that goes on, and how it stands. */
export function TrayRow({ name, tools, state, tone, remedy, children }: TrayRowProps) {
  return (
    <li className={css.row}>
      <div className={css.line}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {tools}
      </div>
      {children}
      <div className={css.outcome}>
        <span className={css.state} data-tone={tone}>
          {state}
        </span>
        {remedy}
      </div>
    </li>
  );
}
