/** Tells in SQL who reads a scope, by the contract's rules. */
import { readsScope } from '@kontor/contract/capability';
import { memberStatus, roles } from '@kontor/contract/entity/role';
import { scopeAccess, scopeKinds } from '@kontor/contract/entity/scopeKind';

/** From where the contract's rules let somebody read, as `readsSql` spells places. */
const readingPlaces = roles.flatMap((role) =>
  memberStatus.flatMap((status) =>
    scopeKinds.flatMap((kind) =>
      scopeAccess.flatMap((access) =>
        [true, false].flatMap((isGranted) => {
          const actor = { userId: 'me', role, status, isOwner: false };
          const grantees = new Set(isGranted ? ['me'] : []);
          const reads = readsScope(actor, { kind, access, grantees });
          return reads ? [`'${role} ${status} ${kind} ${access} ${isGranted ? 't' : 'f'}'`] : [];
        }),
      ),
    ),
  ),
);

const granted = (member: string, scope: string) => `EXISTS (SELECT FROM scope_key k
  WHERE k.scope_id = ${scope}.id AND k.type = 'grant' AND k.generation = ${scope}.generation
    AND k.recipient = ${member}.user_id::text)`;

/** Returns a condition over a membership and a scope of its workspace: that the member reads it. */
export const readsSql = (member: string, scope: string, isGranted = granted(member, scope)): string =>
  `${member}.leaving IS NULL AND concat_ws(' ', ${member}.role, ${member}.status, ${scope}.kind, ${scope}.access, ${isGranted})
    = ANY (ARRAY[${readingPlaces.join(', ')}])`;
