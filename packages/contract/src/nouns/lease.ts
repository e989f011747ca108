import { entity } from '../entity/entity.ts';
import { instant } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';

/** A sign that somebody has a document open in another program. It advises whoever else would change it, and blocks nobody. */
export const lease = entity('lease', {
  scopes: ['project', 'staff'],
  within: ['documentId'],
  isMoot: true,
  owner: 'holderId',
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  indexes: ['documentId', 'holderId'],
  merge: { until: 'max' },
  refs: { documentId: ref('document'), holderId: ref('user') },
  sealed: {
    /** It counts until then, unless it is renewed. */
    until: instant(),
  },
});

/** ms that a lease lasts. */
export const leaseLasts = 600_000;
