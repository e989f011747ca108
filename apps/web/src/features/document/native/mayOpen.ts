import type { Document } from '@kontor/contract/nouns/document';
import { desktop } from '../../../platform/desktop/desktop.ts';
import { useCan } from '../../../platform/workspace/actor.ts';
import { useIsWritable } from '../../../platform/workspace/entitlement.ts';

/** Says whether a document opens in its program here: it is a file, and what is saved there could become a version. */
export function useMayOpenNatively({ kind }: Document): boolean {
  const mayUpdate = useCan('document.update');
  const isWritable = useIsWritable();
  return desktop() !== undefined && kind === 'file' && mayUpdate && isWritable;
}
