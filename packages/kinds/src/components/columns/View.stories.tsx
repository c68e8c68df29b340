import { a, broken, longWord, page, paragraph, picture, rich, words } from '../../testing/fixtures.tsx';

export default { title: 'Columns' };

export const Two = () =>
  page(
    a('Columns', {
      columns: [
        { components: [a('Header', { level: 2, text: 'Before you call' }), a('BodyText', { body: rich(paragraph) })] },
        { components: [a('Image', { image: picture(1), size: 'Big', alignment: 'Center' })] },
      ],
    }),
  );

export const Three = () =>
  page(
    a('Columns', {
      columns: ['Open', 'Move', 'Close'].map((text) => ({
        components: [
          a('Header', { level: 2, text }),
          a('BodyText', { body: rich('The account is opened within a day and can be used at once.') }),
        ],
      })),
    }),
  );

export const Four = () =>
  page(
    a('Columns', {
      columns: ['One', 'Two', 'Three', 'Four'].map((text) => ({
        components: [a('Callout', { kind: 'Tip', title: text, body: rich('Short words.') })],
      })),
    }),
  );

export const TablesTilesAndColumnsInside = () =>
  page(
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
  );

export const LongAndOdd = () =>
  page(
    a('Columns', {
      columns: [
        { components: [a('BodyText', { body: rich(longWord) })] },
        { components: [] },
        { components: [a('Divider', {})] },
      ],
    }),
  );

export const Broken = () =>
  page(
    broken({
      id: 'x',
      type: 'Columns',
      columns: [
        null,
        {
          components: [
            null,
            { id: 'y', type: 'BodyText' },
            a('BodyText', { body: rich('Components beside broken ones are shown.') }),
          ],
        },
        { components: 'none' },
      ],
    }),
    broken({ id: 'z', type: 'Columns' }),
  );
