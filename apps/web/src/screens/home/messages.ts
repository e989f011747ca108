import { messages } from '../../platform/text/messages.ts';

export const homeMessages = messages(
  {
    morning: 'Good morning, {{name}}',
    day: 'Good day, {{name}}',
    evening: 'Good evening, {{name}}',
  },
  {
    morning: 'Guten Morgen, {{name}}',
    day: 'Guten Tag, {{name}}',
    evening: 'Guten Abend, {{name}}',
  },
);
