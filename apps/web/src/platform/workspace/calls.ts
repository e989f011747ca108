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
// What was asked while the line was down goes on when it is back, and answers are looked at anew with the window.
calls.mount();

/** TanStack's `useQuery` over `calls`. */
export const useQuery = <Data>(options: UseQueryOptions<Data>) => useQueryOf(options, calls);

/** TanStack's `useMutation` over `calls`. */
export const useMutation = <Data, Input = void>(options: UseMutationOptions<Data, Error, Input>) =>
  useMutationOf(options, calls);
