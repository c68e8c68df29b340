import { readAloudProblems } from '../../support/readAloud.ts';
import { halves, openReaderPage, type ReaderPage } from '../../support/readerPages.ts';
import { expect, test } from '../../support/test.ts';

/** Pages whose title differs from their first heading. */
const ownTitles: Partial<Record<ReaderPage, string>> = {
  'the dashboard': 'Dashboard',
  'search results': 'Search: rollover cost',
  'a search without results': 'Search: zzyqxx',
  'an address without a page': 'Page not found',
};

/** Narrower last, because a wider window loads more. */
const WIDTHS = [1440, 390];

for (const [part, pages] of Object.entries(halves)) {
  test(`a screen reader reads every page (${part}) at 390 and 1440 px with one title, headings in order, and every control named once [ACCESS-007]`, async ({
    page,
  }) => {
    for (const name of pages) {
      await test.step(name, async () => {
        for (const [index, width] of WIDTHS.entries()) {
          await page.setViewportSize({ width, height: 900 });
          if (index === 0) await openReaderPage(page, name);
          const where = `${name} at ${width} px`;
          expect.soft(await readAloudProblems(page), where).toEqual([]);
          const heading = await page.getByRole('heading', { level: 1 }).textContent();
          const title = (await page.title()).replace(/^\(\d+\+?\) /, '');
          expect.soft(title.split(' - ').slice(0, -1).join(' - '), where).toBe(ownTitles[name] ?? heading);
        }
      });
    }
  });
}
