import { expect, test } from 'vitest';
import { sharedPortal } from '../../testing/testPortal.ts';
import { asking, titles } from './testing/searches.ts';

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

test('a document with more different words than PostgreSQL can index is found by its first ones [FILE-031]', async () => {
  const ask = asking(shared());
  const numbers = Array.from({ length: 100_000 }, (_, index) => `lot${index}x`).join(' ');
  const wide = Array.from({ length: 80_000 }, (_, index) => `契約${index}`).join(' ');
  await shared().make.document({ header: 'List of lots', text: numbers, fileName: 'lots.txt' });
  await shared().make.document({ header: 'List of contracts', text: wide, fileName: 'contracts.txt' });
  expect(titles(await ask('lot60000x'))).toEqual(['List of lots']);
  expect(titles(await ask('契約1000'))).toEqual(['List of contracts']);
});
