import { messages } from '../../platform/text/messages.ts';

export const effortMessages = messages(
  {
    burn: 'Hours so far, by week',
    burnMoney: 'Value of the work so far, by week',
    untilWeek: 'Until the end of week {{number}}: {{figure}}',
    budgets: 'Most or all of a budget is used',
    hoursUsed: '{{used}} of {{budget}} hours',
    moneyUsed: '{{used}} of {{budget}}',
    understood: 'Understood',
    closeFailed: 'The note could not be closed',
  },
  {
    burn: 'Stunden insgesamt, nach Wochen',
    burnMoney: 'Wert der Arbeit insgesamt, nach Wochen',
    untilWeek: 'Bis Ende von KW {{number}}: {{figure}}',
    budgets: 'Budget fast oder ganz verbraucht',
    hoursUsed: '{{used}} von {{budget}} Stunden',
    moneyUsed: '{{used}} von {{budget}}',
    understood: 'Verstanden',
    closeFailed: 'Der Hinweis konnte nicht geschlossen werden',
  },
);
