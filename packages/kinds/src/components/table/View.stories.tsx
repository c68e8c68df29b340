import { a, arabic, broken, emoji, link, longWord, page, text, words } from '../../testing/fixtures.tsx';

export default { title: 'Table' };

export const Plain = () =>
  page(
    a('Table', {
      caption: 'Distribution period by age',
      align: ['Left', 'Right', 'Center'],
      header: [words('Age'), words('Factor'), words('Since')],
      rows: [
        [words('73'), words('26.5'), words('2023')],
        [words('74'), words('25.5'), words('2023')],
        [words('75'), words('24.6'), words('2022')],
      ],
    }),
  );

export const WithoutCaptionAndHeader = () =>
  page(
    a('Table', {
      align: ['Left', 'Left'],
      header: [],
      rows: [
        [words('Office'), words(text('Boston', link('/news')))],
        [words('Phone'), words('617 555 0100')],
      ],
    }),
  );

export const Wide = () =>
  page(
    a('Table', {
      align: Array.from({ length: 12 }, () => 'Right' as const),
      header: Array.from({ length: 12 }, (_, n) => words(`Month ${n + 1}`)),
      rows: Array.from({ length: 6 }, (_, row) =>
        Array.from({ length: 12 }, (_cell, n) => words(`$${((row + 1) * (n + 3) * 1204).toLocaleString('en-US')}`)),
      ),
    }),
  );

export const Sentences = () =>
  page(
    a('Table', {
      align: ['Left', 'Left', 'Left', 'Left'],
      header: [words('Desk'), words('Monday to Thursday'), words('Friday'), words('Busiest')],
      rows: [
        [words('Service desk'), words('7:00 am – 8:00 pm'), words('7:00 am – 8:00 pm'), words('Monday morning')],
        [
          words('Trading desk'),
          words('8:30 am – 5:00 pm'),
          words('8:30 am – 5:00 pm'),
          words('The first and last half hour of trading'),
        ],
      ],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('Table', {
      caption: longWord,
      align: ['Left'],
      header: [words(emoji), words(arabic)],
      rows: [
        [words(longWord), words(arabic)],
        [[], words('More cells'), words('than columns')],
      ],
    }),
  );

export const Empty = () =>
  page(a('Table', { caption: 'Nothing yet', align: ['Left'], header: [words('Name')], rows: [] }));

export const Broken = () => page(broken({ id: 'x', type: 'Table', align: null, header: 1, rows: {} }));
