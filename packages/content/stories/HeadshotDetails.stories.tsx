import { a, arabic, broken, longWord, page, paragraph, picture, rich, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  left: page(
    a('Header', { level: 2, text: 'Speakers' }),
    a('HeadshotDetails', {
      image: picture(1, { alt: 'Ana Ruiz' }),
      name: 'Ana Ruiz',
      role: 'Head of planning',
      body: rich(paragraph),
      email: 'ana.ruiz@portico.example',
      phone: '+1 617 555 0100',
      alignment: 'Left',
    }),
  ),
  right: page(a('HeadshotDetails', { image: picture(3), name: 'Sam Cole', body: rich(paragraph), alignment: 'Right' })),
  'without a picture': page(
    a('HeadshotDetails', {
      image: null,
      name: 'Lee Park',
      role: 'Retirement plans',
      body: rich('Short.'),
      alignment: 'Left',
    }),
  ),
  'long and odd': page(
    a('HeadshotDetails', {
      image: null,
      name: longWord,
      role: arabic,
      body: rich(longWord, arabic),
      email: `${'long'.repeat(15)}@portico.example`,
      alignment: 'Right',
    }),
  ),
  broken: page(broken({ id: 'x', type: 'HeadshotDetails', name: 'No text', image: null, alignment: 'Left' })),
};
