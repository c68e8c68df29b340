import { a, arabic, broken, longWord, page, picture } from '../../testing/fixtures.tsx';

export default { title: 'HeadshotName' };

export const People = () =>
  page(
    a('HeadshotName', { image: picture(1, { alt: 'Ana Ruiz' }), name: 'Ana Ruiz', role: 'Head of planning' }),
    a('HeadshotName', { image: null, name: 'Lee Park', role: 'Retirement plans' }),
    a('HeadshotName', { image: null, name: 'Ellen Ward' }),
    a('HeadshotName', {
      image: picture(3, { alt: 'Sam Cole in front of the office' }),
      name: 'Sam Cole',
      role: 'Operations',
    }),
  );

export const LongAndOdd = () =>
  page(
    a('HeadshotName', { image: null, name: longWord, role: longWord }),
    a('HeadshotName', { image: null, name: arabic }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'HeadshotName', name: null }),
    broken({ id: 'y', type: 'HeadshotName', name: 'A picture without sizes', image: {} }),
  );
