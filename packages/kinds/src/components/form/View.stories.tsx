import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'Form' };

export const Form = () =>
  page(
    a('Form', {
      formId: '00000000-0000-4000-8000-0000000000f0',
      title: 'Request a client gift',
      description: 'Gifts above $100 need the approval of compliance.\nAllow two days.',
      fields: [
        { id: 'f0', type: 'TitleAndDescription', title: 'About the gift' },
        { id: 'f1', type: 'TextField', alias: 'client', label: 'Name of the client', isRequired: true },
        {
          id: 'f2',
          type: 'DropDownList',
          alias: 'occasion',
          label: 'Occasion',
          options: [{ value: 'b', label: 'Birthday' }],
        },
        { id: 'f3', type: 'TextArea', alias: 'reason', label: 'Reason' },
        { id: 'f4', type: 'Checkbox', alias: 'ok', label: 'I have read the policy', isRequired: true },
      ],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('Form', {
      formId: '00000000-0000-4000-8000-0000000000f1',
      title: longWord,
      description: arabic,
      fields: [{ id: 'f1', type: 'TextField', alias: 'a', label: longWord }],
    }),
  );

export const Broken = () => page(broken({ id: 'x', type: 'Form', title: 'No fields' }));
