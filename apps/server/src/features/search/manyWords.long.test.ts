import { expect, test } from 'vitest';
import { sharedPortal } from '../../testing/testPortal.ts';
import { asking, titles } from './testing/searches.ts';

const shared = sharedPortal();

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
