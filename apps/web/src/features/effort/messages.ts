import { messages } from '../../platform/text/messages.ts';

export const effortMessages = messages(
  {
    burn: 'Hours by week',
    untilWeek: 'Until the end of week {{number}}: {{time}}',
  },
  {
    burn: 'Stunden nach Wochen',
    untilWeek: 'Bis Ende von KW {{number}}: {{time}}',
  },
);
