import { a, arabic, broken, emoji, longWord, page, words, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  bulleted: page(
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
  ),
  numbered: page(
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
  ),
  'long and odd': page(
    a('BulletedList', {
      ordered: false,
      items: [{ content: words(longWord) }, { content: words(arabic) }, { content: words(emoji) }, { content: [] }],
    }),
  ),
  broken: page(broken({ id: 'x', type: 'BulletedList', items: null })),
};
