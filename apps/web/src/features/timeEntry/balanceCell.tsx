import { balanceText } from '@kontor/table/table';

interface BalanceCellProps {
  /** ms; undefined where nothing is owed. */
  balance: number | undefined;
  /** A sum shows, too, where it is none. */
  isTotal?: boolean;
  className?: string | undefined;
}

/** Shows the difference between hours and those that are owed, in whole minutes, and marks what is missing. */
export function BalanceCell({ balance, isTotal, className }: BalanceCellProps) {
  const text = balance === undefined ? '' : balanceText(balance);
  return (
    <td className={className} data-less={text.startsWith('−') || undefined}>
      {isTotal || text !== '0:00' ? text : ''}
    </td>
  );
}
