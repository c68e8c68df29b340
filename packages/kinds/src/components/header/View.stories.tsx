import { a, arabic, broken, emoji, longWord, page, paragraph, rich } from '../../testing/fixtures.tsx';

export default { title: 'Header' };

export const Levels = () =>
  page(
    a('Header', { level: 2, text: 'Dates to keep in mind' }),
    a('BodyText', { body: rich(paragraph) }),
    a('Header', { level: 3, text: 'The first year' }),
    a('BodyText', { body: rich(paragraph) }),
    a('Header', { level: 4, text: 'When the birthday is in December' }),
    a('BodyText', { body: rich(paragraph) }),
  );

export const LongAndOdd = () =>
  page(
    a('Header', {
      level: 2,
      text: `${'What changes for beneficiaries who inherit an account after the owner began distributions '.repeat(3)}in 2026?`,
    }),
    a('Header', { level: 3, text: longWord }),
    a('Header', { level: 3, text: arabic }),
    a('Header', { level: 4, text: `${emoji} ***` }),
    a('Header', { level: 2, text: 'The same twice' }),
    a('Header', { level: 2, text: 'The same twice' }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'Header', level: 2, text: { words: 'none' } }),
    broken({ id: 'y', type: 'Header', level: 99, text: 'A level that does not exist' }),
    broken({ type: 'Header' }),
  );
