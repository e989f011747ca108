import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viesRegister } from './vies.ts';

/** Bodies as VIES sends them, by the number that is asked about. */
const bodies: Record<string, [status: number, body: string]> = {
  U12345678: [200, '{"countryCode":"AT","vatNumber":"U12345678","valid":true,"requestIdentifier":"WAPIAAA"}'],
  U00000000: [200, '{"countryCode":"AT","vatNumber":"U00000000","valid":false,"requestIdentifier":""}'],
  U1: [400, '{"actionSucceed":false,"errorWrappers":[{"error":"INVALID_INPUT"}]}'],
  U2: [200, '{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}'],
  U3: [503, '<html>Service unavailable</html>'],
};

let server: Server;
let url: string;
const asked: unknown[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    asked.push(body);
    const [status, answer] = bodies[body.vatNumber]!;
    response.writeHead(status).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const check = (vatId: string) => viesRegister({ requester: 'DE123456789', url }).check(vatId);

it('says who asks, and keeps the consultation number and the answer', async () => {
  expect(await check('ATU12345678')).toEqual({
    state: 'valid',
    requestId: 'WAPIAAA',
    answer: bodies.U12345678![1],
  });
  expect(asked).toEqual([
    {
      countryCode: 'AT',
      vatNumber: 'U12345678',
      requesterMemberStateCode: 'DE',
      requesterNumber: '123456789',
    },
  ]);
});

it('tells what is not valid from what nobody could say', async () => {
  const states = await Promise.all(
    ['ATU00000000', 'ATU1', 'ATU2', 'ATU3'].map(async (id) => (await check(id)).state),
  );
  expect(states).toEqual(['invalid', 'invalid', 'unknown', 'unknown']);
  const nobody = viesRegister({ url: 'http://127.0.0.1:1/' });
  expect(await nobody.check('ATU12345678')).toMatchObject({ state: 'unknown', requestId: null });
});
