import { a, arabic, broken, longWord, page, rich, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  'with its source': page(
    a('Quote', {
      body: rich('Rule No. 1: never lose money. Rule No. 2: never forget rule No. 1.'),
      attribution: 'Warren Buffett',
    }),
  ),
  plain: page(a('Quote', { body: rich('Put it in writing.', 'Then read it again.') })),
  'long and odd': page(a('Quote', { body: rich(longWord, arabic), attribution: longWord })),
  broken: page(broken({ id: 'x', type: 'Quote', attribution: 'Nobody' })),
};
