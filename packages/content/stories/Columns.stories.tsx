import { a, broken, longWord, page, paragraph, picture, rich, words, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  two: page(
    a('Columns', {
      columns: [
        { components: [a('Header', { level: 2, text: 'Before you call' }), a('BodyText', { body: rich(paragraph) })] },
        { components: [a('Image', { image: picture(1), size: 'Big', alignment: 'Center' })] },
      ],
    }),
  ),
  three: page(
    a('Columns', {
      columns: ['Open', 'Move', 'Close'].map((text) => ({
        components: [
          a('Header', { level: 2, text }),
          a('BodyText', { body: rich('The account is opened within a day and can be used at once.') }),
        ],
      })),
    }),
  ),
  four: page(
    a('Columns', {
      columns: ['One', 'Two', 'Three', 'Four'].map((text) => ({
        components: [a('Callout', { kind: 'Tip', title: text, body: rich('Short words.') })],
      })),
    }),
  ),
  'tables, tiles and columns inside': page(
    a('Columns', {
      columns: [
        {
          components: [
            a('Tile', { title: 'Handbook', size: 'Small', link: { text: 'Open', href: '/resources' } }),
            a('Tile', { title: 'Fees', size: 'Medium' }),
          ],
        },
        {
          components: [
            a('Table', {
              align: ['Left', 'Right'],
              header: [words('A long name of a column'), words('Another long name')],
              rows: [[words('1'), words('2')]],
            }),
            a('Columns', {
              columns: [
                { components: [a('BodyText', { body: rich('Left') })] },
                { components: [a('BodyText', { body: rich('Right') })] },
              ],
            }),
          ],
        },
      ],
    }),
  ),
  'long and odd': page(
    a('Columns', {
      columns: [
        { components: [a('BodyText', { body: rich(longWord) })] },
        { components: [] },
        { components: [a('Divider', {})] },
      ],
    }),
  ),
  broken: page(
    broken({
      id: 'x',
      type: 'Columns',
      columns: [
        null,
        {
          components: [
            null,
            { id: 'y', type: 'BodyText' },
            a('BodyText', { body: rich('What stands beside broken ones is shown.') }),
          ],
        },
        { components: 'none' },
      ],
    }),
    broken({ id: 'z', type: 'Columns' }),
  ),
};
