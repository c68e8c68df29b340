import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { ports } from '../support/ports.ts';
import { signIn } from '../support/signIn.ts';
import { expect, expectNoSidewaysScroll, testAsNobody as test } from '../support/test.ts';

/* Whatever an author or a source wrote is shown as text: stored by the importer, looked at in a browser. */

const root = resolve(import.meta.dirname, '../..');
const portal = `http://localhost:${ports.implicit}`;
const ATTACK = '<img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">{{constructor.constructor(\'window.ran=1\')()}}';
const ODD = 'z\u0301\u0302\u0303\u0304\u0305 \u202Egpj.exe\u202C \u200B\u2066x\u2069 👩‍👩‍👧‍👦 اختبار';
const MARKDOWN = [
  ATTACK, '', '## Heading <iframe src="https://evil.example/"></iframe>', '',
  '[one](javascript:window.ran=1) [two](JaVaScRiPt:window.ran=1) [three](data:text/html,<script>window.ran=1</script>) [four](vbscript:x)', '',
  '![picture](https://evil.example/pixel.png) <https://example.com/"onmouseover="window.ran=1>', '',
  '<style>body{display:none}</style><meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
  '<form id="getElementById" name="cookie" action="https://evil.example/"><input name="attributes"></form>', '',
  `| a ${ATTACK} | b |`, '|---|---|', `| ${ODD} | \`${ATTACK}\` |`, '', `> ${ATTACK}`, '', 'Quuxword at the end.',
].join('\n');

const title = (kind: string): string => `Quuxword ${kind} ${ATTACK} ${ODD}`.slice(0, 290);
const article = (id: string) => ({
  id, title: title(id), description: `${ATTACK} quuxword ${ODD}`, categories: [`Cat ${ATTACK}`.slice(0, 80), 'constructor', '__proto__'], publishedAt: new Date(Date.now() - 3_600_000).toISOString(),
  authorDepartment: `Dept ${ATTACK}`.slice(0, 190), source: ATTACK.slice(0, 80), body: MARKDOWN,
});
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

async function importHostile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-hostile-'));
  try {
    await mkdir(join(folder, 'files'));
    const files: Record<string, object[]> = {
      'news.jsonl': [article('hostile-news')],
      'events.jsonl': [{ ...article('hostile-event'), startDate: inDays(1), endDate: inDays(2), locationType: 'InPerson', location: ATTACK.slice(0, 290), speakers: [ATTACK.slice(0, 190)], postEventBody: MARKDOWN }],
      'resources.jsonl': [{ ...article('hostile-resource'), department: `Dept ${ATTACK}`.slice(0, 190), owner: ATTACK.slice(0, 190) }],
      'documents.jsonl': ['hostile.txt', 'hostile.csv', 'page.pdf', 'drawing.png'].map((file) => ({
        id: `hostile-${file}`, title: title(file), description: ATTACK, file, department: null, categories: [], publishedAt: article('x').publishedAt,
      })),
    };
    for (const [name, records] of Object.entries(files)) await writeFile(join(folder, name), records.map((record) => JSON.stringify(record)).join('\n'));
    await writeFile(join(folder, 'files', 'hostile.txt'), `${ATTACK}\n${ODD}\nquuxword\n`);
    await writeFile(join(folder, 'files', 'hostile.csv'), `name,value\n"=HYPERLINK(""https://evil.example/"")",${JSON.stringify(ATTACK).replaceAll('\\"', '""')}\n@SUM(1),quuxword\n`);
    await writeFile(join(folder, 'files', 'page.pdf'), `<!doctype html><script>window.ran=1</script>`);
    await writeFile(join(folder, 'files', 'drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script></svg>');
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'content:import', folder, '--no-shift-dates'], {
      env: { ...process.env, PORTICO_DATA_DIR: join(process.env.PORTICO_E2E_DATA!, String(ports.implicit)), INIT_CWD: root },
    }).catch((error: { stdout: string }) => error);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Nothing ran, nothing was asked of strangers, and the page holds no element or address that could do either. */
async function expectInert(page: Page, strangers: string[]): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
  expect(strangers).toEqual([]);
  const found = await page.evaluate(() => ({
    handlers: [...document.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).length,
    addresses: [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*(?:javascript|data|vbscript):/i.test(address) && !address.startsWith('data:image/')),
    foreign: document.querySelectorAll('main iframe, main script, main style, main base, main meta, main object, main embed, main form[action], main img[src="x"]').length,
  }));
  expect(found).toEqual({ handlers: 0, addresses: [], foreign: 0 });
}

test.describe('hostile content', () => {
  test.use({ baseURL: portal });

  test('is text wherever it appears, and files that are not what they say are refused [X1, X2, X4, X5, X6, U1]', async ({ page }) => {
    test.setTimeout(150_000);
    const report = await importHostile();
    for (const refused of ['hostile-page.pdf', 'hostile-drawing.png']) expect(report).toContain(refused);

    const strangers: string[] = [];
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') strangers.push(request.url());
    });
    await page.goto('/');
    await signIn(page, 'hybrid');
    const open = async (path: string, shown: RegExp = /Quuxword/) => {
      await page.goto(path);
      await expect(page.getByRole('main')).toContainText(shown);
      await expectInert(page, strangers);
      await expectNoSidewaysScroll(page);
    };
    const follow = async (list: string) => {
      await open(list);
      await page.getByRole('main').getByRole('link', { name: /Quuxword/ }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.ran=1</script>');
      await expect(page.getByRole('main')).toContainText('Quuxword at the end.');
      await expectInert(page, strangers);
      await expectNoSidewaysScroll(page);
      expect(await page.title()).toContain('<script>');
    };
    await open('/');
    await follow('/news');
    await follow('/events');
    await follow('/resources');
    await open('/documents');
    for (const name of ['hostile.txt', 'hostile.csv']) {
      await page.getByRole('article').filter({ hasText: name }).first().getByRole('button', { name: /preview/i }).click();
      await expect(page.getByRole('dialog')).toContainText('quuxword');
      await expectInert(page, strangers);
      await page.keyboard.press('Escape');
    }
    await open('/search?term=quuxword');
    await expect(page.locator('mark').first()).toBeVisible();
    await open(`/search?term=${encodeURIComponent('<script>window.ran=1</script>')}`, /script/);
  });
});
