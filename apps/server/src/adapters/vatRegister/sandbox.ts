import type { VatRegister } from './vatRegister.ts';

/** Knows every id: one that ends in 0 is not in force, for one that ends in 9 there is no answer. */
export const sandboxVatRegister: VatRegister = {
  check: async (vatId) => {
    if (vatId.endsWith('9')) return { state: 'unknown', answer: 'SANDBOX_UNAVAILABLE', requestId: null };
    const isValid = !vatId.endsWith('0');
    return {
      state: isValid ? 'valid' : 'invalid',
      answer: JSON.stringify({ vatId, valid: isValid }),
      requestId: isValid ? `SANDBOX-${vatId}` : null,
    };
  },
};
