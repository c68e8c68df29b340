import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'DropDownList' };

export const Field = () =>
  page(
    a('DropDownList', {
      alias: 'office',
      label: 'Office',
      helpText: 'Where you work most days.',
      options: [
        { value: 'b', label: 'Boston' },
        { value: 'd', label: 'Denver' },
      ],
    }),
  );

export const WithOtherFields = () =>
  page(
    a('TextField', { alias: 'one', label: 'Name' }),
    a('DropDownList', { alias: 'two', label: 'Office', options: [{ value: 'b', label: 'Boston' }] }),
  );

export const LongAndOdd = () =>
  page(
    a('DropDownList', {
      alias: 'long',
      label: longWord,
      options: [
        { value: 'a', label: longWord },
        { value: 'b', label: arabic },
      ],
    }),
  );

export const Broken = () => page(broken({ id: 'x', type: 'DropDownList', label: 'No choices', options: {} }));
