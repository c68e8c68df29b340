import { a, arabic, broken, link, longWord, page, text, words } from '../../testing/fixtures.tsx';

export default { title: 'Checklist' };

export const List = () =>
  page(
    a('Checklist', {
      title: 'Before the first meeting',
      dueDate: '2026-04-15',
      items: [
        { id: 'i1', content: words('Read the ', text('client file', link('/documents'))) },
        { id: 'i2', content: words('Check the risk profile') },
        { id: 'i3', content: words('Send the agenda') },
      ],
    }),
  );

export const Bare = () => page(a('Checklist', { items: [{ id: 'i1', content: words('One thing') }] }));

export const LongAndOdd = () =>
  page(
    a('Checklist', {
      title: longWord,
      dueDate: '2026-02-28',
      items: [
        { id: 'i1', content: words(longWord) },
        { id: 'i2', content: words(arabic) },
      ],
    }),
  );

export const Broken = () =>
  page(
    broken({ id: 'x', type: 'Checklist', dueDate: 'soon', items: [{ content: words('A date that is none') }] }),
    broken({ id: 'y', type: 'Checklist' }),
  );
