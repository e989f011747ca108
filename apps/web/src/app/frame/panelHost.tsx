import { Suspense, useEffect } from 'react';
import { providePanels, useOpenPanel, usePanel } from '../../ui/overlay/panel.ts';
import { panels } from '../panels.ts';

/** Shows the slide-over that the address names. */
export function PanelHost() {
  const { panel, item } = useOpenPanel();
  const { open, close } = usePanel();
  useEffect(() => providePanels(open), [open]);
  const Shown = panel && Object.hasOwn(panels, panel) ? panels[panel]?.component : undefined;
  if (!Shown) return null;
  return (
    <Suspense>
      <Shown key={`${panel} ${item}`} item={item} close={close} />
    </Suspense>
  );
}
