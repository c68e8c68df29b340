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
  // Longer than what is indexed word by word.
  const prose = 'Advisors review beneficiaries and custody agreements with their clients every year. '.repeat(5000);
  const text = `${prose}\nAppendix: vermiculite holdings, Form 5498-SA and Señor Ibáñez.\nThe colophon names a typesetter.`;
  await shared().make.document({ header: 'Handbook of everything', text, fileName: 'handbook.txt' });
  await shared().make.document({ header: 'Short memo', text: 'Nothing about that.', fileName: 'memo.txt' });
  for (const word of ['vermiculite', 'typesetters', '5498-SA', 'ibanez', 'custody'])
    expect(titles(await ask(word)), word).toEqual(['Handbook of everything']);
});

test('an excerpt shows the match wherever it is in a long text [FILE-080]', async () => {
  const ask = asking(shared());
  const prose = 'Clients and advisors meet every quarter to talk about plans and review fees. '.repeat(450);
  const components = [prose, 'The last part has a heliotrope clause about review.', prose]
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
  const filler = 'Advisors review the plans of their clients. '.repeat(600);
  const paragraph = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const files: Array<[header: string, fileName: string, content: string | Buffer]> = [
    ['Memo', 'memo.txt', `${filler}\nOur quorum.`],
    ['Table', 'table.csv', `${'a,b\n'.repeat(5_000)}our,quorum`],
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
