/** The menus of documents for a page that does not wait for their code, such as the first one of a workspace. */
import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { People } from '../../../ui/person/people.tsx';
import type { AskedDialog as Dialog, PlacedMenu as Menu } from './documentMenus.tsx';
import css from './lateMenus.module.css';

type Asked = ComponentProps<typeof Dialog>['asked'];

const PlacedMenu = lazyPart<ComponentProps<typeof Menu>>(
  async () => (await import('./documentMenus.tsx')).PlacedMenu,
);
const AskedDialog = lazyPart<ComponentProps<typeof Dialog>>(
  async () => (await import('./documentMenus.tsx')).AskedDialog,
);

const nothing = () => null;

interface LateMenus {
  /** Returns the menu of a document, or the room for it until its code is here. */
  menuOf(documentId: string): ReactNode;
  /** The dialog that is open; it stands outside of the rows, which may go while it is. */
  dialog: ReactNode;
}

/** Returns menus as `useDocumentMenus` does, with code that loads once the first of them is drawn. */
export function useLateDocumentMenus(people: People): LateMenus {
  const [asked, setAsked] = useState<Asked>();
  return {
    menuOf: (documentId) => (
      // A list without menus is better than none, should the code not come.
      <CatchBoundary getResetKey={() => documentId} errorComponent={nothing}>
        <Suspense fallback={<span className={css.room} />}>
          <PlacedMenu documentId={documentId} onAsk={setAsked} />
        </Suspense>
      </CatchBoundary>
    ),
    dialog: asked && (
      <Suspense>
        <AskedDialog asked={asked} people={people} onClose={() => setAsked(undefined)} />
      </Suspense>
    ),
  };
}
