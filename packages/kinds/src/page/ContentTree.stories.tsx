import { a, documentId, link, page, paragraph, picture, rich, text, words } from '../testing/fixtures.tsx';

export default { title: 'Whole page' };

export const AllInOne = () =>
  page(
    a('BodyText', {
      body: rich(
        words('Everything that a page can hold, ', text('one below the other', link('/news')), '.'),
        paragraph,
      ),
    }),
    a('Callout', { kind: 'Info', title: 'New in 2026', body: rich('The age stays at 73.') }),
    a('Header', { level: 2, text: 'Where to begin' }),
    a('Tile', {
      title: 'Handbook',
      text: 'Rules and examples.',
      image: picture(1),
      link: { text: 'Open', href: '/resources' },
      size: 'Medium',
    }),
    a('Tile', {
      title: 'Events',
      text: 'What comes next.',
      image: picture(2),
      link: { text: 'Open', href: '/events' },
      size: 'Medium',
    }),
    a('BodyText', { body: rich(paragraph) }),
    a('IconsList', {
      items: [
        { icon: 'Clock', title: 'Two days', text: 'until the answer comes.' },
        { icon: 'Shield', title: 'Private', text: 'Only you see it.' },
      ],
    }),
    a('Header', { level: 2, text: 'Numbers' }),
    a('Table', {
      caption: 'Distribution period by age',
      align: ['Left', 'Right'],
      header: [words('Age'), words('Factor')],
      rows: [
        [words('73'), words('26.5')],
        [words('74'), words('25.5')],
      ],
    }),
    a('Columns', {
      columns: [
        { components: [a('Header', { level: 3, text: 'Left' }), a('BodyText', { body: rich(paragraph) })] },
        { components: [a('Quote', { body: rich('Put it in writing.'), attribution: 'Ellen Ward' })] },
      ],
    }),
    a('Video', {
      title: 'How it is worked out',
      source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' },
      captions: [],
      poster: picture(0),
    }),
    a('Header', { level: 2, text: 'Questions' }),
    a('ExpandCollapse', {
      title: 'Who must take one?',
      isOpen: true,
      components: [a('BodyText', { body: rich(paragraph) })],
    }),
    a('ExpandCollapse', { title: 'What if it is missed?', components: [a('BodyText', { body: rich(paragraph) })] }),
    a('FileList', {
      title: 'Files',
      files: [{ documentId: documentId(11), title: 'Beneficiary designation', format: 'PDF', bytes: 184_320 }],
    }),
    a('Checklist', {
      title: 'Before the first meeting',
      items: [{ id: 'i1', content: words('Read the client file') }],
    }),
    a('Divider', {}),
    a('HeadshotName', { image: null, name: 'Lee Park', role: 'Retirement plans' }),
    a('HeadshotName', { image: picture(1, { alt: 'Ana Ruiz' }), name: 'Ana Ruiz', role: 'Planning' }),
    a('ContactLink', { name: 'Planning desk', email: 'planning@portico.example', phone: '+1 617 555 0100' }),
  );
