import { a, arabic, broken, longWord, page, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  field: page(
    a('DropDownList', {
      alias: 'office',
      label: 'Office',
      helpText: 'Where you work most days.',
      options: [
        { value: 'b', label: 'Boston' },
        { value: 'd', label: 'Denver' },
      ],
    }),
  ),
  'with other fields': page(
    a('TextField', { alias: 'one', label: 'Name' }),
    a('DropDownList', { alias: 'two', label: 'Office', options: [{ value: 'b', label: 'Boston' }] }),
  ),
  'long and odd': page(
    a('DropDownList', {
      alias: 'long',
      label: longWord,
      options: [
        { value: 'a', label: longWord },
        { value: 'b', label: arabic },
      ],
    }),
  ),
  broken: page(broken({ id: 'x', type: 'DropDownList', label: 'No choices', options: {} })),
};
