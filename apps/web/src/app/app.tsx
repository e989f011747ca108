import { RouterProvider } from '@tanstack/react-router';
import { Insecure } from './errors/insecure.tsx';
import { Look } from './look.tsx';
import type { makeRouter } from './router.tsx';

/** Shows the whole app. */
export function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  return (
    <Look>
      <RouterProvider router={router} />
    </Look>
  );
}

/** Stands in the app's place where browsers withhold encryption. */
export function Notice() {
  return (
    <Look>
      <Insecure />
    </Look>
  );
}
