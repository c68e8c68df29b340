import { a, broken, longAddress, longWord, page, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  plain: page(
    a('Link', {
      text: 'Required minimum distributions',
      href: '/resources',
      description: 'Tables and examples for every age, 260 pages.',
    }),
  ),
  outside: page(
    a('Link', { text: 'Treasury rates', href: 'https://home.treasury.gov/' }),
    a('Link', { text: 'Register at the SEC', href: 'https://www.sec.gov/', openInNewTab: true }),
  ),
  'long and odd': page(a('Link', { text: longAddress, href: longAddress, description: longWord })),
  broken: page(
    broken({ id: 'x', type: 'Link', text: 'An address that is not allowed', href: 'javascript:alert(1)' }),
    broken({ id: 'y', type: 'Link' }),
  ),
};
