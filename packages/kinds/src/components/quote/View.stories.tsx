import { a, arabic, broken, longWord, page, rich } from '../../testing/fixtures.tsx';

export default { title: 'Quote' };

export const WithSource = () =>
  page(
    a('Quote', {
      body: rich('Rule No. 1: never lose money. Rule No. 2: never forget rule No. 1.'),
      attribution: 'Warren Buffett',
    }),
  );

export const Plain = () => page(a('Quote', { body: rich('Put it in writing.', 'Then read it again.') }));

export const LongAndOdd = () => page(a('Quote', { body: rich(longWord, arabic), attribution: longWord }));

export const Broken = () => page(broken({ id: 'x', type: 'Quote', attribution: 'Nobody' }));
