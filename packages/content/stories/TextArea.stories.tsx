import { a, arabic, broken, longWord, page, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  field: page(
    a('TextArea', {
      alias: 'name',
      label: 'Name of the client',
      helpText: 'As in the account.',
      placeholder: 'Ana Ruiz',
      isRequired: true,
    }),
  ),
  several: page(a('TextArea', { alias: 'one', label: 'First' }), a('TextArea', { alias: 'two', label: 'Second' })),
  'long and odd': page(a('TextArea', { alias: 'long', label: longWord, helpText: arabic, placeholder: longWord })),
  broken: page(broken({ id: 'x', type: 'TextArea', label: {} })),
};
