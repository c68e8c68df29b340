import { a, arabic, broken, emoji, longWord, page, words } from '../../testing/fixtures.tsx';

export default { title: 'BulletedList' };

export const Bulleted = () =>
  page(
    a('BulletedList', {
      ordered: false,
      items: [
        {
          content: words('Check the form'),
          items: [
            { content: words('Both pages') },
            { content: words('The signature'), items: [{ content: words('In ink') }] },
          ],
        },
        { content: words('Call the client') },
      ],
    }),
  );

export const Numbered = () =>
  page(
    a('BulletedList', {
      ordered: true,
      start: 9,
      items: [
        { content: words('Open the account') },
        {
          content: words('Move the funds'),
          ordered: true,
          items: [{ content: words('Cash first') }, { content: words('Then shares') }],
        },
        { content: words('Write to the client') },
      ],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('BulletedList', {
      ordered: false,
      items: [{ content: words(longWord) }, { content: words(arabic) }, { content: words(emoji) }, { content: [] }],
    }),
  );

export const Broken = () => page(broken({ id: 'x', type: 'BulletedList', items: null }));
