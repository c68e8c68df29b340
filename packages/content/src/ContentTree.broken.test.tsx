import { render, screen } from '@testing-library/react';
import type { ComponentTree, ContentComponent } from '@portico/contracts/content';
import { describe, expect, test, vi } from 'vitest';
import { ContentTree } from './ContentTree.tsx';
import { inline, body, show } from './testing/contentTree.tsx';

const linkTo = (href: string): ContentComponent => ({
  id: 'l',
  type: 'BodyText',
  body: body(inline('here', { type: 'link', attrs: { href } })),
});

describe('links', () => {
  test.each([
    String.raw`javascript:alert(1)`,
    'data:text/html,x',
    '//evil.example',
    String.raw`/\evil.example`,
    'vbscript:x',
  ])('[X2] %s leaves only its words', (href) => {
    show(linkTo(href));
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText('here')).not.toBeNull();
  });

  test('[X2] a link that leaves the portal keeps the window to itself and carries a mark', () => {
    const { container } = show(linkTo('https://www.treasury.gov/'));
    const link = screen.getByRole('link', { name: 'here' });
    expect(link.getAttribute('rel')).toBe('noopener');
    expect(link.getAttribute('target')).toBeNull();
    expect(container.querySelector('a svg')).not.toBeNull();
  });

  test('a link that opens a new tab says so', () => {
    show({ id: 'a', type: 'Link', text: 'Register', href: 'https://www.sec.gov/', openInNewTab: true });
    const link = screen.getByRole('link', { name: /^Register\s*\(opens in a new tab\)$/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });

  test('a path of the portal is made by the app', () => {
    const renderLink = vi.fn(({ href, children }) => (
      <a href={href} data-router>
        {children}
      </a>
    ));
    render(
      <ContentTree components={[linkTo('/news/1'), linkTo('mailto:desk@portico.test')]} renderLink={renderLink} />,
    );
    expect(renderLink).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('link').map((link) => link.hasAttribute('data-router'))).toEqual([true, false]);
  });
});

describe('what is broken', () => {
  const after: ContentComponent = { id: 'z', type: 'BodyText', body: body(inline('The rest stands')) };

  test('a kind that is not known is left out, and reported once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(
      { id: 'a', type: 'Hologram' },
      { id: 'b', type: 'Hologram' },
      { id: 'c', type: 'constructor' },
      null,
      'words',
      after,
    );
    expect(screen.queryByText('The rest stands')).not.toBeNull();
    expect(warn.mock.calls.filter(([words]) => String(words).includes('Hologram'))).toHaveLength(1);
  });

  test.each(['SingleChoice', 'MultiChoice', 'TitleAndDescription', 'Checkbox', 'FileUpload'])(
    '[COMP-002] %s is dropped from a page without a word',
    (type) => {
      const { container } = show({ id: 'a', type, alias: 'a', label: 'Dropped', title: 'Dropped', options: [] }, after);
      expect(container.textContent).toBe('The rest stands');
    },
  );

  test('what is broken is reported once a kind, and not as an error of the portal', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const caught: unknown[] = [];
    render(
      <ContentTree
        components={[{ id: 'a', type: 'FileList' }, { id: 'b', type: 'FileList' }, after] as ComponentTree}
      />,
      {
        onCaughtError: (error, { errorBoundary }) => {
          if (!(errorBoundary && 'reportsItself' in errorBoundary)) caught.push(error);
        },
      },
    );
    expect(warn.mock.calls.filter(([words]) => String(words).includes('FileList'))).toHaveLength(1);
    expect(caught).toEqual([]);
  });

  test.each([
    [
      'columns',
      {
        id: 'c',
        type: 'Columns',
        columns: [{ components: [{ id: 'x', type: 'Quote' }, after] }, null, { components: 'none' }],
      },
    ],
    [
      'a part that opens',
      {
        id: 'c',
        type: 'ExpandCollapse',
        title: 'Part',
        isOpen: true,
        components: [null, { id: 'x', type: 'Quote' }, after],
      },
    ],
    [
      'a row of tiles',
      [
        { id: 'c', type: 'Tile', title: {} },
        { id: 'd', type: 'Tile', title: 'The rest stands' },
      ],
    ],
  ])('[B7] a broken one in %s leaves the components around it', (_, holder) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show(...[holder].flat());
    expect(screen.queryByText('The rest stands')).not.toBeNull();
  });

  test('what is nested deeper than a tree may be is left out', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const nested = (depth: number): unknown =>
      depth === 1
        ? { ...after, id: 'deep' }
        : {
            id: `p${depth}`,
            type: 'ExpandCollapse',
            title: `Level ${depth}`,
            isOpen: true,
            components: [nested(depth - 1)],
          };
    const { unmount } = show(nested(4));
    expect(screen.queryByText('The rest stands')).not.toBeNull();
    unmount();
    show(nested(5));
    expect(screen.queryByText('The rest stands')).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  test.each([
    [{ id: 'a', type: 'BodyText' }],
    [{ id: 'a', type: 'Table', align: null, header: 1, rows: {} }],
    [{ id: 'a', type: 'Callout', kind: 'Shout', body: body() }],
    [{ id: 'a', type: 'Header', level: 2, text: { html: '<b>' } }],
    [{ id: 'a', type: 'Image', image: null, size: 'Big', alignment: 'Left' }],
  ])('[B7] %j is dropped and the rest of the page stays', (broken) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(broken, after);
    expect(screen.queryByText('The rest stands')).not.toBeNull();
  });
});
