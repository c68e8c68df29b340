import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconName } from '../components/icons-list/shape.ts';
import type { ComponentTree } from '../content.ts';
import { anImage } from '@portico/testing/builders';
import { describe, expect, test } from 'vitest';
import { ContentSlots } from './ContentSlots.ts';
import { ContentTree } from './ContentTree.tsx';
import { inline, body, show } from '../testing/contentTree.tsx';

describe('components', () => {
  test('a header is a heading of the same level that can be linked to [COMP-003]', () => {
    show({ id: 'a', type: 'Header', level: 3, text: 'Dates to keep in mind' });
    const heading = screen.getByRole('heading', { level: 3, name: /Dates to keep in mind/ });
    expect(heading.id).toBe('section-dates-to-keep-in-mind');
    expect(within(heading).getByRole('link').getAttribute('href')).toBe('#section-dates-to-keep-in-mind');
  });

  test('body text renders marks as elements and text as plain text [COMP-004]', () => {
    const { container } = show({
      id: 'a',
      type: 'BodyText',
      body: body([
        { type: 'text', text: '<img src=x onerror=alert(1)> ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'x = 1', marks: [{ type: 'code' }] },
        { type: 'text', text: 'gone', marks: [{ type: 'strike' }] },
      ]),
    });
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('em strong, strong em')?.textContent).toBe('bold');
    expect(container.querySelector('code')?.textContent).toBe('x = 1');
    expect(container.querySelector('s')?.textContent).toBe('gone');
    expect(container.querySelectorAll('br')).toHaveLength(1);
  });

  test('a code block preserves its lines and can be scrolled by keyboard', () => {
    const { container } = show({
      id: 'a',
      type: 'BodyText',
      body: { type: 'doc', content: [{ type: 'codeBlock', content: inline('a\n  b') }] },
    });
    expect(container.querySelector('pre')?.textContent).toBe('a\n  b');
    expect(container.querySelector('pre')?.tabIndex).toBe(0);
  });

  test('a list can be numbered, start at any number and contain sub-lists of either kind [COMP-005]', () => {
    show({
      id: 'a',
      type: 'BulletedList',
      ordered: true,
      start: 3,
      items: [
        { content: inline('Check the form'), items: [{ content: inline('Both pages') }] },
        { content: inline('Call') },
      ],
    });
    const [outer, inner] = screen.getAllByRole('list');
    expect(outer?.tagName).toBe('OL');
    expect(outer?.getAttribute('start')).toBe('3');
    expect(inner?.tagName).toBe('UL');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  test('a link has its text, address and description [COMP-006]', () => {
    show({ id: 'a', type: 'Link', text: 'Read the rule', href: '/resources/1', description: '260 pages' });
    expect(screen.getByRole('link', { name: 'Read the rule' }).getAttribute('href')).toBe('/resources/1');
    expect(screen.queryByText('260 pages')).not.toBeNull();
  });

  test('a quote names its source [COMP-007]', () => {
    const { container } = show({
      id: 'a',
      type: 'Quote',
      body: body(inline('A rule to remember.')),
      attribution: 'Ellen Ward',
    });
    expect(container.querySelector('blockquote')?.textContent).toBe('A rule to remember.');
    expect(screen.getByRole('figure').textContent).toContain('Ellen Ward');
  });

  test.each(['Tip', 'Info', 'Note', 'Warning'])('a callout of kind %s is labeled as such [COMP-008]', (kind) => {
    show({
      id: 'a',
      type: 'Callout',
      kind,
      title: 'Ask first',
      body: body(inline('It decides.')),
      link: { text: 'Checklist', href: '/resources/2' },
    });
    const callout = screen.getByRole('complementary', { name: 'Ask first' });
    expect(callout.textContent).toContain(kind);
    expect(within(callout).queryByRole('link', { name: 'Checklist' })).not.toBeNull();
  });

  test('a divider is a horizontal rule [COMP-009]', () => {
    show({ id: 'a', type: 'Divider' });
    expect(screen.queryByRole('separator')).not.toBeNull();
  });

  test('an image has its alternative text, variants, caption, credit and alignment [COMP-010, COMP-022]', () => {
    const image = anImage({ alt: 'The Treasury', widths: [320, 640], credit: 'Photo: Ana Ruiz' });
    show({ id: 'a', type: 'Image', image, caption: 'In spring.', size: 'Small', alignment: 'Right' });
    const picture = screen.getByRole('img', { name: 'The Treasury' });
    expect(picture.getAttribute('srcset')).toBe(`/media/${image.id}/320.webp 320w, /media/${image.id}/640.webp 640w`);
    expect(picture.getAttribute('sizes')).toContain('15rem');
    expect(screen.getByRole('figure').textContent).toBe('In spring.Photo: Ana Ruiz');
    expect(screen.getByRole('figure').dataset['alignment']).toBe('Right');
  });

  test('an image gallery shows every picture with its texts [COMP-015]', () => {
    show({
      id: 'a',
      type: 'ImageGallery',
      images: [
        { image: anImage({ alt: 'One' }), title: 'Forum', text: 'In May', link: { text: 'Details', href: '/news/1' } },
        { image: anImage({ alt: 'Two' }) },
      ],
    });
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['One', 'Two']);
    expect(screen.queryByRole('link', { name: 'Details' })).not.toBeNull();
  });

  test('a table has header cells and alignment, and scrolls in a labeled, focusable region [COMP-011, COMP-022]', async () => {
    show({
      id: 'a',
      type: 'Table',
      caption: 'Deadlines',
      align: ['Left', 'Right'],
      header: [inline('Born'), inline('Amount')],
      rows: [[inline('1951'), inline('$1,204')]],
    });
    const region = screen.getByRole('region', { name: 'Deadlines' });
    await userEvent.tab();
    expect(document.activeElement).toBe(region);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Born', 'Amount']);
    expect(screen.getByRole('cell', { name: '$1,204' }).dataset['align']).toBe('Right');
  });
});

describe('forms, checklists and fields', () => {
  const form = {
    id: 'f',
    type: 'Form',
    formId: '00000000-0000-4000-8000-0000000000f0',
    title: 'Client gift',
    description: 'Allow two days.',
    fields: [
      { id: 'f1', type: 'TextField', alias: 'client', label: 'Name of the client', isRequired: true },
      { id: 'f2', type: 'TitleAndDescription', title: 'Only words' },
    ],
  };
  const checklist = {
    id: 'c',
    type: 'Checklist',
    title: 'Before the meeting',
    dueDate: '2026-04-15',
    items: [{ id: 'i1', content: inline('Read the file') }],
  };

  test('a form without its slot shows its purpose and what it asks for, without fields [COMP-024]', () => {
    show(form);
    expect(screen.queryByRole('heading', { name: 'Client gift' })).not.toBeNull();
    expect(screen.queryByText('Allow two days.')).not.toBeNull();
    expect(screen.getByRole('listitem').textContent).toBe('Name of the client (required)');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('a checklist without its slot is a read-only list [COMP-023]', () => {
    show({ id: 'h', type: 'Header', level: 3, text: 'Meetings' }, checklist);
    expect(screen.queryByRole('heading', { level: 4, name: 'Before the meeting' })).not.toBeNull();
    expect(screen.getByText('April 15, 2026').getAttribute('datetime')).toBe('2026-04-15');
    expect(
      within(screen.getByRole('list', { name: 'Before the meeting' })).queryByText('Read the file'),
    ).not.toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('an app’s slots replace forms and checklists, and get their heading level', () => {
    render(
      <ContentSlots
        value={{
          Form: ({ component, headingLevel }) => (
            <p>
              {component.title} at {headingLevel}
            </p>
          ),
          Checklist: ({ component }) => <p>{component.items.length} things to tick</p>,
        }}
      >
        <ContentTree
          components={[{ id: 'h', type: 'Header', level: 3, text: 'Ask' }, form, checklist] as ComponentTree}
        />
      </ContentSlots>,
    );
    expect(screen.queryByText('Client gift at 4')).not.toBeNull();
    expect(screen.queryByText('1 things to tick')).not.toBeNull();
  });

  test('fields outside of a form are disabled, and one message explains why [COMP-024]', () => {
    show(
      { id: 'a', type: 'TextField', alias: 'a', label: 'Name', helpText: 'As in the account', isRequired: true },
      { id: 'b', type: 'TextArea', alias: 'b', label: 'Reason' },
      {
        id: 'c',
        type: 'DropDownList',
        alias: 'c',
        label: 'Office',
        options: [
          { value: 'b', label: 'Boston' },
          { value: 'd', label: 'Denver' },
        ],
      },
    );
    const fields = [
      screen.getByRole('textbox', { name: 'Name (required)' }),
      screen.getByRole('textbox', { name: 'Reason' }),
      screen.getByRole('combobox', { name: 'Office' }),
    ];
    for (const field of fields) expect((field as HTMLInputElement).disabled).toBe(true);
    expect(fields[0]?.getAttribute('aria-describedby')).toBe(screen.getByText('As in the account').id);
    expect(screen.queryByText('Choices: Boston · Denver')).not.toBeNull();
    expect(screen.getAllByText(/nothing can be entered here/)).toHaveLength(1);
  });
});

describe('people, files, icons and tiles', () => {
  test('a person has a picture or initials and a name, which is a heading above the details [COMP-020]', () => {
    show(
      { id: 'h', type: 'Header', level: 2, text: 'Speakers' },
      {
        id: 'a',
        type: 'HeadshotDetails',
        image: anImage({ alt: 'Ana Ruiz' }),
        name: 'Ana Ruiz',
        role: 'Planning',
        body: body(inline('Twenty years of it.')),
        email: 'ana@portico.test',
        phone: '+1 (617) 555-0100',
        alignment: 'Right',
      },
      { id: 'b', type: 'HeadshotName', image: null, name: 'Lee Park', role: 'Plans' },
    );
    expect(screen.queryByRole('heading', { level: 3, name: 'Ana Ruiz' })).not.toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'ana@portico.test' }).getAttribute('href')).toBe('mailto:ana@portico.test');
    expect(screen.getByRole('link', { name: '+1 (617) 555-0100' }).getAttribute('href')).toBe('tel:+16175550100');
    expect(screen.queryByText('LP')).not.toBeNull();
  });

  test('a contact has email and phone links, and an address cannot inject message headers [COMP-017]', () => {
    show(
      {
        id: 'a',
        type: 'ContactLink',
        name: 'Desk',
        email: 'a@b.test?bcc=x@y.test',
        phone: '617 555',
        link: { text: 'Book', href: '/support' },
      },
      { id: 'b', type: 'ContactLink', name: 'Other desk' },
    );
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1);
    expect(screen.getByRole('link', { name: /^a@b/ }).getAttribute('href')).toBe('mailto:a@b.test%3Fbcc%3Dx@y.test');
    expect(screen.queryByRole('link', { name: 'Book' })).not.toBeNull();
  });

  test.each([
    ['+1 (617) 555-0100', 'tel:+16175550100'],
    ['+44 (0)20 7946 0018', 'tel:+442079460018'],
    ['+49 (0) 30 901820', 'tel:+4930901820'],
    ['(020) 7946 0018', 'tel:02079460018'],
    ['617 555 0100 x123', 'tel:6175550100;ext=123'],
    ['+1 617-555-0100, ext. 5', 'tel:+16175550100;ext=5'],
    ['(617) 555-0100 Extension 42', 'tel:6175550100;ext=42'],
    ['617 555 0100 #9', 'tel:6175550100;ext=9'],
    ['+1 617\u2011555\u20110100', 'tel:+16175550100'],
  ])('the phone number %s is dialed as %s [STUDIO-322]', (phone, href) => {
    show({ id: 'a', type: 'ContactLink', name: 'Desk', phone }, { id: 'b', type: 'ContactLink', name: 'Other desk' });
    expect(screen.getByRole('link', { name: phone }).getAttribute('href')).toBe(href);
  });

  test('files show their format and size, open in a preview and can be downloaded [COMP-019]', () => {
    const id = '00000000-0000-4000-9000-000000000001';
    show({
      id: 'a',
      type: 'FileList',
      title: 'Forms',
      files: [
        { documentId: id, title: 'Fees', format: 'PDF', bytes: 184_320 },
        { documentId: id, title: 'Welcome', format: 'MP4', bytes: 0 },
      ],
    });
    expect(screen.getByRole('heading').textContent).toBe('Forms');
    const list = screen.getByRole('list');
    expect(within(list).queryByText('PDF, 184 KB')).not.toBeNull();
    expect(within(list).getByRole('link', { name: 'Fees' }).getAttribute('href')).toBe(`/documents?preview=${id}`);
    const save = within(list).getByRole('link', { name: 'Download Fees' });
    expect(save.getAttribute('href')).toBe(`/media/documents/${id}?download=1`);
    expect(save.hasAttribute('download')).toBe(true);
    expect(within(list).queryByRole('link', { name: 'Welcome' })).toBeNull();
  });

  test('each entry of an icons list has an icon, which is hidden from screen readers [COMP-016]', () => {
    const names = [...Object.keys(IconName.def.entries), '__proto__'];
    const { container } = show({ id: 'a', type: 'IconsList', items: names.map((icon) => ({ icon, title: icon })) });
    expect(screen.getAllByRole('listitem')).toHaveLength(names.length);
    const icons = [...container.querySelectorAll('svg')];
    expect(new Set(icons.map((icon) => icon.innerHTML)).size).toBe(names.length);
    for (const icon of icons) expect(icon.getAttribute('aria-hidden')).toBe('true');
  });

  test('adjacent tiles share a list, and their link names include the title [COMP-013]', () => {
    show(
      { id: 'a', type: 'Tile', title: 'Guide', size: 'Big', link: { text: 'Open', href: '/resources' } },
      { id: 'b', type: 'Tile', title: 'Fees', size: 'Small' },
      { id: 'c', type: 'Divider' },
      { id: 'd', type: 'Tile', title: 'Alone', size: 'Small' },
    );
    expect(screen.getAllByRole('list')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Open: Guide' }).getAttribute('href')).toBe('/resources');
  });
});
