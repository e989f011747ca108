/** The data-processing agreement of whoever runs the server: a PDF, read once at the start. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Agreement, maxAgreementBytes } from '@kontor/contract/wire/server';
import { BadSettings, type Env } from './env.ts';

export interface AgreementFile extends Agreement {
  pdf: Buffer;
}

/** Returns the agreement; undefined where none is offered. @throws BadSettings where its file is none */
export function readAgreement({
  AGREEMENT_FILE: path,
  AGREEMENT_VERSION: version = '',
}: Pick<Env, 'AGREEMENT_FILE' | 'AGREEMENT_VERSION'>): AgreementFile | undefined {
  if (!path) return undefined;
  let pdf: Buffer;
  try {
    pdf = readFileSync(path);
  } catch (error) {
    throw new BadSettings(`AGREEMENT_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new BadSettings('AGREEMENT_FILE: is no PDF');
  if (pdf.length > maxAgreementBytes)
    throw new BadSettings(`AGREEMENT_FILE: is larger than ${maxAgreementBytes} bytes`);
  return { version, sha256: createHash('sha256').update(pdf).digest('base64url'), pdf };
}
