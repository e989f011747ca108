/** Calls whose answers are not in the replica (devices, invoices): cached for a moment, forgotten at sign-out. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });

/** Forgets every answer. */
export const forgetCalls = (): void => client.clear();

/** Gives the components below their `useQuery` and `useMutation`. */
export function Calls({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
