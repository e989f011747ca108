import { type ComponentType, lazy } from 'react';

/** Forgets, of each part whose code did not come, that it did not. */
const failed = new Set<() => void>();

/** Lets every part whose code did not come be asked for again where it is next drawn. */
export function retryParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Load the code of each part that the code so far may draw. */
const known = new Set<() => Promise<unknown>>();

/** Loads the code of all of them, and of what these may draw. What does not come is asked for again when it is drawn. */
export async function loadParts(): Promise<void> {
  const count = known.size;
  await Promise.allSettled([...known].map((load) => load()));
  if (known.size > count) await loadParts();
}

/** Makes a component whose code loads when it is first drawn, or with `loadParts`. Until `retryParts` one that did not come throws. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  known.add(load);
  const make = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component as ComponentType<object> }),
        (error) => {
          failed.add(() => {
            Part = make();
          });
          throw error;
        },
      ),
    );
  let Part = make();
  return function LazyPart(props: P) {
    return <Part {...props} />;
  };
}
