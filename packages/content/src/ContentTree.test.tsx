import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentTree, ContentComponent } from '@portico/contracts/content';
import type { InlineText, Mark, RichText } from '@portico/contracts/richText';
import { anImage } from '@portico/testing/builders';
import { describe, expect, test, vi } from 'vitest';
import { ContentTree } from './ContentTree.tsx';

const inline = (text: string, ...marks: Mark[]): InlineText => [{ type: 'text', text, marks }];
const body = (...paragraphs: InlineText[]): RichText => ({ type: 'doc', content: paragraphs.map((content) => ({ type: 'paragraph', content })) });
const show = (...components: unknown[]) => render(<ContentTree components={components as ComponentTree} />);
const linkTo = (href: string): ContentComponent => ({ id: 'l', type: 'BodyText', body: body(inline('here', { type: 'link', attrs: { href } })) });

describe('each kind of component', () => {
  test('[COMP-003] a header is a heading of its level that can be linked to', () => {
    show({ id: 'a', type: 'Header', level: 3, text: 'Dates to keep in mind' });
    const heading = screen.getByRole('heading', { level: 3, name: /Dates to keep in mind/ });
    expect(heading.id).toBe('section-dates-to-keep-in-mind');
    expect(within(heading).getByRole('link').getAttribute('href')).toBe('#section-dates-to-keep-in-mind');
  });

  test('[COMP-004] body text shows its marks as elements and its text as text', () => {
    const { container } = show({ id: 'a', type: 'BodyText', body: body([
      { type: 'text', text: '<img src=x onerror=alert(1)> ' },
      { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
      { type: 'hardBreak' },
      { type: 'text', text: 'x = 1', marks: [{ type: 'code' }] },
      { type: 'text', text: 'gone', marks: [{ type: 'strike' }] },
    ]) });
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('em strong, strong em')?.textContent).toBe('bold');
    expect(container.querySelector('code')?.textContent).toBe('x = 1');
    expect(container.querySelector('s')?.textContent).toBe('gone');
    expect(container.querySelectorAll('br')).toHaveLength(1);
  });

  test('a block of code keeps its lines and can be scrolled by keyboard', () => {
    const { container } = show({ id: 'a', type: 'BodyText', body: { type: 'doc', content: [{ type: 'codeBlock', content: inline('a\n  b') }] } });
    expect(container.querySelector('pre')?.textContent).toBe('a\n  b');
    expect(container.querySelector('pre')?.tabIndex).toBe(0);
  });

  test('[COMP-005] a list is numbered or not, from its start, with sub-lists of either kind', () => {
    show({ id: 'a', type: 'BulletedList', ordered: true, start: 3, items: [
      { content: inline('Check the form'), items: [{ content: inline('Both pages') }] }, { content: inline('Call') },
    ] });
    const [outer, inner] = screen.getAllByRole('list');
    expect(outer?.tagName).toBe('OL');
    expect(outer?.getAttribute('start')).toBe('3');
    expect(inner?.tagName).toBe('UL');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  test('[COMP-006] a link has its words, address and description', () => {
    show({ id: 'a', type: 'Link', text: 'Read the rule', href: '/resources/1', description: '260 pages' });
    expect(screen.getByRole('link', { name: 'Read the rule' }).getAttribute('href')).toBe('/resources/1');
    expect(screen.getByText('260 pages')).toBeTruthy();
  });

  test('[COMP-007] a quote names its source', () => {
    const { container } = show({ id: 'a', type: 'Quote', body: body(inline('A rule to remember.')), attribution: 'Ellen Ward' });
    expect(container.querySelector('blockquote')?.textContent).toBe('A rule to remember.');
    expect(screen.getByRole('figure').textContent).toContain('Ellen Ward');
  });

  test.each(['Tip', 'Info', 'Note', 'Warning'])('[COMP-008] a callout says in a word that it is a %s', (kind) => {
    show({ id: 'a', type: 'Callout', kind, title: 'Ask first', body: body(inline('It decides.')), link: { text: 'Checklist', href: '/resources/2' } });
    const callout = screen.getByRole('complementary', { name: 'Ask first' });
    expect(callout.textContent).toContain(kind);
    expect(within(callout).getByRole('link', { name: 'Checklist' })).toBeTruthy();
  });

  test('[COMP-009] a divider is a rule', () => {
    show({ id: 'a', type: 'Divider' });
    expect(screen.getByRole('separator')).toBeTruthy();
  });

  test('[COMP-010, COMP-022] an image has its text, its variants, caption and credit, and keeps to its side', () => {
    const image = anImage({ alt: 'The Treasury', widths: [320, 640], credit: 'Photo: Ana Ruiz' });
    show({ id: 'a', type: 'Image', image, caption: 'In spring.', size: 'Small', alignment: 'Right' });
    const picture = screen.getByRole('img', { name: 'The Treasury' });
    expect(picture.getAttribute('srcset')).toBe(`/media/${image.id}/320.webp 320w, /media/${image.id}/640.webp 640w`);
    expect(picture.getAttribute('sizes')).toContain('15rem');
    expect(screen.getByRole('figure').textContent).toBe('In spring.Photo: Ana Ruiz');
    expect(screen.getByRole('figure').dataset['alignment']).toBe('Right');
  });

  test('[COMP-015] an image gallery shows every picture with its words', () => {
    show({ id: 'a', type: 'ImageGallery', images: [
      { image: anImage({ alt: 'One' }), title: 'Forum', text: 'In May', link: { text: 'Details', href: '/news/1' } }, { image: anImage({ alt: 'Two' }) },
    ] });
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['One', 'Two']);
    expect(screen.getByRole('link', { name: 'Details' })).toBeTruthy();
  });

  test('[COMP-011, COMP-022] a table has header cells and alignment, and scrolls in a labelled region that takes focus', async () => {
    show({ id: 'a', type: 'Table', caption: 'Deadlines', align: ['Left', 'Right'], header: [inline('Born'), inline('Amount')], rows: [[inline('1951'), inline('$1,204')]] });
    const region = screen.getByRole('region', { name: 'Deadlines' });
    await userEvent.tab();
    expect(document.activeElement).toBe(region);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Born', 'Amount']);
    expect(screen.getByRole('cell', { name: '$1,204' }).dataset['align']).toBe('Right');
  });
});

describe('links', () => {
  test.each([String.raw`javascript:alert(1)`, 'data:text/html,x', '//evil.example', String.raw`/\evil.example`, 'vbscript:x'])('[X2] %s leaves only its words', (href) => {
    show(linkTo(href));
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('here')).toBeTruthy();
  });

  test('[X2] a link that leaves the portal keeps the window to itself and carries a mark', () => {
    const { container } = show(linkTo('https://www.treasury.gov/'));
    const link = screen.getByRole('link', { name: 'here' });
    expect(link.getAttribute('rel')).toBe('noopener');
    expect(link.getAttribute('target')).toBeNull();
    expect(container.querySelector('a svg')).toBeTruthy();
  });

  test('a link that opens a new tab says so', () => {
    show({ id: 'a', type: 'Link', text: 'Register', href: 'https://www.sec.gov/', openInNewTab: true });
    const link = screen.getByRole('link', { name: /^Register\s*\(opens in a new tab\)$/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });

  test('a path of the portal is made by the app', () => {
    const renderLink = vi.fn(({ href, children }) => <a href={href} data-router>{children}</a>);
    render(<ContentTree components={[linkTo('/news/1'), linkTo('mailto:desk@portico.test')]} renderLink={renderLink} />);
    expect(renderLink).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('link').map((link) => link.hasAttribute('data-router'))).toEqual([true, false]);
  });
});

describe('what is broken', () => {
  const after: ContentComponent = { id: 'z', type: 'BodyText', body: body(inline('The rest stands')) };

  test('[COMP-002] a kind that is not known is left out, and reported once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show({ id: 'a', type: 'SingleChoice' }, { id: 'b', type: 'SingleChoice' }, { id: 'c', type: 'constructor' }, null, after);
    expect(screen.getByText('The rest stands')).toBeTruthy();
    expect(warn.mock.calls.filter(([words]) => String(words).includes('SingleChoice'))).toHaveLength(1);
  });

  test.each([
    [{ id: 'a', type: 'BodyText' }],
    [{ id: 'a', type: 'Table', align: null, header: 1, rows: {} }],
    [{ id: 'a', type: 'Callout', kind: 'Shout', body: body() }],
    [{ id: 'a', type: 'Header', level: 2, text: { html: '<b>' } }],
    [{ id: 'a', type: 'Image', image: null, size: 'Big', alignment: 'Left' }],
  ])('[B7] %j is dropped and the rest of the page stands', (broken) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show(broken, after);
    expect(screen.getByText('The rest stands')).toBeTruthy();
  });
});
