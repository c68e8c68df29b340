import { a, documentId, page, paragraph, picture, rich, text, words } from './fixtures.tsx';

/** Content at the contract's limits, and a table beyond them. */
export default { title: 'Limits' };

export const FiftyPictures = () =>
  page(
    a('ImageGallery', {
      images: Array.from({ length: 50 }, (_, n) => ({ image: picture(n), title: `Picture ${n + 1}` })),
    }),
  );

export const AHundredFiles = () =>
  page(
    a('FileList', {
      files: Array.from({ length: 100 }, (_, n) => ({
        documentId: documentId(100 + n),
        title: `Report ${n + 1}`,
        format: 'PDF' as const,
        bytes: n * 10_000,
      })),
    }),
  );

export const TwoHundredEntries = () =>
  page(
    a('BulletedList', {
      ordered: true,
      items: Array.from({ length: 200 }, (_, n) => ({ content: words(`Entry ${n + 1}`) })),
    }),
  );

export const AThousandRows = () =>
  page(
    a('Table', {
      caption: 'Rates',
      align: ['Left', 'Right', 'Right', 'Right'],
      header: [words('Day'), words('1 month'), words('1 year'), words('10 years')],
      rows: Array.from({ length: 1000 }, (_, row) => [
        words(`Day ${row + 1}`),
        words('4.31'),
        words('4.12'),
        words((3 + (row % 90) / 100).toFixed(2)),
      ]),
    }),
  );

export const AThousandComponents = () =>
  page(...Array.from({ length: 1000 }, (_, n) => a('BodyText', { body: rich(`${n + 1}. ${paragraph}`) })));

export const TenMillionLetters = () =>
  page(
    a('BodyText', {
      body: {
        type: 'doc',
        content: Array.from({ length: 50 }, () => ({
          type: 'paragraph' as const,
          content: Array.from({ length: 10 }, () => text('Ten thousand words. '.repeat(1000))),
        })),
      },
    }),
  );
