import type { Customer, CustomerFile } from '@kontor/contract/nouns/customer';
import { useFieldConflicts } from '../../platform/workspace/workspace.ts';
import { ConflictTexts } from '../../ui/form/conflictTexts.tsx';
import type { People } from '../../ui/person/people.tsx';
import { resolveCustomerConflict } from './actions.ts';

type Side = { entity: 'customer'; record: Customer } | { entity: 'customerFile'; record: CustomerFile };

/** The texts of a customer that two admins wrote over each other. */
export function CustomerConflicts({ entity, record, people }: Side & { people: People }) {
  const texts = useFieldConflicts(record).map((value) => ({
    ...value,
    by: people.get(value.authorId)?.name,
  }));
  return (
    <ConflictTexts
      texts={texts}
      onSettle={(id, choice) => resolveCustomerConflict(entity, record.id, id, choice)}
    />
  );
}
