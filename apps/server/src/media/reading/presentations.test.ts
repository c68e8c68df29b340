import { expect, test } from 'vitest';
import { packageFile } from '../../testing/files/packageFile.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SLIDES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const MODERN = 'http://schemas.microsoft.com/office/2018/10/relationships/comments';

type Relations = Parameters<typeof packageFile>[2];

/** A presentation with one slide, whose relationships have another prefix than usual. */
function presentation(shapes: string, parts: Record<string, string> = {}, relations: Relations = {}) {
  return packageFile(
    'ppt/presentation.xml',
    {
      'ppt/presentation.xml': `<p:presentation ${SLIDES} xmlns:link="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId link:id="first" id="256"/></p:sldIdLst></p:presentation>`,
      'ppt/slides/slide1.xml': `<p:sld ${SLIDES} ${DRAWING}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ...parts,
    },
    { 'ppt/presentation.xml': [['first', 'slide', 'ppt/slides/slide1.xml']], ...relations },
  );
}

const paragraph = (...runs: string[]) => `<a:p>${runs.join('')}</a:p>`;
const run = (text: string) => `<a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r>`;
const shape = (placeholder: string, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;

const read = (bytes: Uint8Array) => readTestFile(shared(), bytes, 'talk.pptx');

test('search finds old and new comments, footers and notes of a slide, with their line breaks [FILE-068]', async () => {
  const { texts, preview } = await read(
    presentation(
      shape('title', paragraph(run('Rebalancing'))) +
        shape('ftr', paragraph(run('For internal use'))) +
        shape('dt', paragraph('<a:fld type="datetime1"><a:t>11/28/2026</a:t></a:fld>')) +
        shape('sldNum', paragraph('<a:fld type="slidenum"><a:t>7</a:t></a:fld>')),
      {
        'ppt/comments/comment1.xml': `<p:cmLst ${SLIDES}><p:cm authorId="0"><p:pos x="1" y="2"/><p:text>Cite the_x000D_\nprospectus</p:text></p:cm></p:cmLst>`,
        'ppt/comments/modern1.xml': `<p188:cmLst xmlns:p188="c" ${DRAWING}><p188:cm id="1"><p188:replyLst><p188:reply><p188:txBody>${paragraph(run('Agreed, by Friday'))}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${paragraph(run('Shorten'), '<a:br/>', run('this'))}</p188:txBody></p188:cm></p188:cmLst>`,
        'ppt/notesSlides/notesSlide1.xml': `<p:notes ${SLIDES} ${DRAWING}><p:cSld><p:spTree>${shape('body', paragraph(run('Pause here'), '<a:br/>', run('Ask who'), run('_x000D_next')))}</p:spTree></p:cSld></p:notes>`,
      },
      {
        'ppt/slides/slide1.xml': [
          ['c1', 'comments', 'ppt/comments/comment1.xml'],
          ['c2', MODERN, 'ppt/comments/modern1.xml'],
          ['n1', 'notesSlide', 'ppt/notesSlides/notesSlide1.xml'],
        ],
      },
    ),
  );
  expect(texts).toEqual([
    {
      page: 1,
      text: '1. Rebalancing\nFor internal use\nCite the\nprospectus\nAgreed, by Friday\nShorten\nthis\nPause here\nAsk who\nnext',
    },
  ]);
  expect(JSON.stringify(preview)).not.toMatch(/internal|prospectus|Pause/);
});

test('lines of charts, SmartArt, tables and shapes of a slide are not joined [FILE-069]', async () => {
  const cell = (...paragraphs: string[]) => `<a:tc><a:txBody>${paragraphs.join('')}</a:txBody></a:tc>`;
  const { texts, preview } = await read(
    presentation(
      shape('', paragraph(run('Above'), '<a:br/>', run('beneath_x000B_last'))) +
        `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="true"/><a:tr>${cell(paragraph(run('Step')))}${cell(paragraph(run('Who')))}</a:tr><a:tr>${cell(paragraph(run('Sign'), '<a:br/>', run('Date')))}${cell(paragraph(run('Client')), paragraph(run('Spouse')))}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
      {
        'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="c" ${DRAWING}><c:title>${paragraph(run('Inflows'), '<a:br/>', run('net'))}</c:title><c:ser><c:tx><c:v>Advisory_x000D_fees</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>2027</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="0"><c:v>99</c:v></c:pt></c:numLit></c:val></c:ser></c:chartSpace>`,
        'ppt/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="d" ${DRAWING}><dgm:t>${paragraph(run('Gather'), '<a:br/>', run('Review'))}</dgm:t></dgm:dataModel>`,
      },
      {
        'ppt/slides/slide1.xml': [
          ['h1', 'chart', 'ppt/charts/chart1.xml'],
          ['s1', 'diagramData', 'ppt/diagrams/data1.xml'],
        ],
      },
    ),
  );
  expect(texts.map(({ text }) => text)).toEqual([
    'Slide 1\nAbove\nbeneath\nlast\nStep · Who\nSign\nDate · Client\nSpouse\nInflows\nnet\nAdvisory\nfees\n2027\nGather\nReview',
  ]);
  const line = (text: string) => [{ type: 'text', text }];
  expect(preview).toMatchObject({
    components: [
      { text: 'Slide 1' },
      {
        body: {
          content: [
            {
              content: [
                ...line('Above'),
                { type: 'hardBreak' },
                ...line('beneath'),
                { type: 'hardBreak' },
                ...line('last'),
              ],
            },
          ],
        },
      },
      {
        type: 'Table',
        header: [line('Step'), line('Who')],
        rows: [[[...line('Sign'), { type: 'hardBreak' }, ...line('Date')], {}]],
      },
    ],
  });
});

test('search finds the last word of a text on a slide that is longer than its preview [FILE-067]', async () => {
  const words = Array.from({ length: 900 }, (_, index) => `${run(`term${index}`)}<a:br/>`).join('');
  const [page] = (await read(presentation(shape('', paragraph(words))))).texts;
  expect(['term0\n', 'term450\n', 'term899'].filter((word) => !page?.text.includes(word))).toEqual([]);
});
