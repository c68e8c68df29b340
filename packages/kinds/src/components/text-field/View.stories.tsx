import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'TextField' };

export const Field = () =>
  page(
    a('TextField', {
      alias: 'name',
      label: 'Name of the client',
      helpText: 'As in the account.',
      placeholder: 'Ana Ruiz',
      isRequired: true,
    }),
  );

export const Several = () =>
  page(a('TextField', { alias: 'one', label: 'First' }), a('TextField', { alias: 'two', label: 'Second' }));

export const LongAndOdd = () =>
  page(a('TextField', { alias: 'long', label: longWord, helpText: arabic, placeholder: longWord }));

export const Broken = () => page(broken({ id: 'x', type: 'TextField', label: {} }));
