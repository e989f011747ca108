import { derivePasswordKeys, type PasswordInput } from '@kontor/crypto/password';

export interface Derived {
  ms: number;
  /** To be compared with what another implementation derives. */
  authKey: number[];
}

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<PasswordInput>) => void;
  postMessage(derived: Derived): void;
};

scope.onmessage = async ({ data }) => {
  const start = performance.now();
  const { authKey } = await derivePasswordKeys(data);
  scope.postMessage({ ms: performance.now() - start, authKey: [...authKey] });
};
