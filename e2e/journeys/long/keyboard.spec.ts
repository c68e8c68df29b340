import { halves, openReaderPage, type ReaderPage } from '../../support/readerPages.ts';
import { expectWalkByTab } from '../../support/tabStops.ts';
import { test } from '../../support/test.ts';

/**
 * Every page on a tablet, with little around it; some on a laptop, with all panels; some where bars leave least room.
 */
const walks: { where: string; width: number; height: number; pages: readonly ReaderPage[] }[] = [
  ...Object.entries(halves).map(([part, pages]) => ({
    where: `on a tablet (${part})`,
    width: 820,
    height: 1180,
    pages,
  })),
  { where: 'on a laptop', width: 1440, height: 900, pages: ['the dashboard', 'the event list'] },
  {
    where: 'at 400% zoom',
    width: 320,
    height: 256,
    pages: ['the news list', 'an event to come', 'the document list', 'the page Records'],
  },
];

for (const { where, width, height, pages } of walks) {
  test(`Tab moves through pages ${where} in order and to the end, with the focus always visible and never covered [ACCESS-003]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const name of pages) {
      await test.step(name, async () => {
        await openReaderPage(page, name);
        await expectWalkByTab(page);
      });
    }
  });
}
