import { documentFormats } from '@portico/kinds/media';
import { expect, test } from 'vitest';
import { acceptOf, fileProblem, fileRules, typeOfName } from './fileChecks.ts';

const limits = { formats: documentFormats, maxBytes: 1000, size: '1 KB' };

test.for([
  ['Memo.doc', 'DOCX'],
  ['Fees.XLS', 'XLSX'],
  ['Talk.ppt', 'PPTX'],
])('before it is sent, %s is rejected with the advice to save it as %s [FILE-076]', ([name, format]) => {
  expect(fileProblem(limits, { name: name!, size: 5 })).toBe(
    `Files of this old kind aren’t accepted. Save the file as ${format}, then add that one.`,
  );
});

test('a field that takes no Word files does not advise to save one [FILE-076]', () => {
  const pictures = { ...limits, formats: ['PNG' as const, 'JPEG' as const] };
  expect(fileProblem(pictures, { name: 'Memo.doc', size: 5 })).toBe(
    'This kind of file isn’t accepted. Add PNG or JPEG, up to 1 KB each.',
  );
});

test('OpenDocument and RTF files are offered, accepted and sent with their media types [FILE-075]', () => {
  const formats = ['ODT', 'ODS', 'ODP', 'RTF'] as const;
  expect(acceptOf({ ...limits, formats })).toBe('.odt,.ods,.odp,.rtf');
  expect(fileRules({ ...limits, formats })).toContain('OpenDocument presentation or RTF');
  expect(fileProblem(limits, { name: 'Fees.ODS', size: 5 })).toBeUndefined();
  expect(typeOfName('Fees.ods')).toBe('application/vnd.oasis.opendocument.spreadsheet');
  expect(typeOfName('no extension')).toBe('application/octet-stream');
});
