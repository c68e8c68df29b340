import { a, arabic, broken, longWord, page, picture } from '../../testing/fixtures.tsx';

export default { title: 'Tile' };

export const Sizes = () =>
  page(
    a('Tile', {
      title: 'Retirement guide',
      text: 'Distributions, rollovers and inherited accounts, with examples for every age.',
      image: picture(0),
      link: { text: 'Open the guide', href: '/resources' },
      size: 'Big',
    }),
    a('Tile', {
      title: 'Spring forum',
      text: 'Three days in May.',
      image: picture(1),
      link: { text: 'See the programme', href: '/events' },
      size: 'Medium',
    }),
    a('Tile', {
      title: 'City office',
      text: 'How to get there and whom to ask.',
      image: picture(2),
      link: { text: 'Find us', href: 'https://www.nps.gov/', openInNewTab: true },
      size: 'Medium',
    }),
    a('Tile', {
      title: 'Fees',
      text: 'The schedule of this year.',
      link: { text: 'Fees', href: '/documents' },
      size: 'Small',
    }),
    a('Tile', { title: 'Forms', link: { text: 'Open', href: '/documents' }, size: 'Small' }),
    a('Tile', { title: 'Training', text: 'Without a link.', size: 'Small' }),
  );

export const One = () =>
  page(
    a('Tile', {
      title: 'Alone',
      text: 'A tile without neighbors.',
      link: { text: 'Open', href: '/news' },
      size: 'Medium',
    }),
  );

export const LongAndOdd = () =>
  page(
    a('Tile', { title: longWord, text: longWord, size: 'Small', link: { text: longWord, href: '/news' } }),
    a('Tile', { title: arabic, text: arabic, size: 'Small' }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'Tile', title: { a: 1 }, size: 'Huge' }),
    a('Tile', { title: 'The tile after it', size: 'Small' }),
  );
