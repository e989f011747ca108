/** Returns the nonce that the server put into the page; style tags made at run time need it. */
export const nonce = (): string =>
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock behind Mantine's dialogs writes its own style tag and looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });
