// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { chosenServer, originOf, writeServers } from './servers.ts';

it.each([
  ['/?servers', undefined],
  ['/', 'https://kontor.example.org'],
  // A link from outside leads to a path.
  ['/x?servers', 'https://kontor.example.org'],
])('opened at %s uses %s', (address, server) => {
  writeServers({ known: ['https://kontor.example.org'], chosen: 'https://kontor.example.org' });
  history.replaceState(null, '', address);
  expect(chosenServer()).toBe(server);
});

it.each([
  ['kontor.example.org', 'https://kontor.example.org'],
  [' https://Kontor.example.org:8443/login?x=1 ', 'https://kontor.example.org:8443'],
  ['http://localhost:4000/', 'http://localhost:4000'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
  ['http://[::1]:4000', undefined],
  ['http://kontor.example.org', undefined],
  ['ftp://kontor.example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  ['kontor example', undefined],
])('%s means %s', (typed, origin) => expect(originOf(typed)).toBe(origin));
