import {
  a,
  arabic,
  broken,
  emoji,
  hebrew,
  link,
  longAddress,
  longWord,
  page,
  paragraph,
  rich,
  text,
  words,
} from '../../testing/fixtures.tsx';

export default { title: 'BodyText' };

export const Marks = () =>
  page(
    a('BodyText', {
      body: rich(
        paragraph,
        words(
          'Words can be ',
          text('bold', { type: 'bold' }),
          ', ',
          text('italic', { type: 'italic' }),
          ', ',
          text('struck out', { type: 'strike' }),
          ', ',
          text('code()', { type: 'code' }),
          ', ',
          text('a link in the portal', link('/news')),
          ', ',
          text('one that leaves it', link('https://www.irs.gov/')),
          ' and ',
          text('both at once', { type: 'bold' }, link('https://www.sec.gov/')),
          '.',
        ),
      ),
    }),
  );

export const Code = () =>
  page(
    a('BodyText', {
      body: {
        type: 'doc',
        content: [
          { type: 'codeBlock', content: words(`distribution = balance / factor\n${'a very long line '.repeat(20)}`) },
        ],
      },
    }),
  );

export const LongAndOdd = () =>
  page(
    a('BodyText', {
      body: rich(
        longWord,
        words(text(longAddress, link(longAddress))),
        arabic,
        hebrew,
        words(text(emoji), ' between ', text(arabic), ' and English'),
        'line\nline'.repeat(3),
      ),
    }),
  );

export const Empty = () =>
  page(
    a('BodyText', { body: { type: 'doc', content: [] } }),
    a('BodyText', { body: { type: 'doc', content: [{ type: 'paragraph' }] } }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'BodyText' }),
    broken({
      id: 'y',
      type: 'BodyText',
      body: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [{ type: 'text', text: 'A mark of a later version keeps its words', marks: [{ type: 'glow' }] }],
          },
        ],
      },
    }),
  );
