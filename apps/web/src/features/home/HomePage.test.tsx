import {
  closeNotificationBanner,
  closeNotificationBannerPreview,
  getHome,
  type Home,
  noteHomeVisit,
  previewHome,
} from '@portico/contracts/home';
import { listOwnEntries } from '@portico/contracts/forms';
import { checkTask, listActiveTasks } from '@portico/contracts/todo';
import { getCurrentUser } from '@portico/contracts/users';
import {
  aCallout,
  aCurrentUser,
  aGalleryImage,
  aHome,
  anEventSummary,
  anId,
  aNewsSummary,
  aRegistration,
  aTask,
} from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the dashboard', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    return () => vi.useRealTimers();
  });

  test('greets the reader by name with the date, and sets the page title [ROUTE-005, SHELL-008]', async () => {
    const api = fakeApi();
    api.answer(getCurrentUser, aCurrentUser({ nickname: null, givenName: 'Ana' }));
    openPortal('/', { api });
    expect(
      await screen.findAllByRole('heading', {
        level: 1,
        name: /^(Good (morning|afternoon|evening)|Working late), Ana$/,
      }),
    ).toHaveLength(1);
    expect(screen.getAllByText('Monday, March 2')).toHaveLength(1);
    expect(document.title).toBe('Dashboard - Portico');
  });

  test('shows callouts, and the carousel after what is new and due [HOME-001, HOME-002, COMP-014]', async () => {
    const api = fakeApi();
    api.answer(
      getHome,
      aHome({ callouts: [aCallout({ title: 'Tax season' })], carousel: [aGalleryImage({ title: 'Spring forum' })] }),
    );
    openPortal('/', { api });
    expect(await screen.findAllByRole('button', { name: /Tax season$/ })).toHaveLength(1);
    expect((await screen.findByRole('region', { name: 'Highlights' })).textContent).toContain('Spring forum');
  });

  test('starts with the newest news, and each card links to its item [HOME-003]', async () => {
    const [lead, second] = [anId(), anId()];
    const api = fakeApi();
    api.answer(
      getHome,
      aHome({
        news: [aNewsSummary({ id: lead, header: 'Rates hold' }), aNewsSummary({ id: second, header: 'Funds close' })],
      }),
    );
    openPortal('/', { api });
    const news = await section('New for you');
    expect(news.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Rates hold',
      'Funds close',
    ]);
    expect(news.getByRole('link', { name: 'Funds close' }).getAttribute('href')).toBe(`/news/${second}`);
    expect(news.getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('/news');
  });

  test('opens a callout in place, with its text and link [HOME-009]', async () => {
    const api = fakeApi();
    const link = { text: 'Read the guide', href: '/resources', openInNewTab: false };
    api.answer(getHome, aHome({ callouts: [aCallout({ title: 'Tax season', link })] }));
    openPortal('/', { api });
    const line = await screen.findByRole('button', { name: /Tax season$/ });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('link', { name: 'Read the guide' }).getAttribute('href')).toBe('/resources');
    await userEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    expect((await screen.findByRole('link', { name: 'Read the guide' })).getAttribute('href')).toBe('/resources');
    expect(screen.getByRole('region', { name: 'For your attention' }).textContent?.length).toBeGreaterThan(
      line.textContent?.length ?? 0,
    );
  });

  test('marks the news since the last visit, and records this visit [HOME-008]', async () => {
    const api = fakeApi();
    api.answer(
      getHome,
      aHome({
        newSince: '2026-03-01T12:00:00Z',
        news: [
          aNewsSummary({ header: 'Rates hold', publishedAt: '2026-03-01T12:00:01Z' }),
          aNewsSummary({ header: 'Funds close', publishedAt: '2026-03-01T12:00:00Z' }),
        ],
      }),
    );
    openPortal('/', { api });
    const news = await section('New for you');
    expect(news.getAllByRole('article').map((card) => within(card).queryByText('New') !== null)).toEqual([true, false]);
    await waitFor(() => expect(api.callsTo(noteHomeVisit)).toHaveLength(1));
  });

  test('shows the forms that the reader began, continues them, and forgets them once they are gone [HOME-013]', async () => {
    const api = fakeApi();
    const own = { items: [], page: 1, pageSize: 20, total: 0 };
    const title = 'Request for a change of the branch of record, with all supervised persons';
    const begun = [
      { formId: anId(), title, savedAt: '2026-03-01T12:00:00.000Z', path: '/support' },
      { formId: anId(), title: 'W-9', savedAt: '2026-02-27T12:00:00.000Z', path: null },
    ];
    api.answer(listOwnEntries, { ...own, begun });
    openPortal('/', { api });
    const forms = await section('Forms you started');
    expect(forms.getByRole('link', { name: `Continue ${title}` }).getAttribute('href')).toBe('/support');
    expect(forms.getByRole('link', { name: 'Continue W-9' }).getAttribute('href')).toBe('/forms');
    expect(forms.getByText('Mar 1, 2026').localName).toBe('time');
    expect(forms.getByRole('link', { name: 'All forms' }).getAttribute('href')).toBe('/forms');
    api.answer(listOwnEntries, { ...own, begun: [] });
    await waitFor(() => expect(api.push('forms')).toBeGreaterThan(0));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Forms you started' })).toBeNull());
  });

  test('stays when the forms that the reader began can’t be loaded [HOME-013, BASE-014]', async () => {
    const api = fakeApi();
    api.answer(getHome, aHome({ carousel: [aGalleryImage({ title: 'Spring forum' })] }));
    api.fail(listOwnEntries, 'forbidden');
    openPortal('/', { api });
    expect(await screen.findAllByRole('region', { name: 'Highlights' })).toHaveLength(1);
    await waitFor(() => expect(api.callsTo(listOwnEntries)).toHaveLength(1));
    expect(screen.getAllByRole('region', { name: 'New for you' })).toHaveLength(1);
  });

  test('shows the carousel once the forms above it are known, so that it does not jump [HOME-013, FAST-001]', async () => {
    const api = fakeApi();
    api.answer(getHome, aHome({ carousel: [aGalleryImage({ title: 'Spring forum' })] }));
    const release = api.hold(listOwnEntries);
    openPortal('/', { api });
    expect(await screen.findAllByText('Spring forum')).toHaveLength(1);
    await waitFor(() => expect(api.callsTo(listOwnEntries)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Highlights' })).toBeNull();
    release();
    expect(await screen.findAllByRole('region', { name: 'Highlights' })).toHaveLength(1);
  });

  test('shows the reader’s registration state on the next events [HOME-010]', async () => {
    const api = fakeApi();
    const registration = aRegistration({ spotsLeft: 12, capacity: 60 });
    api.answer(
      getHome,
      aHome({
        events: [
          anEventSummary({ registration, registrationStatus: 'Registered' }),
          anEventSummary({ registration }),
          anEventSummary(),
        ],
      }),
    );
    openPortal('/', { api });
    const [mine, open, free] = (await section('Coming up')).getAllByRole('article').map((card) => card.textContent);
    expect([mine, open]).toEqual([
      expect.stringContaining('You’re going'),
      expect.stringContaining('12 of 60 spots left'),
    ]);
    expect(free).not.toContain('spots');
  });

  test('lists what is due within a week, most urgent first, and marks a task as done [HOME-011]', async () => {
    const api = fakeApi();
    const task = (title: string, dueDate: string | null) => aTask({ title, dueDate });
    const late = task('Late one', '2026-03-01');
    api.answer(listActiveTasks, {
      sort: 'Usual',
      checklists: [],
      duties: { items: [], total: 0 },
      items: [task('In a week', '2026-03-09'), late, task('Later', '2026-03-10'), task('Undated', null)],
    });
    api.answer(checkTask, { ...late, state: 'Completed' });
    openPortal('/', { api });
    const due = await section('Due this week');
    expect((await due.findAllByRole('listitem')).map((line) => line.textContent)).toEqual([
      expect.stringMatching(/Late one.*Overdue/),
      expect.stringContaining('In a week'),
    ]);
    await userEvent.click(due.getByRole('checkbox', { name: 'Done: Late one' }));
    await waitFor(() => expect(api.callsTo(checkTask)).toHaveLength(1));
  });

  test('says when nothing is due [HOME-011]', async () => {
    const api = fakeApi();
    api.answer(listActiveTasks, { sort: 'Usual', checklists: [], duties: { items: [], total: 0 }, items: [] });
    openPortal('/', { api });
    expect(await (await section('Due this week')).findAllByText('Nothing due this week.')).toHaveLength(1);
  });

  test('shows the next events with time and location [HOME-004]', async () => {
    const id = anId();
    const api = fakeApi();
    api.answer(getHome, aHome({ events: [anEventSummary({ id, header: 'Plans in practice', location: 'Boston' })] }));
    openPortal('/', { api });
    const events = await section('Coming up');
    expect(events.getByRole('link', { name: 'Plans in practice' }).getAttribute('href')).toBe(`/events/${id}`);
    expect(events.getByRole('article').textContent).toMatch(/\d [ap]m \S+ · Boston$/);
  });

  test('has messages for no news and no events [BASE-014]', async () => {
    const api = fakeApi();
    api.answer(getHome, aHome({ callouts: [], carousel: [], news: [], events: [] }));
    openPortal('/', { api });
    expect(await screen.findAllByRole('heading', { name: 'No news yet' })).toHaveLength(1);
    expect(screen.getAllByRole('heading', { name: 'No upcoming events' })).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Highlights' })).toBeNull();
  });

  test('shows placeholders while it loads [BASE-014]', async () => {
    const api = fakeApi();
    const release = api.hold(getHome);
    openPortal('/', { api });
    expect(await screen.findAllByText('Loading the dashboard')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 1, name: /^(Good|Working late)/ })).toHaveLength(1);
    release();
    expect(await screen.findAllByRole('region', { name: 'New for you' })).toHaveLength(1);
    expect(screen.queryByText('Loading the dashboard')).toBeNull();
  });

  test('shows an error with the request id, and loads on a retry [BASE-014]', async () => {
    const api = fakeApi();
    api.fail(getHome, 'internal');
    expectErrorsInConsole();
    openPortal('/', { api });
    const alert = (await screen.findByText(/This page couldn’t be loaded/)).closest<HTMLElement>('[role=alert]')!;
    expect(alert.textContent).toContain('req-test');
    api.answer(getHome, aHome());
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('region', { name: 'New for you' })).toHaveLength(1);
  });

  test('greets the reader without a name when their details fail to load', async () => {
    const api = fakeApi();
    api.fail(getCurrentUser, 'unavailable');
    expectErrorsInConsole();
    openPortal('/', { api });
    await waitFor(() => expect(api.callsTo(getCurrentUser)).not.toHaveLength(0));
    expect(
      await screen.findAllByRole('heading', { level: 1, name: /^(Good (morning|afternoon|evening)|Working late)$/ }),
    ).toHaveLength(1);
    expect(await screen.findAllByRole('region', { name: 'New for you' })).toHaveLength(1);
  });
});

describe('the dashboard banner', () => {
  const banner: Home['notificationBanner'] = {
    id: 'b1',
    kind: 'Warning',
    title: 'Closed on Friday',
    text: 'All day.',
    link: { text: 'Read more', href: '/news' },
  };
  const shown = () => screen.queryByRole('button', { name: /^Warning.*Closed on Friday$/ });
  const close = async () =>
    await userEvent.click(await screen.findByRole('button', { name: 'Close this message: Closed on Friday' }));
  let api: FakeApi;
  beforeEach(() => {
    api = fakeApi();
    api.answer(getHome, aHome({ notificationBanner: banner }));
    api.answer(previewHome, aHome({ notificationBanner: banner }));
  });

  test('is right below the greeting, in the colors of its kind [HOME-009]', async () => {
    openPortal('/', { api });
    const opener = await screen.findByRole('button', { name: /^Warning.*Closed on Friday$/ });
    const message = opener.closest('li')!;
    expect(message.dataset['kind']).toBe('Warning');
    await userEvent.click(opener);
    expect(await within(message).findAllByText('All day.')).toHaveLength(1);
    expect(within(message).getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('/news');
    expect(message.compareDocumentPosition(screen.getByRole('heading', { level: 1 }))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  });

  test('disappears immediately when closed, and stays closed [WIDGET-002, WIDGET-003]', async () => {
    const release = api.hold(closeNotificationBanner);
    api.answer(closeNotificationBanner, undefined);
    openPortal('/', { api });
    await close();
    await waitFor(() => expect(shown()).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    release();
    await waitFor(() =>
      expect(api.callsTo(closeNotificationBanner).map(({ path }) => path)).toEqual([
        '/api/v1/notification-banner/b1/close',
      ]),
    );
    expect(shown()).toBeNull();
  });

  test('is restored with a reason when closing fails [WIDGET-002]', async () => {
    api.fail(closeNotificationBanner, 'unavailable', 'Please try again.');
    openPortal('/', { api });
    await close();
    expect(await screen.findAllByText('The message couldn’t be closed. Please try again.')).toHaveLength(1);
    expect(shown()).not.toBeNull();
  });

  test('is closed through the preview endpoint in a preview [WIDGET-003]', async () => {
    api.answer(closeNotificationBannerPreview, undefined);
    openPortal('/preview', { api });
    await close();
    await waitFor(() =>
      expect(api.callsTo(closeNotificationBannerPreview).map(({ path }) => path)).toEqual([
        '/api/v1/notification-banner/b1/close/preview',
      ]),
    );
    expect(shown()).toBeNull();
    expect(api.callsTo(closeNotificationBanner)).toEqual([]);
  });
});
