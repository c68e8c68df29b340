import { listCategories, listDepartments } from '@portico/contracts/categories';
import { listResources, RESOURCES_PAGE_SIZE } from '@portico/contracts/resources';
import { anId, aResourceSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '../../dates/days.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

/** A fake server with `total` resources, in pages. */
function resourcesApi(total = 30) {
  const api = fakeApi();
  api.answer(listResources, ({ query: { page = 1, pageSize = RESOURCES_PAGE_SIZE } }) => ({
    page,
    pageSize,
    total,
    items: Array.from({ length: Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize)) }, (_, index) =>
      aResourceSummary({ header: `Resource ${(page - 1) * pageSize + index + 1}` }),
    ),
  }));
  return api;
}

const lastQuery = (api: ReturnType<typeof fakeApi>) =>
  new URL(api.callsTo(listResources).at(-1)!.path, 'https://portal.test').searchParams;

describe('the resource list', () => {
  // The choice of cards or table outlives a page.
  beforeEach(() => localStorage.clear());

  test('shows panels with department, review date, and categories, each linked to its resource [ROUTE-013, RES-001, RES-003]', async () => {
    const id = anId();
    const api = fakeApi();
    api.answer(listResources, {
      page: 1,
      pageSize: 12,
      total: 2,
      items: [
        aResourceSummary({ id, header: 'Rollovers', reviewedAt: '2026-03-09T12:00:00.000Z' }),
        aResourceSummary({ header: 'Trusts', reviewedAt: null, publishedAt: '2026-02-01T12:00:00.000Z' }),
      ],
    });
    openPortal('/resources', { api });
    expect((await screen.findByRole('link', { name: 'Rollovers' })).getAttribute('href')).toBe(`/resources/${id}`);
    const [first, second] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('RetirementReviewed Mar 9, 2026');
    expect(second?.textContent).toContain('Published Feb 1, 2026');
    expect(within(first!).getByRole('list', { name: 'Categories' }).textContent).toBe('Retirement');
    expect(screen.getByText('2 resources').getAttribute('role')).toBe('status');
    expect(document.title).toBe('Resources - Portico');
  });

  test('sorts by date and title [RES-001]', async () => {
    const api = resourcesApi();
    const { address } = openPortal('/resources', { api });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Title, Z to A');
    await waitFor(() => expect(address()).toBe('/resources?sort=z-a'));
    await waitFor(() =>
      expect([lastQuery(api).get('sortBy'), lastQuery(api).get('sort')]).toEqual(['Title', 'Descending']),
    );
  });

  test('has radio buttons with counts for one category or all [RES-002]', async () => {
    const api = resourcesApi();
    const { address } = openPortal('/resources?page=2', { api });
    const choices = within(await screen.findByRole('group', { name: 'Category' }));
    expect(choices.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'All categories',
      'Fees 2 items',
      'Retirement 7 items',
    ]);
    expect((choices.getByRole('radio', { name: 'All categories' }) as HTMLInputElement).checked).toBe(true);
    await userEvent.click(choices.getByRole('radio', { name: /^Fees/ }));
    await waitFor(() => expect(address()).toBe('/resources?category=Fees'));
    await userEvent.click(choices.getByRole('radio', { name: /^Retirement/ }));
    await waitFor(() => expect(address()).toBe('/resources?category=Retirement'));
    await waitFor(() => expect(lastQuery(api).getAll('category')).toEqual(['Retirement']));
    await userEvent.click(choices.getByRole('radio', { name: 'All categories' }));
    await waitFor(() => expect(address()).toBe('/resources'));
  });

  test('is a table when that view is chosen [RES-009]', async () => {
    const { address } = openPortal('/resources', { api: resourcesApi() });
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    await waitFor(() => expect(address()).toBe('/resources?view=table'));
    expect(within(await screen.findByRole('table', { name: 'Resources' })).getAllByRole('link').length).toBeGreaterThan(
      0,
    );
  });

  test('is shown as last chosen in this browser [RES-010]', async () => {
    const api = resourcesApi();
    openPortal('/resources', { api });
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    await screen.findByRole('table', { name: 'Resources' });
    cleanup();
    openPortal('/resources', { api });
    await screen.findByRole('table', { name: 'Resources' });
  });

  test('shows the largest categories first, and all on request', async () => {
    const api = resourcesApi();
    api.answer(
      listCategories,
      Array.from({ length: 20 }, (_, index) => ({
        name: `Topic ${String(index).padStart(2, '0')}`,
        count: index,
        counts: { news: 0, events: 0, resources: index + 1, documents: 0 },
      })),
    );
    openPortal('/resources?category=Topic+00', { api });
    const choices = within(await screen.findByRole('group', { name: 'Category' }));
    const names = () => choices.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);
    await waitFor(() => expect(names()).toHaveLength(6));
    expect(names()).toEqual(['', 'Topic 00', ...[16, 17, 18, 19].map((index) => `Topic ${index}`)]);
    await userEvent.click(choices.getByRole('button', { name: 'Show all 21' }));
    expect(names()).toHaveLength(21);
  });

  test('filters by department and date, and removes each filter [RES-006, RES-001]', async () => {
    const api = resourcesApi();
    const { address } = openPortal('/resources?from=2026-02-01&to=2026-02-28', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Department' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Operations/ }));
    await waitFor(() => expect(address()).toBe('/resources?from=2026-02-01&to=2026-02-28&department=Operations'));
    await waitFor(() => expect(lastQuery(api).getAll('department')).toEqual(['Operations']));
    expect([lastQuery(api).get('from'), lastQuery(api).get('to')]).toEqual([
      startOfDay('2026-02-01'),
      startOfDay('2026-03-01'),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Feb 1, 2026 – Feb 28, 2026' }));
    await waitFor(() => expect(address()).toBe('/resources?department=Operations'));
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(address()).toBe('/resources?days=90&department=Operations'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/resources'));
  });

  test('has its pages in the sticky footer [RES-001, ROUTE-013]', async () => {
    openPortal('/resources?sort=a-z', { api: resourcesApi() });
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of resources' }));
    expect(pages.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/resources?page=3&sort=a-z');
    expect(screen.getAllByText('1–12 of 30 resources')).toHaveLength(1);
    expect(screen.getByRole('main').contains(screen.getByRole('navigation', { name: 'Pages of resources' }))).toBe(
      false,
    );
  });

  test('works when its filter options fail to load', async () => {
    const api = resourcesApi();
    api.fail(listCategories, 'unavailable');
    api.fail(listDepartments, 'unavailable');
    expectErrorsInConsole();
    openPortal('/resources?category=Fees', { api });
    expect(await screen.findAllByText('1–12 of 30 resources')).toHaveLength(1);
    expect((screen.getByRole('radio', { name: /^Fees/ }) as HTMLInputElement).checked).toBe(true);
  });

  test('has a message for no matches, which clears the filters', async () => {
    const { address } = openPortal('/resources?category=Fees', { api: resourcesApi(0) });
    expect(await screen.findAllByRole('heading', { name: 'No resources match these filters' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).toBe('/resources'));
  });
});
