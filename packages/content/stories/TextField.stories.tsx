import { a, arabic, broken, longWord, page, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  field: page(
    a('TextField', {
      alias: 'name',
      label: 'Name of the client',
      helpText: 'As in the account.',
      placeholder: 'Ana Ruiz',
      isRequired: true,
    }),
  ),
  several: page(a('TextField', { alias: 'one', label: 'First' }), a('TextField', { alias: 'two', label: 'Second' })),
  'long and odd': page(a('TextField', { alias: 'long', label: longWord, helpText: arabic, placeholder: longWord })),
  broken: page(broken({ id: 'x', type: 'TextField', label: {} })),
};
