import { a, arabic, broken, documentId, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'FileList' };

export const Files = () =>
  page(
    a('FileList', {
      title: 'Forms',
      files: [
        { documentId: documentId(11), title: 'Beneficiary designation', format: 'PDF', bytes: 184_320 },
        { documentId: documentId(12), title: 'Fee schedule 2026', format: 'XLSX', bytes: 48_011 },
        { documentId: documentId(13), title: 'Client letter', format: 'DOCX', bytes: 999 },
        { documentId: documentId(14), title: 'Spring forum, opening', format: 'PPTX', bytes: 12_400_000 },
        { documentId: documentId(15), title: 'Rates', format: 'CSV', bytes: 1204 },
        { documentId: documentId(16), title: 'Office', format: 'JPEG', bytes: 204_800 },
        { documentId: documentId(1), title: 'Welcome', format: 'WEBM', bytes: 1_400_000_000 },
        { documentId: documentId(17), title: 'Read me', format: 'TXT', bytes: 0 },
      ],
    }),
  );

export const WithoutATitle = () =>
  page(
    a('FileList', {
      files: [{ documentId: documentId(11), title: 'Beneficiary designation', format: 'PDF', bytes: 184_320 }],
    }),
  );

export const LongAndOdd = () =>
  page(
    a('FileList', {
      title: longWord,
      files: [
        { documentId: documentId(11), title: longWord, format: 'PDF', bytes: 1 },
        { documentId: documentId(12), title: arabic, format: 'PDF', bytes: 2 },
      ],
    }),
  );

export const Broken = () =>
  page(
    broken({
      id: 'x',
      type: 'FileList',
      files: [{ documentId: '../../logout?x="', title: 'A format that is not known', format: 'EXE', bytes: 'many' }],
    }),
    broken({ id: 'y', type: 'FileList', files: 3 }),
  );
