import { expect, test } from 'vitest';
import { contentDisposition } from './contentDisposition.ts';

test.each([
  ['Fees 2026.pdf', `filename="Fees 2026.pdf"; filename*=UTF-8''Fees%202026.pdf`],
  [
    'Größe – neu.pdf',
    `filename="Große _ neu.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%93%20neu.pdf`.replace('Große', 'Gro_e'),
  ],
  ["it's (one)*.pdf", `filename="it's (one)_.pdf"; filename*=UTF-8''it%27s%20%28one%29_.pdf`],
  ['a"; x=y\\.pdf', `filename="a__ x=y_.pdf"; filename*=UTF-8''a_%3B%20x%3Dy%5C.pdf`.replace('a__', 'a_;')],
  ['50%.pdf', `filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
])('the file name %s cannot break out of the header [X6]', (name, parameters) => {
  expect(contentDisposition('attachment', name)).toBe(`attachment; ${parameters}`);
});
