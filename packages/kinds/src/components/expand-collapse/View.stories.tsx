import { a, arabic, broken, longWord, page, paragraph, picture, rich } from '../../testing/fixtures.tsx';

export default { title: 'ExpandCollapse' };

export const Questions = () =>
  page(
    a('Header', { level: 2, text: 'Questions and answers' }),
    a('ExpandCollapse', {
      title: 'When does the first distribution fall due?',
      isOpen: true,
      components: [
        a('BodyText', { body: rich(paragraph) }),
        a('BulletedList', { ordered: false, items: [{ content: [{ type: 'text', text: 'By April 1' }] }] }),
      ],
    }),
    a('ExpandCollapse', { title: 'Who must take one?', components: [a('BodyText', { body: rich(paragraph) })] }),
    a('ExpandCollapse', { title: 'What if it is missed?', components: [a('BodyText', { body: rich(paragraph) })] }),
    a('BodyText', { body: rich('Text after the parts.') }),
  );

export const Nested = () =>
  page(
    a('BodyText', {
      body: rich([
        { type: 'text', text: 'Go to the innermost part', marks: [{ type: 'link', attrs: { href: '#innermost' } }] },
      ]),
    }),
    a('ExpandCollapse', {
      id: 'outer',
      title: 'Accounts',
      components: [
        a('Header', { level: 2, text: 'A header inside' }),
        a('ExpandCollapse', {
          id: 'inner',
          title: 'Inherited accounts',
          components: [
            a('ExpandCollapse', {
              id: 'innermost',
              title: 'Spouses',
              components: [a('BodyText', { body: rich('Pelican: a word to be found inside.') })],
            }),
          ],
        }),
        a('Image', { image: picture(2), size: 'Small', alignment: 'Left' }),
      ],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('ExpandCollapse', { title: longWord, isOpen: true, components: [a('BodyText', { body: rich(longWord) })] }),
    a('ExpandCollapse', { title: arabic, isOpen: true, components: [a('BodyText', { body: rich(arabic) })] }),
  );

export const Empty = () => page(a('ExpandCollapse', { title: 'Nothing inside', isOpen: true, components: [] }));

export const Broken = () =>
  page(
    broken({
      id: 'x',
      type: 'ExpandCollapse',
      title: 'A broken child',
      isOpen: true,
      components: [{ id: 'y', type: 'Quote' }, a('BodyText', { body: rich('The component after it is shown.') })],
    }),
    broken({ id: 'z', type: 'ExpandCollapse', title: 'No list of children', isOpen: true, components: 5 }),
  );
