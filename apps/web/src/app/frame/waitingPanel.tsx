import { useMessages } from '../../platform/text/messages.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

/** Stands where a slide-over will be, until what it is about is here. */
export function WaitingPanel({ close }: { close: () => void }) {
  const t = useMessages(uiMessages);
  return (
    <SlideOver title={t('loading')} onClose={close}>
      <SkeletonRows />
    </SlideOver>
  );
}
