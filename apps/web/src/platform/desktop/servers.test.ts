import { expect, it } from 'vitest';
import { originOf } from './servers.ts';

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
