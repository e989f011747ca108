import { useCustomer } from './queries.ts';

/** Shows the name of a customer, by their id; nothing where they are not here. */
export function CustomerLabel({ id }: { id: string | undefined }) {
  return useCustomer(id)?.name;
}
