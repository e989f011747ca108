/** A simple address pattern; deliverability is the verification mail's business. Apart, since the sign-in page needs only this. */
export const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]+$/;

/**
 * Returns an address as it is compared and kept, and as keys follow from it (`crypto/password.ts`): whoever types may add spaces and
 * capitals.
 */
export const emailOf = (typed: string): string => typed.trim().toLowerCase();
