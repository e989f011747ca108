import { Suspense } from 'react';
import { usePanel } from '../../ui/overlay/panel.ts';
import { panels } from '../panels.ts';

/** Shows the slide-over that the address names. */
export function PanelHost() {
  const { panel, item, close } = usePanel();
  const Shown = panel && Object.hasOwn(panels, panel) ? panels[panel]?.component : undefined;
  if (!Shown) return null;
  return (
    <Suspense>
      <Shown key={`${panel} ${item}`} item={item} close={close} />
    </Suspense>
  );
}
