import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'Confirmation' };

export const Usual = () =>
  page(a('Confirmation', { statement: 'I have read and understood the travel policy.', dueDate: '2026-04-15' }));

export const WithQuestions = () =>
  page(
    a('Confirmation', {
      statement: 'I was at the ethics day.',
      dueDate: '2026-04-15',
      questions: [
        { question: 'Who approves a gift?', choices: [{ text: 'Nobody' }, { text: 'Compliance', isRight: true }] },
      ],
      onlyAttended: true,
    }),
  );

/** An item asks for one confirmation, so each page has one. */
export const LongAndOdd = () => page(a('Confirmation', { statement: longWord, dueDate: '2026-02-28' }));

export const RightToLeft = () => page(a('Confirmation', { statement: arabic, dueDate: '2026-02-28' }));

export const Broken = () =>
  page(broken({ id: 'x', type: 'Confirmation', statement: 'A date that is none', dueDate: 'soon' }));

export const Empty = () => page(broken({ id: 'y', type: 'Confirmation' }));
