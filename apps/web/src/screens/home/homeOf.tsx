import type { Document } from '@kontor/contract/nouns/document';
import { CustomerLabel } from '../../features/customer/customerLabel.tsx';
import { ProjectLabel } from '../../features/project/projectLabel.tsx';

/** Shows the project or customer that a document belongs to. */
export const homeOf = ({ scopeId, customerId }: Pick<Document, 'scopeId' | 'customerId'>) =>
  customerId ? <CustomerLabel id={customerId} /> : <ProjectLabel id={scopeId} />;
