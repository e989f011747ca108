import { LogError } from '@kontor/contract/memberLog/logError';
import { CryptoError, PhraseError } from '@kontor/crypto/errors';
import { expose, wrap } from 'comlink';
import { describe, expect, it } from 'vitest';
import { TrustError } from '../trust/trustError.ts';
import { carryErrors } from './errorTransfer.ts';

const thrown = {
  trust: new TrustError('fork', 'entry 3'),
  log: new LogError('bad-signature', 4),
  crypto: new CryptoError('not-verified', 'no', new Error('inner')),
  phrase: new PhraseError('word', 'no', 'zzz'),
  plain: new RangeError('odd'),
};

describe('errors out of the worker', () => {
  it('keep class, code and words', async () => {
    carryErrors();
    const { port1, port2 } = new MessageChannel();
    expose({ fail: (name: keyof typeof thrown) => Promise.reject(thrown[name]) }, port1 as never);
    const far = wrap<{ fail(name: string): Promise<void> }>(port2 as never);
    const caught = async (name: keyof typeof thrown) => far.fail(name).catch((error: unknown) => error);

    expect(await caught('trust')).toBeInstanceOf(TrustError);
    expect(await caught('trust')).toMatchObject({ fault: 'fork', message: 'fork: entry 3' });
    expect(await caught('log')).toBeInstanceOf(LogError);
    expect(await caught('log')).toMatchObject({ fault: 'bad-signature', seq: 4 });
    expect(await caught('crypto')).toBeInstanceOf(CryptoError);
    expect(await caught('crypto')).toMatchObject({ code: 'not-verified', message: 'no' });
    expect(await caught('phrase')).toMatchObject({ code: 'invalid-phrase', reason: 'word', word: 'zzz' });
    expect(await caught('plain')).toMatchObject({ name: 'RangeError', message: 'odd' });
    port1.close();
    port2.close();
  });
});
