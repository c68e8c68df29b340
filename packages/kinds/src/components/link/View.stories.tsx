import { a, broken, longAddress, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'Link' };

export const Plain = () =>
  page(
    a('Link', {
      text: 'Required minimum distributions',
      href: '/resources',
      description: 'Tables and examples for every age, 260 pages.',
    }),
  );

export const Outside = () =>
  page(
    a('Link', { text: 'Treasury rates', href: 'https://home.treasury.gov/' }),
    a('Link', { text: 'Register at the SEC', href: 'https://www.sec.gov/', openInNewTab: true }),
  );

export const LongAndOdd = () => page(a('Link', { text: longAddress, href: longAddress, description: longWord }));

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'Link', text: 'An address that is not allowed', href: 'javascript:alert(1)' }),
    broken({ id: 'y', type: 'Link' }),
  );
