import { previewEvent } from '@portico/contracts/events';
import { previewHome } from '@portico/contracts/home';
import { previewNewsItem } from '@portico/contracts/news';
import { previewContentPage } from '@portico/contracts/pages';
import { previewResource } from '@portico/contracts/resources';
import { aCallout, aContentPage, aHome, aNewsItem, anEvent, anId, aResource } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

const id = anId();

function previews() {
  const api = fakeApi();
  const words = { id, header: 'Muni ladders, step by step' };
  api.answer(previewHome, aHome({ callouts: [aCallout({ title: words.header })] }));
  api.answer(previewNewsItem, aNewsItem(words));
  api.answer(previewEvent, anEvent(words));
  api.answer(previewResource, aResource(words));
  api.answer(previewContentPage, ({ query: { path } }) => aContentPage({ ...words, path }));
  return api;
}

const addresses = ['/', `/news/${id}`, `/events/${id}`, `/resources/${id}`, '/support'];
const previewAt = (address: string) => `${address === '/' ? '' : address}/preview`;

describe('the draft behind a reader’s address', () => {
  test.each(addresses)(
    '%s is marked as a preview, without top bar and search [ROUTE-006, ROUTE-009, ROUTE-012, ROUTE-015, PREVIEW-002]',
    async (address) => {
      openPortal(previewAt(address), { api: previews() });
      expect((await screen.findAllByText(/Muni ladders, step by step$/)).length).toBeGreaterThan(0);
      expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe(address);
      expect(screen.queryByRole('navigation', { name: /breadcrumb/i })).toBeNull();
      expect(screen.queryByRole('search')).toBeNull();
    },
  );

  test.each(addresses)(
    '%s is "Page Not Found" for those who can’t open it [ERROR-007, HOME-007, A4]',
    async (address) => {
      const api = fakeApi();
      for (const call of [previewHome, previewNewsItem, previewEvent, previewResource, previewContentPage])
        api.fail(call, 'not_found');
      expectErrorsInConsole();
      openPortal(previewAt(address), { api });
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
    },
  );

  test('shows an event without times and without a title [PREVIEW-001]', async () => {
    const api = fakeApi();
    const components = [{ id: 'h', type: 'Header' as const, level: 2 as const, text: 'What to bring' }];
    api.answer(previewEvent, { ...anEvent({ id, header: '', components }), startDate: null, endDate: null });
    openPortal(`/events/${id}/preview`, { api });
    expect(await screen.findByRole('heading', { level: 2, name: /^What to bring/ })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Untitled' })).toBeDefined();
  });
});
