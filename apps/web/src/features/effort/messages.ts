import { messages } from '../../platform/text/messages.ts';

export const effortMessages = messages(
  {
    burn: 'Hours by week',
    untilWeek: 'Until the end of week {{number}}: {{time}}',
    hoursWarning: '“{{name}}” has used {{used}} of its {{budget}} hours.',
    moneyWarning: '“{{name}}” has used {{used}} of its budget of {{budget}}.',
    understood: 'Understood',
  },
  {
    burn: 'Stunden nach Wochen',
    untilWeek: 'Bis Ende von KW {{number}}: {{time}}',
    hoursWarning: '„{{name}}“ hat {{used}} von {{budget}} Stunden verbraucht.',
    moneyWarning: '„{{name}}“ hat {{used}} des Budgets von {{budget}} verbraucht.',
    understood: 'Verstanden',
  },
);
