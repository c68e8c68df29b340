import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { addFile } from '../../media/files/files.ts';
import { docxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { asking, bodyOf, plain, titles } from './testing/searches.ts';

const shared = sharedPortal();

test('a word is found wherever it is in a long document, by all of its spellings [FILE-031]', async () => {
  const ask = asking(shared());
  const prose = 'Advisors review beneficiaries and custody agreements with their clients every year. '.repeat(9000);
  const text = `${prose}\nAppendix: vermiculite holdings, Form 5498-SA and Señor Ibáñez.\n${prose}The colophon names a typesetter.`;
  await shared().make.document({ header: 'Handbook of everything', text, fileName: 'handbook.txt' });
  await shared().make.document({ header: 'Short memo', text: 'Nothing about that.', fileName: 'memo.txt' });
  for (const word of ['vermiculite', 'typesetters', '5498-SA', 'ibanez', 'custody'])
    expect(titles(await ask(word)), word).toEqual(['Handbook of everything']);
});

test('a document with more different words than PostgreSQL stores in one value is found by all of them [FILE-079]', async () => {
  const ask = asking(shared());
  const numbers = Array.from({ length: 100_000 }, (_, index) => `lot${index}x`).join(' ');
  const wide = Array.from({ length: 80_000 }, (_, index) => `契約${index}`).join(' ');
  await shared().make.document({ header: 'List of lots', text: numbers, fileName: 'lots.txt' });
  await shared().make.document({ header: 'List of contracts', text: wide, fileName: 'contracts.txt' });
  for (const word of ['lot0x', 'lot60000x', 'lot99999x'])
    expect(titles(await ask(word)), word).toEqual(['List of lots']);
  for (const word of ['契約1000', '契約79999']) expect(titles(await ask(word)), word).toEqual(['List of contracts']);
  const { hasAllWords } = await ask('lot0x lot99999x');
  expect(hasAllWords).toBe(true);
});

test('an excerpt shows the match wherever it is in a long text [FILE-080]', async () => {
  const ask = asking(shared());
  const prose = 'Clients and advisors meet every quarter to talk about plans and review fees. '.repeat(900);
  const components = [prose, 'At the end stands a heliotrope clause about review.', prose]
    .flatMap((text) => text.match(/.{1,9000}\b/gsu) ?? [])
    .flatMap((text, index) => bodyOf(text).map((body) => ({ ...body, id: `b${index}` })));
  await shared().make.resource({ header: 'A very long guide', components });
  for (const term of ['heliotrope', 'heliotrope review']) {
    const { resourcePages } = await ask(term);
    expect(plain(resourcePages.results[0]!.snippet), term).toContain('a heliotrope clause');
  }
});

test('a search hit names the page of a PDF, and no page of a text, table or document without pages [DOCS-006]', async () => {
  const { db, store, make, runJobs } = shared();
  const filler = 'Advisors review the plans of their clients. '.repeat(1000);
  const paragraph = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const files: Array<[header: string, fileName: string, content: string | Buffer]> = [
    ['Memo', 'memo.txt', `${filler}\nOur quorum.`],
    ['Table', 'table.csv', `${'a,b\n'.repeat(12_000)}our,quorum`],
    ['Letter', 'letter.docx', docxFile(`${paragraph(filler)}${paragraph('Our quorum.')}`)],
    ['Report', 'report.pdf', pdfFile(['First', 'Our quorum.'])],
  ];
  for (const [header, fileName, content] of files) {
    const file = await addFile({ db, store }, { stream: Readable.from([Buffer.from(content as string)]), fileName });
    await make.document({ header, file });
  }
  await runJobs();
  const { documents } = await asking(shared())('quorum');
  const pages = documents.results.map(({ header, page }) => [plain(header), page]);
  expect(Object.fromEntries(pages)).toEqual({ Memo: null, Table: null, Letter: null, Report: 2 });
  for (const { snippet } of documents.results) expect(plain(snippet)).toMatch(/our\W+quorum/i);
});
