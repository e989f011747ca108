import { Progress, Skeleton, Text } from '@mantine/core';
import { formatNumber } from '../platform/text/format.ts';
import { useMessages } from '../platform/text/messages.ts';
import { uiMessages } from './messages.ts';

/** Shows rows in the measure of a list, for the first sync only: what is in the replica never waits. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} height={12} my={12} width={`${88 - ((row * 23) % 46)}%`} />
      ))}
    </div>
  );
}

/** Stands in a cell, or a line, for a figure that is not known yet. */
export const SkeletonFigure = () => (
  <Skeleton component="span" display="inline-block" height={8} width={64} aria-hidden />
);

/** Says that what stands there is not all. */
export function MoreComes() {
  const t = useMessages(uiMessages);
  return (
    <Text size="sm" c="dimmed" my="xs" role="status">
      {t('moreComes')}
    </Text>
  );
}

/** Shows the line that counts records while the first sync runs; `total` when the server has said how many there are. */
export function ProgressLine({ done, total }: { done: number; total?: number }) {
  const t = useMessages(uiMessages);
  const label = done > 0 ? t('loaded', { count: done }) : t('loading');
  return (
    <div>
      <Progress
        value={total ? Math.min(100, (done / total) * 100) : 100}
        animated={!total}
        size={3}
        aria-label={label}
      />
      <Text size="xs" c="dimmed" mt="xs" className="figures" role="status">
        {total ? `${formatNumber(done)} / ${formatNumber(total)}` : label}
      </Text>
    </div>
  );
}
