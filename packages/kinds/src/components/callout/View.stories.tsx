import { a, arabic, broken, longWord, page, paragraph, rich } from '../../testing/fixtures.tsx';

export default { title: 'Callout' };

export const Kinds = () =>
  page(
    a('Callout', {
      kind: 'Tip',
      title: 'Ask first',
      body: rich('Most questions are answered in the handbook.'),
      link: { text: 'Open the handbook', href: '/resources' },
    }),
    a('Callout', { kind: 'Info', title: 'New fee schedule', body: rich('It applies from January 1.') }),
    a('Callout', { kind: 'Note', body: rich(paragraph) }),
    a('Callout', {
      kind: 'Warning',
      title: 'Do not send account numbers by mail',
      body: rich('Use the secure upload.'),
    }),
  );

export const LongAndOdd = () => page(a('Callout', { kind: 'Info', title: longWord, body: rich(arabic, longWord) }));

export const Broken = () => page(broken({ id: 'x', type: 'Callout', kind: 'Shout', body: rich() }));
