import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'TextArea' };

export const Field = () =>
  page(
    a('TextArea', {
      alias: 'name',
      label: 'Name of the client',
      helpText: 'As in the account.',
      placeholder: 'Ana Ruiz',
      isRequired: true,
    }),
  );

export const Several = () =>
  page(a('TextArea', { alias: 'one', label: 'First' }), a('TextArea', { alias: 'two', label: 'Second' }));

export const LongAndOdd = () =>
  page(a('TextArea', { alias: 'long', label: longWord, helpText: arabic, placeholder: longWord }));

export const Broken = () => page(broken({ id: 'x', type: 'TextArea', label: {} }));
