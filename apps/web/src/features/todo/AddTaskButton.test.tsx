import { getEvent } from '@portico/contracts/events';
import { getNewsItem, previewNewsItem } from '@portico/contracts/news';
import { getResource } from '@portico/contracts/resources';
import { createTask, listActiveTasks, MAX_TASK_TITLE, type TodoTask } from '@portico/contracts/todo';
import { getWidgets } from '@portico/contracts/widgets';
import { anEvent, aNewsItem, aResource, aTask } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOf } from '../../dates/days.ts';
import { openPortal } from '../../testPortal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

/** A fake portal with a to-do list that stores added tasks. */
function portalWithTasks(first: TodoTask[] = []) {
  const api = fakeApi();
  let items = first;
  api.answer(getWidgets, { widgets: [{ id: 'todo', kind: 'Todo', title: 'To-do' }] });
  api.answer(listActiveTasks, () => ({
    items,
    sort: 'Usual' as const,
    checklists: [],
    duties: { items: [], total: 0 },
  }));
  const bodies: Array<{
    id?: string | undefined;
    title: string;
    dueDate?: string | null | undefined;
    itemId?: string | undefined;
  }> = [];
  const keep = (path: string) =>
    api.answer(createTask, ({ body }) => {
      bodies.push(body);
      const task = aTask({
        id: body.id!,
        title: body.title,
        dueDate: body.dueDate ?? null,
        source: { title: body.title, path },
      });
      items = [...items, task];
      return task;
    });
  return { api, bodies, keep, put: (next: TodoTask[]) => (items = next) };
}

/** Waits until the button's code has loaded. */
const addButton = () =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add to my tasks' });
    expect(button.disabled).toBe(false);
    return button;
  });

test('adding an event creates a task due on its day, and the button then opens the task [TODO-015]', async () => {
  const event = anEvent({ header: 'Spring forum', startDate: fromNow({ days: 7 }), endDate: fromNow({ days: 8 }) });
  const { api, bodies, keep } = portalWithTasks([aTask({ title: 'Another' })]);
  api.answer(getEvent, event);
  keep(`/events/${event.id}`);
  openPortal(`/events/${event.id}`, { api });
  await userEvent.click(await addButton());
  expect(await screen.findAllByText('“Spring forum” added to your tasks.')).toHaveLength(1);
  expect(bodies).toEqual([
    { id: expect.any(String), title: 'Spring forum', dueDate: dayOf(new Date(event.startDate)), itemId: event.id },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'In my tasks' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'To-do' }));
  const title = await sheet.findByRole('button', { name: 'Spring forum' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(title.closest('li')!.hasAttribute('data-pointed')).toBe(true);
  expect(sheet.getByRole('link', { name: 'Open the event: Spring forum' }).getAttribute('href')).toBe(
    `/events/${event.id}`,
  );
});

test('started events, news, and resources get no due date, and a long headline is shortened to the title limit [TODO-015]', async () => {
  const event = anEvent({ startDate: fromNow({ hours: -1 }), endDate: fromNow({ hours: 1 }) });
  const news = aNewsItem({ header: `${'x'.repeat(MAX_TASK_TITLE - 2)}\u{1F4C8}${'y'.repeat(40)}` });
  const resource = aResource({ header: 'x'.repeat(MAX_TASK_TITLE) });
  const { api, bodies, keep } = portalWithTasks();
  api.answer(getEvent, event);
  api.answer(getNewsItem, news);
  api.answer(getResource, resource);
  const { router } = openPortal(`/events/${event.id}`, { api });
  for (const path of [`/events/${event.id}`, `/news/${news.id}`, `/resources/${resource.id}`]) {
    keep(path);
    await act(() => router.navigate({ to: path }));
    await userEvent.click(await addButton());
    await screen.findByRole('button', { name: 'In my tasks' });
  }
  expect(bodies.map(({ dueDate, title }) => [dueDate, title])).toEqual([
    [null, event.header],
    [null, `${'x'.repeat(MAX_TASK_TITLE - 2)}…`],
    [null, 'x'.repeat(MAX_TASK_TITLE)],
  ]);
});

test('the button follows changes in other tabs and ignores completed tasks [TODO-015, TODO-012]', async () => {
  const news = aNewsItem();
  const task = aTask({ source: { title: news.header, path: `/news/${news.id}` } });
  const { api, put } = portalWithTasks([task]);
  api.answer(getNewsItem, news);
  openPortal(`/news/${news.id}`, { api });
  expect(await screen.findAllByRole('button', { name: 'In my tasks' })).toHaveLength(1);
  put([]);
  act(() => void api.push('todo'));
  expect((await addButton()).disabled).toBe(false);
  put([task]);
  act(() => void api.push('todo'));
  expect(await screen.findAllByRole('button', { name: 'In my tasks' })).toHaveLength(1);
});

test('a failed add shows the reason, and retrying creates no second task [B2, TODO-014]', async () => {
  const news = aNewsItem({ header: 'Rates hold' });
  const { api, bodies, keep } = portalWithTasks();
  api.answer(getNewsItem, news);
  const lost: Array<string | undefined> = [];
  api.answer(createTask, ({ body }) => {
    lost.push(body.id);
    throw new TypeError('The line broke.');
  });
  openPortal(`/news/${news.id}`, { api });
  await userEvent.click(await addButton());
  expect(
    await screen.findAllByText('“Rates hold” couldn’t be added to your tasks. We can’t reach the portal.'),
  ).toHaveLength(1);
  keep(`/news/${news.id}`);
  await userEvent.click(await addButton());
  await screen.findByRole('button', { name: 'In my tasks' });
  expect(bodies.map(({ id }) => id)).toEqual([...new Set(lost)]);
});

test('the button waits for the task list; if the list fails to load, the server rejects duplicates [TODO-015]', async () => {
  const news = aNewsItem({ header: 'Rates hold' });
  const { api } = portalWithTasks();
  api.answer(getNewsItem, news);
  const release = api.hold(listActiveTasks);
  api.fail(listActiveTasks, 'internal');
  openPortal(`/news/${news.id}`, { api });
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add to my tasks' });
  await waitFor(() => expect(api.callsTo(listActiveTasks)).toHaveLength(1));
  expect(button().disabled).toBe(true);
  release();
  await addButton();
  api.fail(createTask, 'conflict', 'You have a task for this already.');
  api.answer(listActiveTasks, {
    items: [aTask({ source: { title: 'Rates hold', path: `/news/${news.id}` } })],
    sort: 'Usual',
    checklists: [],
    duties: { items: [], total: 0 },
  });
  await userEvent.click(button());
  expect(
    await screen.findAllByText('“Rates hold” couldn’t be added to your tasks. You have a task for this already.'),
  ).toHaveLength(1);
  expect(await screen.findAllByRole('button', { name: 'In my tasks' })).toHaveLength(1);
});

test('the button is hidden in previews and for people without a to-do list [TODO-015]', async () => {
  const news = aNewsItem({ header: 'Rates hold' });
  const { api } = portalWithTasks();
  api.answer(getNewsItem, news);
  api.answer(previewNewsItem, news);
  const { router } = openPortal(`/news/${news.id}/preview`, { api });
  await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
  expect(screen.queryByRole('button', { name: /my tasks/ })).toBeNull();
  // The published page shows the button.
  await act(() => router.navigate({ to: `/news/${news.id}` }));
  await addButton();
  api.answer(getWidgets, { widgets: [] });
  cleanup();
  openPortal(`/news/${news.id}`, { api });
  await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /my tasks/ })).toBeNull());
});
