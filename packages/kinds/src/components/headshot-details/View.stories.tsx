import { a, arabic, broken, longWord, page, paragraph, picture, rich } from '../../testing/fixtures.tsx';

export default { title: 'HeadshotDetails' };

export const Left = () =>
  page(
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
  );

export const Right = () =>
  page(a('HeadshotDetails', { image: picture(3), name: 'Sam Cole', body: rich(paragraph), alignment: 'Right' }));

export const WithoutAPicture = () =>
  page(
    a('HeadshotDetails', {
      image: null,
      name: 'Lee Park',
      role: 'Retirement plans',
      body: rich('Short.'),
      alignment: 'Left',
    }),
  );

export const LongAndOdd = () =>
  page(
    a('HeadshotDetails', {
      image: null,
      name: longWord,
      role: arabic,
      body: rich(longWord, arabic),
      email: `${'long'.repeat(15)}@portico.example`,
      alignment: 'Right',
    }),
  );

export const Broken = () =>
  page(broken({ id: 'x', type: 'HeadshotDetails', name: 'No text', image: null, alignment: 'Left' }));
