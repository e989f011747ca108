/**
 * VIES, the register of the European Commission (REST API, `check-vat-number`). It asks the member state's own register,
 * which is often away: every answer but "valid" and "not valid" is none.
 */
import type { VatAnswer, VatRegister } from './vatRegister.ts';

const address = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';

/** Milliseconds: somebody waits for it in a form. */
const patience = 8_000;

/** Most characters of an answer that are kept. */
const keptCharacters = 4_000;

interface ViesBody {
  valid?: boolean;
  /** The consultation number, given to those who say who asks. */
  requestIdentifier?: string;
  errorWrappers?: { error?: string }[];
}

/**
 * Returns the register of the EU, VIES. `requester`: the seller's own VAT id; with it VIES gives consultation
 * numbers. `url`: for tests.
 */
export function viesRegister({
  requester,
  url = address,
}: {
  requester?: string | undefined;
  url?: string;
}): VatRegister {
  return {
    check: async (vatId) => {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            countryCode: vatId.slice(0, 2),
            vatNumber: vatId.slice(2),
            ...(requester && {
              requesterMemberStateCode: requester.slice(0, 2),
              requesterNumber: requester.slice(2),
            }),
          }),
          signal: AbortSignal.timeout(patience),
        });
        return read((await answer.text()).slice(0, keptCharacters));
      } catch (error) {
        return { state: 'unknown', answer: (error as Error).name, requestId: null };
      }
    },
  };
}

function read(text: string): VatAnswer {
  const body = JSON.parse(text) as ViesBody;
  const isMalformed = body.errorWrappers?.some(({ error }) => error === 'INVALID_INPUT') ?? false;
  const state = body.valid === true ? 'valid' : body.valid === false || isMalformed ? 'invalid' : 'unknown';
  return { state, answer: text, requestId: body.requestIdentifier || null };
}
