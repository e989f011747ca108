/** Calls whose answers are not in the replica (devices, invoices): cached for a moment, forgotten at sign-out. */
import {
  QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation as useMutationOf,
  useQuery as useQueryOf,
} from '@tanstack/react-query';

/** The answers. Who asks names them, so that the frame above need not load what holds them. */
export const calls = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
// What was asked while the connection was down goes on when it is back, and answers are looked at anew with the window.
calls.mount();

/**
 * Forgets all answers that are here: those that a page still shows as soon as it goes, since it would ask again for what
 * nobody answers any more.
 */
export function forgetAnswers(): void {
  const cache = calls.getQueryCache();
  const left = new Set(cache.getAll());
  const drop = () => {
    for (const query of left)
      if (query.getObserversCount() === 0) {
        left.delete(query);
        cache.remove(query);
      }
    if (left.size === 0) stop();
  };
  const stop = cache.subscribe(({ type }) => {
    if (type === 'observerRemoved') drop();
  });
  drop();
}

/** Calls TanStack's `useQuery` over `calls`. */
export const useQuery = <Data>(options: UseQueryOptions<Data>) => useQueryOf(options, calls);

/** Calls TanStack's `useMutation` over `calls`. */
export const useMutation = <Data, Input = void>(options: UseMutationOptions<Data, Error, Input>) =>
  useMutationOf(options, calls);
