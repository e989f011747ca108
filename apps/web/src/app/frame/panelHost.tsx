import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useNeeded } from '../../platform/workspace/loaded.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { providePanels, useOpenPanel, usePanel } from '../../ui/overlay/panel.ts';
import { type PanelProps, panels } from '../panels.ts';
import { scopesOfPanel } from '../scopesAt.ts';

const WaitingPanel = lazyPart(async () => (await import('./waitingPanel.tsx')).WaitingPanel);

/**
 * Says whether what a slide-over is about is here, with all that lies in the scopes it changes. Asks for these before the rest.
 */
export function useSubjectIsHere(panel: string, item: string | undefined): boolean {
  const { records } = useWorkspace();
  useObservable(records.loaded);
  useObservable(records.scopes);
  const [wasHere, setWasHere] = useState(false);
  const isHere = useNeeded(item === undefined ? [] : scopesOfPanel(panel, item, records));
  if (isHere && !wasHere) setWasHere(true);
  return isHere || wasHere;
}

interface SubjectPanelProps extends PanelProps {
  panel: string;
  shown: ComponentType<PanelProps>;
}

function SubjectPanel({ panel, shown: Shown, item, close }: SubjectPanelProps) {
  const isHere = useSubjectIsHere(panel, item);
  return isHere ? <Shown item={item} close={close} /> : <WaitingPanel close={close} />;
}

/** Shows the slide-over that the address names. */
export function PanelHost() {
  const { panel, item } = useOpenPanel();
  const { open, close } = usePanel();
  useEffect(() => providePanels(open), [open]);
  const shown = panel && Object.hasOwn(panels, panel) ? panels[panel]?.component : undefined;
  if (!shown) return null;
  return (
    <Suspense>
      <SubjectPanel key={`${panel} ${item}`} panel={panel!} shown={shown} item={item} close={close} />
    </Suspense>
  );
}
