/** The address on its way from the registration to the first sign-in. In memory, not in the address bar. */
let email: string | undefined;
let awaitsCode = false;

/** Remembers the address that has a code to enter. */
export function awaitCode(address: string): void {
  email = address;
  awaitsCode = true;
}

/** Remembers an address that forms are to offer: an invitation named it, or it was typed on another page. */
export function expectEmail(address: string): void {
  email = address;
}

/** Returns the address that waits for its code, if there is one. */
export const awaitedCode = (): string | undefined => (awaitsCode ? email : undefined);

/** Takes note that the code came, or the person gave up. */
export const codeSettled = (): void => {
  awaitsCode = false;
};

/** Returns the address that this tab heard of last; forms offer it. */
export const knownEmail = (): string => email ?? '';
