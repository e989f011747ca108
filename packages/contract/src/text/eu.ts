/** The member states of the European Union, by their ISO 3166-1 code. */
const memberStates = new Set(
  'at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk'.split(' '),
);

export const isInEu = (country: string): boolean => memberStates.has(country);
