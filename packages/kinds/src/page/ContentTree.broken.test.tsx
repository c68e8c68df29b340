import { render, screen } from '@testing-library/react';
import type { ComponentTree, ContentComponent } from '../content.ts';
import { describe, expect, test, vi } from 'vitest';
import { ContentTree } from './ContentTree.tsx';
import { inline, body, show } from '../testing/contentTree.tsx';

const linkTo = (href: string): ContentComponent => ({
  id: 'l',
  type: 'BodyText',
  body: body(inline('here', { type: 'link', attrs: { href } })),
});

describe('links in content', () => {
  test.each([
    String.raw`javascript:alert(1)`,
    'data:text/html,x',
    '//evil.example',
    String.raw`/\evil.example`,
    'vbscript:x',
  ])('[X2] of a link to %s only the text remains', (href) => {
    show(linkTo(href));
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText('here')).not.toBeNull();
  });

  test('[X2] an external link gives no access to the window and has a mark', () => {
    const { container } = show(linkTo('https://www.treasury.gov/'));
    const link = screen.getByRole('link', { name: 'here' });
    expect(link.getAttribute('rel')).toBe('noopener');
    expect(link.getAttribute('target')).toBeNull();
    expect(container.querySelector('a svg')).not.toBeNull();
  });

  test('a link that opens a new tab announces that', () => {
    show({ id: 'a', type: 'Link', text: 'Register', href: 'https://www.sec.gov/', openInNewTab: true });
    const link = screen.getByRole('link', { name: /^Register\s*\(opens in a new tab\)$/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });

  test('the app renders links to portal paths', () => {
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

describe('broken content', () => {
  const after: ContentComponent = { id: 'z', type: 'BodyText', body: body(inline('The rest remains')) };

  test('a component of an unknown kind is left out and reported once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(
      { id: 'a', type: 'Hologram' },
      { id: 'b', type: 'Hologram' },
      { id: 'c', type: 'constructor' },
      null,
      'words',
      after,
    );
    expect(screen.queryByText('The rest remains')).not.toBeNull();
    expect(warn.mock.calls.filter(([words]) => String(words).includes('Hologram'))).toHaveLength(1);
  });

  test.each(['SingleChoice', 'MultiChoice', 'TitleAndDescription', 'Checkbox', 'FileUpload'])(
    '%s is silently left out of a page [COMP-002]',
    (type) => {
      const { container } = show({ id: 'a', type, alias: 'a', label: 'Dropped', title: 'Dropped', options: [] }, after);
      expect(container.textContent).toBe('The rest remains');
    },
  );

  test('broken components are reported once per kind, and not as an error of the portal', () => {
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
        { id: 'd', type: 'Tile', title: 'The rest remains' },
      ],
    ],
  ])('[B7] a broken component in %s does not affect the components around it', (_, container) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show(...[container].flat());
    expect(screen.queryByText('The rest remains')).not.toBeNull();
  });

  test('components nested beyond the maximum depth are left out', () => {
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
    expect(screen.queryByText('The rest remains')).not.toBeNull();
    unmount();
    show(nested(5));
    expect(screen.queryByText('The rest remains')).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  test.each([
    [{ id: 'a', type: 'BodyText' }],
    [{ id: 'a', type: 'Table', align: null, header: 1, rows: {} }],
    [{ id: 'a', type: 'Callout', kind: 'Shout', body: body() }],
    [{ id: 'a', type: 'Header', level: 2, text: { html: '<b>' } }],
    [{ id: 'a', type: 'Image', image: null, size: 'Big', alignment: 'Left' }],
  ])('[B7] %j is left out and the rest of the page is shown', (broken) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(broken, after);
    expect(screen.queryByText('The rest remains')).not.toBeNull();
  });
});
