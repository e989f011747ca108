/** Reads which workspace the unlock page is about. */
export const unlockSearch = ({ workspace }: Record<string, unknown>): { workspace?: string } =>
  typeof workspace === 'string' ? { workspace } : {};
