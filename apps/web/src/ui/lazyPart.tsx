import { type ComponentType, lazy } from 'react';

/** Forgets, of each part whose code did not come, that it did not. */
const failed = new Set<() => void>();

/** Lets every part whose code did not come be asked for again where it is next drawn. */
export function retryParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Makes a component whose code loads when it is first drawn. Until `retryParts` one that did not come throws. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
