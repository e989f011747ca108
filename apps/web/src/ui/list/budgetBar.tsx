import { formatPercent } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './budgetBar.module.css';

/** The share of a budget from which it is nearly used up. */
const near = 0.8;

/** Returns how a budget stands: used up from 100 %, nearly so from 80 %. */
export const budgetLevel = (used: number, budget: number): 'within' | 'near' | 'over' =>
  used >= budget ? 'over' : used >= near * budget ? 'near' : 'within';

interface BudgetBarProps {
  used: number;
  /** Of the same unit, more than zero. */
  budget: number;
  /** Names what is counted, for those who cannot see. */
  label: string;
  /** Writes a figure. */
  write: (figure: number) => string;
}

/** Shows the used part of a budget, with marks at 80 and 100 %; beyond that the marks move left. */
export function BudgetBar({ used, budget, label, write }: BudgetBarProps) {
  const t = useMessages(uiMessages);
  const share = used / budget;
  const scale = Math.max(1, share);
  const level = budgetLevel(used, budget);
  const at = (part: number) => `${(part / scale) * 100}%`;
  const words = t('usedOf', { used: write(used), budget: write(budget), share: formatPercent(share) });
  return (
    <span
      className={css.budget}
      role="img"
      aria-label={`${label}: ${words}`}
      title={words}
      data-level={level}
    >
      <span className={css.bar}>
        <span className={css.fill} style={{ width: at(share) }} />
        <span className={css.mark} style={{ insetInlineStart: at(near) }} />
        {share > 1 && <span className={css.mark} style={{ insetInlineStart: at(1) }} />}
      </span>
      <span className={css.figures} aria-hidden>
        {write(used)} / {write(budget)}
      </span>
    </span>
  );
}
