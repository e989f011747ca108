import { formatPercent } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { projectMessages } from './messages.ts';
import css from './project.module.css';

export interface ProgressFigures {
  done: number;
  total: number;
  /** Between 0 and 1. */
  share: number;
}

/** Shows what is done of all tasks as a bar with its figures. */
export function ProgressBar({ progress }: { progress: ProgressFigures | undefined }) {
  const t = useMessages(projectMessages);
  if (!progress || progress.total === 0) return <span className={css.quiet}>{t('noTasks')}</span>;
  const { done, total, share } = progress;
  return (
    <span
      className={css.progress}
      role="img"
      aria-label={t('progressOf', { done, total })}
      title={formatPercent(share)}
    >
      <span className={css.bar} data-full={share === 1 || undefined}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className={css.figures} aria-hidden>
        {done}/{total}
      </span>
    </span>
  );
}
