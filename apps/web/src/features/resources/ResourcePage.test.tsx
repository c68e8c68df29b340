import { getResource, previewResource } from '@portico/contracts/resources';
import { anId, aResource, aResourceSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

describe('a resource', () => {
  test('shows its text, owner, and review date [ROUTE-014, RES-003]', async () => {
    const resource = aResource({ reviewedAt: '2026-03-09T12:00:00.000Z', publishedAt: '2026-02-01T12:00:00.000Z' });
    const api = fakeApi();
    api.answer(getResource, resource);
    openPortal(`/resources/${resource.id}`, { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Rollovers step by step' })).toHaveLength(1);
    expect(screen.getByText('Owner: Dana Whitfield').parentElement?.textContent).toBe(
      'RetirementReviewed Mar 9, 2026Published Feb 1, 2026Owner: Dana WhitfieldResearchAna Ruiz',
    );
    expect(screen.getAllByText('Two forms are enough.')).toHaveLength(1);
    expect(document.title).toBe('Rollovers step by step - Portico');
  });

  test('shows the author department and the creator unless the same name is already shown [RES-008]', async () => {
    const resource = aResource({
      department: 'Retirement',
      owner: 'Sam Cole',
      authorDepartment: 'Training',
      creatorInfo: { kind: 'User', name: 'Ana Ruiz' },
    });
    const same = aResource({
      department: 'Planning',
      owner: 'Sam Cole',
      authorDepartment: 'Planning',
      creatorInfo: { kind: 'User', name: 'Sam Cole' },
    });
    const equal = aResource({
      department: 'Advisory',
      owner: 'Sam Cole',
      authorDepartment: 'Compliance',
      creatorInfo: { kind: 'User', name: 'Compliance' },
    });
    const api = fakeApi();
    const all = [resource, same, equal];
    api.answer(getResource, ({ params }) => all.find(({ id }) => id === params.resourceId)!);
    const { router } = openPortal(`/resources/${resource.id}`, { api });
    expect(await screen.findAllByText('Training')).toHaveLength(1);
    expect(screen.getAllByText('Ana Ruiz')).toHaveLength(1);
    await router.navigate({ to: `/resources/${same.id}` });
    expect(await screen.findAllByText('Planning')).toHaveLength(1);
    expect(screen.queryByText('Training')).toBeNull();
    expect(screen.queryByText('Sam Cole', { exact: true })).toBeNull();
    await router.navigate({ to: `/resources/${equal.id}` });
    expect(await screen.findAllByText('Advisory')).toHaveLength(1);
    expect(screen.getAllByText('Compliance')).toHaveLength(1);
  });

  test('has a table of contents that links to its headings [RES-007]', async () => {
    const resource = aResource();
    const api = fakeApi();
    api.answer(getResource, resource);
    openPortal(`/resources/${resource.id}`, { api });
    const [contents] = await screen.findAllByRole('navigation', { name: 'On this page' });
    const links = within(contents!).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Before you start', '#section-before-you-start'],
      ['Papers', '#section-papers'],
      ['Afterwards', '#section-afterwards'],
    ]);
    expect(links.every((link) => document.querySelector(link.getAttribute('href')!) !== null)).toBe(true);
  });

  test('has no table of contents with fewer than three headings', async () => {
    const resource = aResource();
    const api = fakeApi();
    api.answer(getResource, { ...resource, components: resource.components.slice(0, 4) });
    openPortal(`/resources/${resource.id}`, { api });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull();
  });

  test('scrolls to the heading in its address', async () => {
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      seen.push(this.id);
    };
    const resource = aResource();
    const api = fakeApi();
    api.answer(getResource, resource);
    window.location.hash = '#section-papers';
    openPortal(`/resources/${resource.id}#section-papers`, { api });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(seen).toContain('section-papers'));
    window.location.hash = '';
  });

  test('can be printed, and links to related resources [RES-007]', async () => {
    const resource = aResource({ related: [aResourceSummary({ header: 'Trusts' })] });
    const api = fakeApi();
    api.answer(getResource, resource);
    window.print = vi.fn();
    openPortal(`/resources/${resource.id}`, { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(window.print).toHaveBeenCalledOnce();
    expect(
      within(screen.getByRole('region', { name: 'Related resources' })).getAllByRole('link', { name: 'Trusts' }),
    ).toHaveLength(1);
  });

  test.each(['forbidden', 'not_found'] as const)(
    'is "Page Not Found" with status 404 when the server answers %s [ERROR-007]',
    async (code) => {
      const api = fakeApi();
      api.fail(getResource, code);
      expectErrorsInConsole();
      openPortal(`/resources/${anId()}`, { api });
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
    },
  );
});

describe('a resource preview', () => {
  test('shows a marked draft without top bar and search [ROUTE-015]', async () => {
    const resource = aResource({ header: 'A draft' });
    const api = fakeApi();
    api.answer(previewResource, resource);
    openPortal(`/resources/${resource.id}/preview`, { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'A draft' })).toHaveLength(1);
    expect(screen.getByText('Preview.').parentElement?.textContent).toContain('This is the draft');
    expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe(
      `/resources/${resource.id}`,
    );
    expect(screen.queryByRole('navigation', { name: /breadcrumb/i })).toBeNull();
    expect(screen.queryByRole('search')).toBeNull();
  });

  test('is "Page Not Found" for readers who can’t edit [ERROR-007, A4]', async () => {
    const api = fakeApi();
    api.fail(previewResource, 'not_found');
    expectErrorsInConsole();
    openPortal(`/resources/${anId()}/preview`, { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });
});
