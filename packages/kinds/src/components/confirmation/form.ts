import type { FormOf } from '../../properties/form.ts';
import type { Confirmation } from './shape.ts';

export const form = {
  label: 'Confirmation',
  help: 'Asks everyone in the audience to read this and confirm.',
  menu: { group: 'forms', position: 6 },
  editedIn: 'panel',
  properties: {
    statement: { label: 'Statement', help: 'What people confirm, in the first person.', isLong: true },
    dueDate: { label: 'Due date', help: 'The last day, in the firm’s time zone.' },
    reminders: {
      label: 'Reminders',
      help: 'Go to those who haven’t confirmed, in the portal and by email. If not set, nobody is reminded.',
      options: {
        Before: '7 days and 1 day before the due date',
        Weekly: '7 days and 1 day before, then every week after it',
      },
    },
    escalatesAfter: {
      label: 'Notify supervisors',
      help: 'How many days after the due date supervisors see who of their people is missing. Empty for never.',
    },
    delegatesMay: {
      label: 'Delegates may confirm',
      help: 'A delegate with the scope Confirmations can confirm for a person. The record has both names. Not possible with questions or after an event.',
    },
    questions: {
      label: 'Questions',
      help: 'Must be answered right before people can confirm. They can try again.',
      add: 'Add a question',
      entry: (number) => `Question ${number}`,
      create: () => ({ question: '', choices: [{ text: '', isRight: true }, { text: '' }] }),
      properties: {
        question: { label: 'Question', isLong: true },
        choices: {
          label: 'Choices',
          help: 'Exactly one is right.',
          add: 'Add a choice',
          entry: (number) => `Choice ${number}`,
          create: () => ({ text: '' }),
          onlyOne: 'isRight',
          properties: { text: { label: 'Choice' }, isRight: { label: 'Right answer' } },
        },
        explanation: { label: 'Explanation', help: 'Shown after a wrong answer.', isLong: true },
      },
    },
    onlyAttended: {
      label: 'Only those who attended',
      help: 'For events. Their attendance counts for credits and certificates once they have confirmed this.',
    },
  },
} satisfies FormOf<Confirmation>;
