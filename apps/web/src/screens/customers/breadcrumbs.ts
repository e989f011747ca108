import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer } from '../../features/customer/queries.ts';
import { type Crumb, usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';

/** Names a page of a customer, with its breadcrumbs; for employees, who see the documents alone, it is no link. */
export function useCustomerPage(workspace: string, id: string, title: string): void {
  const t = useMessages(customerMessages);
  const customer = useCustomer(id);
  const mayOpen = useCan('customerFile.update');
  const base = `/${workspace}/customers`;
  const crumbs: Crumb[] = [{ label: t('customers'), ...(mayOpen && { href: base }) }];
  if (customer) crumbs.push({ label: customer.name, ...(mayOpen && { href: `${base}/${id}` }) });
  usePage(title, crumbs);
}
