import { readAloudProblems } from '../../support/readAloud.ts';
import { allReaderPages, openReaderPage, type ReaderPage } from '../../support/readerPages.ts';
import { expect, test } from '../../support/test.ts';

/** Pages whose title differs from their first heading. */
const ownTitles: Partial<Record<ReaderPage, string>> = {
  'the dashboard': 'Dashboard',
  'search results': 'Search: rollover cost',
  'a search without results': 'Search: zzyqxx',
  'an address without a page': 'Page not found',
};

for (const width of [390, 1440]) {
  test(`a screen reader reads every page at ${width} px with one title, headings in order, and every control named once [ACCESS-007]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of allReaderPages) {
      await test.step(name, async () => {
        await openReaderPage(page, name);
        expect.soft(await readAloudProblems(page), name).toEqual([]);
        const heading = await page.getByRole('heading', { level: 1 }).textContent();
        const title = (await page.title()).replace(/^\(\d+\+?\) /, '');
        expect.soft(title.split(' - ').slice(0, -1).join(' - '), name).toBe(ownTitles[name] ?? heading);
      });
    }
  });
}
