import { messages } from '../../platform/text/messages.ts';

export const effortMessages = messages(
  {
    burn: 'Hours so far, by week',
    untilWeek: 'Until the end of week {{number}}: {{time}}',
    budgets: 'Most or all of a budget is used',
    hoursUsed: '{{used}} of {{budget}} hours',
    moneyUsed: '{{used}} of {{budget}}',
    understood: 'Understood',
  },
  {
    burn: 'Stunden insgesamt, nach Wochen',
    untilWeek: 'Bis Ende von KW {{number}}: {{time}}',
    budgets: 'Budget fast oder ganz verbraucht',
    hoursUsed: '{{used}} von {{budget}} Stunden',
    moneyUsed: '{{used}} von {{budget}}',
    understood: 'Verstanden',
  },
);
