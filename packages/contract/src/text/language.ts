/** The languages that the product speaks. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
