import type { TaskStatus } from '@kontor/contract/nouns/task';
import { IconCircle, IconCircleCheckFilled, IconCircleDot, IconProgressCheck } from '@tabler/icons-react';
import type { IconShape } from '../../ui/icon.tsx';
import css from './status.module.css';

const shapes: Record<TaskStatus, IconShape> = {
  TODO: IconCircle,
  IN_PROGRESS: IconCircleDot,
  IN_REVIEW: IconProgressCheck,
  DONE: IconCircleCheckFilled,
};

/** Shows a status as a small sign; the word stands beside it or in the label of what holds it. */
export function StatusIcon({ status }: { status: TaskStatus }) {
  const Shape = shapes[status];
  return (
    <span className={css.icon} data-status={status} aria-hidden>
      <Shape size={18} stroke={1.75} aria-hidden />
    </span>
  );
}
