// @vitest-environment happy-dom
/** The numbers of a customer, as a click dials them. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { CustomerCard } from './customerCard.tsx';

it.each([
  ['030 / 123 45-67', '0301234567'],
  ['+49 (0)30 123 45 67', '+49301234567'],
  ['+43(0) 1 234', '+431234'],
  ['0049 ( 0 ) 30 123', '004930123'],
  ['(+49) (0) 30 123', '+4930123'],
  // Italy dials its zero from everywhere, and an extension is none of a country.
  ['+39 (0)471 123456', '+390471123456'],
  ['+49 30 1234-(0)', '+493012340'],
  // From within the country that zero is dialled.
  ['(0)30 123', '030123'],
  ['+41 44 (00) 1', '+4144001'],
])('dials %s as %s', (phone, dialled) => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <CustomerCard file={{ phone } as never} />
      </MantineProvider>,
    ),
  );
  expect(element.querySelector('a')!.getAttribute('href')).toBe(`tel:${dialled}`);
  flushSync(() => root.unmount());
});
