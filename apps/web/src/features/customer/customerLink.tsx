import { useCan } from '../../platform/workspace/actor.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { useCustomer } from './queries.ts';

/** Shows a customer's name, leading to as much of them as one may see: everything, or the documents. */
export function CustomerLink({ id, workspace }: { id: string; workspace: string }) {
  const customer = useCustomer(id);
  const isAdmin = useCan('customerFile.update');
  if (!customer) return null;
  return (
    <TextLink
      to={isAdmin ? '/$workspace/customers/$customer' : '/$workspace/customers/$customer/documents'}
      params={{ workspace, customer: id }}
    >
      {customer.name}
    </TextLink>
  );
}
