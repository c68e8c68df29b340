import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ComponentTree, ContentComponent } from '@portico/kinds/content';
import type { ContentKind } from '@portico/server/content/details';
import { docxFile, pptxFile, xlsxFile } from '@portico/server/testing/files/officeFiles';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import type { MadeContent } from '@portico/server/testing/contentMaker';
import { publishItem } from '../../support/studio/drafts.ts';
import { emptyPortal, importContent } from '../../support/importContent.ts';
import { ports } from '../../support/ports.ts';
import { signIn } from '../../support/signIn.ts';
import { expectFitsAtEachZoom, expectNoSidewaysScroll } from '../../support/accessibility.ts';
import { expectInert, watchStrangers } from '../../support/inert.ts';
import { expect, testAsNobody as test } from '../../support/test.ts';

/* Whatever an author or an import source writes is shown as text. */

const ATTACK =
  '<img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">{{constructor.constructor(\'window.ran=1\')()}}';
const ODD = 'z\u0301\u0302\u0303\u0304\u0305 \u202Egpj.exe\u202C \u200B\u2066x\u2069 👩‍👩‍👧‍👦 اختبار';
const MARKDOWN = [
  ATTACK,
  '',
  '## Heading <iframe src="https://evil.example/"></iframe>',
  '',
  '[one](javascript:window.ran=1) [two](JaVaScRiPt:window.ran=1) [three](data:text/html,<script>window.ran=1</script>) [four](vbscript:x)',
  '',
  '![picture](https://evil.example/pixel.png) <https://example.com/"onmouseover="window.ran=1>',
  '',
  '<style>body{display:none}</style><meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
  '<form id="getElementById" name="cookie" action="https://evil.example/"><input name="attributes"></form>',
  '',
  `| a ${ATTACK} | b |`,
  '|---|---|',
  `| ${ODD} | \`${ATTACK}\` |`,
  '',
  `> ${ATTACK}`,
  '',
  'Quuxword at the end.',
].join('\n');

const title = (kind: string): string => `Quuxword ${kind} ${ATTACK} ${ODD}`.slice(0, 290);
const article = (id: string) => ({
  id,
  title: title(id),
  description: `${ATTACK} quuxword ${ODD}`,
  categories: [`Cat ${ATTACK}`.slice(0, 80), 'constructor', '__proto__'],
  publishedAt: new Date(Date.now() - HOUR_MS).toISOString(),
  authorDepartment: `Dept ${ATTACK}`.slice(0, 190),
  source: ATTACK.slice(0, 80),
  body: MARKDOWN,
});
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const files = {
  'hostile.txt': `${ATTACK}\n${ODD}\nquuxword\n`,
  'hostile.csv': `name,value\n"=HYPERLINK(""https://evil.example/"")",${JSON.stringify(ATTACK).replaceAll('\\"', '""')}\n@SUM(1),quuxword\n`,
  'hostile.docx': docxFile(
    `<w:p><w:r><w:t>${xml(ATTACK)} ${ODD}</w:t></w:r></w:p><w:p><w:hyperlink r:id="evil"><w:r><w:t>quuxword</w:t></w:r></w:hyperlink></w:p>`,
    [],
    [['evil', 'javascript:window.ran=1']],
  ),
  'hostile.xlsx': xlsxFile([
    {
      name: xml('<b onclick=ran>'),
      rows: `<row r="1"><c t="inlineStr"><is><t>${xml(ATTACK)} quuxword</t></is></c><c t="str"><f>HYPERLINK("https://evil.example/")</f><v>${ODD}</v></c></row>`,
    },
  ]),
  'hostile.pptx': pptxFile([
    { shapes: `<p:sp><p:txBody><a:p><a:r><a:t>${xml(ATTACK)} quuxword</a:t></a:r></a:p></p:txBody></p:sp>` },
  ]),
};
const mislabeled = {
  'page.pdf': '<!doctype html><script>window.ran=1</script>',
  'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script></svg>',
};

const importHostile = () =>
  importContent(
    {
      'news.jsonl': [article('hostile-news')],
      'events.jsonl': [
        {
          ...article('hostile-event'),
          startDate: inDays(1),
          endDate: inDays(2),
          locationType: 'InPerson',
          location: ATTACK.slice(0, 290),
          speakers: [ATTACK.slice(0, 190)],
          postEventBody: MARKDOWN,
        },
      ],
      'resources.jsonl': [
        { ...article('hostile-resource'), department: `Dept ${ATTACK}`.slice(0, 190), owner: ATTACK.slice(0, 190) },
      ],
      'documents.jsonl': Object.keys({ ...files, ...mislabeled }).map((file) => ({
        id: `hostile-${file}`,
        title: title(file),
        description: ATTACK,
        file,
        department: null,
        categories: [],
        publishedAt: article('x').publishedAt,
      })),
    },
    { ...files, ...mislabeled },
  );

/** Short enough for any text of a component, with unusual letters and text direction. */
const SHORT = `Kwyxword <img src=x onerror=window.ran=1><script>window.ran=1</script> z\u0301\u202E`;
const texts = new Set([
  'text',
  'title',
  'caption',
  'credit',
  'alt',
  'attribution',
  'description',
  'role',
  'name',
  'label',
  'helpText',
  'placeholder',
]);

/** A copy in which every free text is replaced. */
function everyText(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return texts.has(key) ? SHORT : value;
  if (Array.isArray(value)) return value.map((entry) => everyText(entry, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, everyText(entry, name)]));
}

const everyComponent = everyText(Object.values(oneOfEachKind)) as ContentComponent[];
/** Components that no author can store: an unknown kind, names of built-in properties, and data with a wrong shape. */
const broken = [
  { id: 'x1', type: 'Hologram', text: SHORT },
  { id: 'x2', type: 'constructor' },
  { id: 'x3', type: '__proto__' },
  { id: 'x4', type: 'Table', header: 1, rows: {} },
  { id: 'x5', type: 'BodyText', body: { type: 'doc', content: 'x' } },
  {
    id: 'x6',
    type: 'Columns',
    columns: [
      null,
      { components: [{ id: 'x7', type: 'Video', source: { host: 'evil.example', videoId: '"><script>' } }] },
    ],
  },
  { id: 'x8', type: 'Image', image: { id: '../../x' } },
  null,
  'words',
  7,
  [],
] as unknown as ContentComponent[];
const last: ContentComponent = { id: 'last', type: 'Header', level: 2, text: 'Kwyxword after all of it' };
const ownIds = (prefix: string, components: ComponentTree): ComponentTree =>
  components
    .filter(({ type }) => type !== 'Form' && type !== 'Checklist')
    .map((component) => ({ ...component, id: `${prefix}-${component.id}` }));

/** What is published of each kind, and where readers see it. */
const stored: Partial<Record<ContentKind, { path: (itemId: string) => string; made: MadeContent; hasAll: boolean }>> = {
  news: { path: (id) => `/news/${id}`, made: {}, hasAll: true },
  event: {
    path: (id) => `/events/${id}`,
    hasAll: true,
    made: {
      locationType: 'InPerson',
      location: SHORT,
      speakers: [SHORT],
      registration: {},
      preEventData: [{ id: 'before', type: 'Header', level: 3, text: SHORT }],
      postEventData: [],
    },
  },
  resource: { path: (id) => `/resources/${id}`, made: { department: SHORT, owner: SHORT }, hasAll: true },
  page: { path: () => '/onboarding', made: { path: '/onboarding' }, hasAll: true },
  home: {
    path: () => '/',
    hasAll: false,
    made: {
      notificationBanner: {
        id: 'hostile',
        kind: 'Warning',
        title: SHORT,
        text: SHORT,
        link: { text: SHORT, href: '/news' },
      },
      widgets: [{ id: 'events-calendar', kind: 'EventsCalendar', title: SHORT.slice(0, 60) }],
    },
  },
};

test.describe('hostile content', () => {
  test.use({ baseURL: emptyPortal });

  test('hostile imported content is shown as text everywhere, and files that are not of the type they claim are rejected [X1, X2, X4, X5, X6, U1]', async ({
    page,
  }) => {
    const report = await importHostile();
    for (const rejected of ['hostile-page.pdf', 'hostile-drawing.png']) expect(report).toContain(rejected);

    const strangers = watchStrangers(page);
    await page.goto('/');
    await signIn(page, 'hybrid');
    const open = async (path: string, shown: RegExp = /Quuxword/) => {
      await page.goto(path);
      await expect(page.getByRole('main')).toContainText(shown);
      await expectInert(page, strangers);
      await expectNoSidewaysScroll(page);
      await expectFitsAtEachZoom(page);
    };
    const follow = async (list: string) => {
      await open(list);
      await page
        .getByRole('main')
        .getByRole('link', { name: /Quuxword/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.ran=1</script>');
      await expect(page.getByRole('main')).toContainText('Quuxword at the end.');
      await expectInert(page, strangers);
      await expectNoSidewaysScroll(page);
      await expectFitsAtEachZoom(page);
      expect(await page.title()).toContain('<script>');
    };
    await open('/');
    await follow('/news');
    await follow('/events');
    await follow('/resources');
    await open('/documents');
    for (const name of Object.keys(files)) {
      await page
        .getByRole('main')
        .getByRole('article')
        .filter({ hasText: name })
        .first()
        .getByRole('button', { name: /preview/i })
        .click();
      await expect(page.getByRole('dialog')).toContainText('quuxword');
      if (name !== 'hostile.csv') await expect(page.getByRole('dialog')).toContainText('<script>window.ran=1</script>');
      await expectInert(page, strangers);
      await page.keyboard.press('Escape');
    }
    await open('/search?term=quuxword');
    await expect(page.locator('mark').first()).toBeVisible();
    await open(`/search?term=${encodeURIComponent('<script>window.ran=1</script>')}`, /script/);
  });

  for (const [kind, { path, made, hasAll }] of Object.entries(stored) as Array<
    [ContentKind, NonNullable<(typeof stored)[ContentKind]>]
  >) {
    test(`hostile text in every component of a ${kind} is shown as text, and unknown or broken components do not break its page [COMP-025, X1, X4, X6, B7, COMP-001]`, async ({
      page,
    }) => {
      test.slow();
      const itemId = await publishItem(
        kind,
        {
          header: `${SHORT} ${kind}`,
          description: SHORT,
          categories: [SHORT.slice(0, 80)],
          authorDepartment: SHORT,
          creatorInfo: { kind: 'User', name: SHORT },
          ...(kind === 'event' ? { startsAt: inDays(3), endsAt: inDays(4) } : {}),
          components: [...everyComponent, last],
          ...made,
          ...(kind === 'event' ? { postEventData: ownIds('after', everyComponent) } : {}),
        },
        { port: ports.implicit, unchecked: broken },
      );
      const strangers = watchStrangers(page);
      await page.goto(path(itemId));
      await signIn(page, 'hybrid');
      await expect(page.getByRole('main')).toContainText(/Kwyxword <img src=x onerror=window\.ran=1><script>/);
      if (hasAll) await expect(page.getByRole('heading', { name: /Kwyxword after all of it/ })).toBeAttached();
      await expectInert(page, strangers);
      await expectNoSidewaysScroll(page);
      await expectFitsAtEachZoom(page);
      const collapsed = page.getByRole('main').getByRole('button', { expanded: false });
      while ((await collapsed.count()) > 0) await collapsed.first().click();
      await expectInert(page, strangers);
    });
  }
});
