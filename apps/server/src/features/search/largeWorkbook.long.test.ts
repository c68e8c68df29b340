import type { Change } from '@portico/contracts/studio/draft';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { expect, test } from 'vitest';
import { xlsxFile } from '../../testing/files/officeFiles.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { asking, titles } from './testing/searches.ts';

const ROWS = 200_000;
const SURNAMES = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Bianchi', 'Novak'].map((name) => `<t>${name}</t>`);

/** As programs export it: an account, a name from the table of shared texts, a note, an amount and a day. */
function accounts(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const note = row === ROWS ? 'Escheated to Delaware' : `Reviewed by desk ${row % 90}`;
    return `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>AC-${500_000 + row}</t></is></c><c r="B${row}" t="s"><v>${row % SURNAMES.length}</v></c><c r="C${row}" t="inlineStr"><is><t>${note}</t></is></c><c r="D${row}"><v>${row}.25</v></c><c r="E${row}"><v>${40_000 + (row % 5000)}</v></c></row>`;
  });
  return xlsxFile([{ name: 'Accounts', rows: rows.join('') }], SURNAMES);
}

test('a workbook of 200,000 rows that an editor uploads is read within the limits of its process, and found by a word in its last row [FILE-088]', async () => {
  const server = await testPortal();
  const { portal, as, runJobs, db } = server;
  const edda = () => as('edda');
  const { write, publish } = studioActions(edda);
  const uploaded = await portal.inject({
    method: 'POST',
    url: studioFilesPath,
    payload: accounts(),
    headers: {
      ...(await edda().headers()),
      'content-type': 'application/octet-stream',
      'x-file-name': 'accounts.xlsx',
    },
  });
  expect(uploaded.statusCode).toBe(200);
  const file: Change = { do: 'field', name: 'file', value: uploaded.json<StudioFile>() };
  await publish(await write('Accounts of the year', [file], 'document'));
  await runJobs();
  expect(await db.selectFrom('files').select('state').execute()).toEqual([{ state: 'Read' }]);
  const ask = asking(server);
  for (const term of ['escheated', 'AC-700000', 'AC-500001', '"desk 89"', 'okafor'])
    expect(titles(await ask(term)), term).toEqual(['Accounts of the year']);
  const { documents } = await ask('escheated Delaware');
  expect(documents.results[0]!.snippet.map(({ text }) => text).join('')).toContain('Escheated to Delaware');
});
