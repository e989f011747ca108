/** Bounds of texts that are no field of a noun, for forms and for whoever holds what arrives against them. */

/** Of a workspace's name, in UTF-16 code units. */
export const maxWorkspaceName = 200;

/** Of an address of mail, in UTF-16 code units. */
export const maxEmail = 254;

/** Of a password, in characters of its NFKC form. */
export const [minPassword, maxPassword] = [8, 1024] as const;
