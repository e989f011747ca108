/** The suite behind `hpke.ts`, apart, so that its libraries load on first use and no more of them than it takes. */
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';

export const kem = new XWing();
export const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });
