import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ENGLISH_WORDS, programFile } from '../../locations.ts';
import { runGuarded } from '../process/guardedProcess.ts';
import { scannedPdf } from './testing/scannedPdf.ts';

const PAGES = 20;
const LINES = 44;
const WORDS_PER_LINE = 5;

test('at least 95 % of the words of 20 crooked, noisy pages in two columns are recognized [FILE-082]', async () => {
  const words = readFileSync(ENGLISH_WORDS, 'utf8')
    .split('\n')
    .filter((word) => /^[a-z]{3,7}$/.test(word));
  // A fixed walk through the list, so that each run has the same pages.
  const wordAt = (index: number) => words[(index * 7919) % words.length]!;
  const pages = Array.from({ length: PAGES }, (_, page) =>
    [0, 1].map((column) =>
      Array.from({ length: LINES }, (_line, line) =>
        Array.from({ length: WORDS_PER_LINE }, (_word, word) =>
          wordAt(((page * 2 + column) * LINES + line) * WORDS_PER_LINE + word),
        ).join(' '),
      ),
    ),
  );
  const pdf = await scannedPdf(pages, (page) => ((page % 7) - 3) / 2);
  const found = new Map<number, Set<string>>();
  for (let next = 1; next <= PAGES;) {
    const { result } = await runGuarded(
      { program: programFile('recognizingProcess'), args: ['PDF', String(next)], input: Readable.from([pdf]) },
      (output) => text(output),
    );
    const before = next;
    for (const line of result.trim().split('\n')) {
      const { page, text: recognized } = JSON.parse(line) as { page?: number; text?: string };
      if (page === undefined) continue;
      found.set(page, new Set(recognized!.toLowerCase().split(/[^a-z]+/)));
      next = page + 1;
    }
    expect(next, 'each run goes on').toBeGreaterThan(before);
  }
  const recall = pages.map((columns, page) => {
    const all = columns.flat().flatMap((line) => line.split(' '));
    return all.filter((word) => found.get(page + 1)?.has(word)).length / all.length;
  });
  const mean = recall.reduce((sum, one) => sum + one, 0) / PAGES;
  process.stdout.write(
    `recall of recognized pages: mean ${mean.toFixed(3)}, lowest ${Math.min(...recall).toFixed(3)}\n`,
  );
  expect(mean).toBeGreaterThanOrEqual(0.95);
});
