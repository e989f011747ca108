/** A simple address pattern; deliverability is the verification mail's business. Apart, since the sign-in page needs only this. */
export const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]+$/;
