import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'IconsList' };

export const Points = () =>
  page(
    a('IconsList', {
      items: [
        { icon: 'Calendar', title: 'By April 1', text: 'The first distribution falls due.' },
        { icon: 'Money', title: 'Every year', text: 'From the year after on it is due by December 31.' },
        {
          icon: 'People',
          title: 'Beneficiaries',
          text: 'Other tables apply.',
          link: { text: 'Which one?', href: '/resources' },
        },
        { icon: 'Warning', title: 'Missed?' },
      ],
    }),
  );

export const All = () =>
  page(
    a('IconsList', {
      items: (
        [
          'Calendar',
          'Chart',
          'Check',
          'Clock',
          'Document',
          'Flag',
          'Globe',
          'Handshake',
          'Home',
          'Key',
          'Lightbulb',
          'Lock',
          'Mail',
          'Money',
          'People',
          'Phone',
          'Scale',
          'Shield',
          'Star',
          'Warning',
        ] as const
      ).map((icon) => ({ icon, title: icon })),
    }),
  );

export const LongAndOdd = () =>
  page(
    a('IconsList', {
      items: [
        { icon: 'Star', title: longWord, text: longWord },
        { icon: 'Star', title: arabic, text: arabic },
      ],
    }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'IconsList', items: [{ icon: 'constructor', title: 'A drawing that is not known' }] }),
    broken({ id: 'y', type: 'IconsList' }),
  );
