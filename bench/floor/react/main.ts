/** The floor of a sign-in page: React, a form, nothing else. */
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('#root')!).render(
  h(
    'form',
    null,
    h('h1', null, 'Login'),
    h('input', { type: 'email' }),
    h('input', { type: 'password' }),
    h('button', { type: 'submit' }, 'Login'),
  ),
);
