import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
  MAX_TASK_NOTE,
  MAX_TASK_TITLE,
  moveTask,
  restoreTask,
  sortTasks,
  uncheckTask,
  updateTask,
  type ActiveTasks,
  type TodoTask,
} from '@portico/contracts/todo';
import { getWidgets } from '@portico/contracts/widgets';
import { aTask } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayOf } from '../../dates/days.ts';
import { openPortal } from '../../testPortal.ts';

vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

/** A fake server that stores tasks in the given order. */
function todoApi(tasks: TodoTask[]) {
  const api = fakeApi();
  let all = tasks;
  let sort: ActiveTasks['sort'] = 'Usual';
  const find = (id: string) => all.find((task) => task.id === id)!;
  const put = (id: string, own: Partial<TodoTask>) => {
    all = all.map((task) => (task.id === id ? { ...task, version: task.version + 1, ...own } : task));
    return find(id);
  };
  const active = () => ({ items: all.filter((task) => task.state === 'Active'), sort, checklists: [] });
  const bodies: unknown[] = [];
  api.answer(getWidgets, { widgets: [{ id: 'todo', kind: 'Todo', title: 'To-do' }] });
  api.answer(listActiveTasks, active);
  api.answer(listCompletedTasks, () => {
    const items = all.filter((task) => task.state === 'Completed');
    return { items, total: items.length };
  });
  const add = (body: { id?: string | undefined; title: string }) => {
    bodies.push(body);
    const task = aTask({ id: body.id!, title: body.title });
    all = [...all, task];
    return task;
  };
  api.answer(createTask, ({ body }) => add(body));
  api.answer(checkTask, ({ params }) => put(params.id, { state: 'Completed', completedAt: NOW.toISOString() }));
  api.answer(uncheckTask, ({ params }) => put(params.id, { state: 'Active', completedAt: null }));
  let deleted: TodoTask[] = [];
  api.answer(deleteTask, ({ params }) => {
    deleted = [...deleted, find(params.id)];
    all = all.filter((task) => task.id !== params.id);
    return undefined;
  });
  api.answer(restoreTask, ({ params }) => {
    const task = deleted.find((one) => one.id === params.id)!;
    all = [...all, task];
    return task;
  });
  api.answer(updateTask, ({ params, body: { version: _, ...own } }) => put(params.id, own as Partial<TodoTask>));
  api.answer(sortTasks, ({ body }) => {
    ({ sort } = body);
    return active();
  });
  api.answer(moveTask, ({ params, body: { beforeId } }) => {
    const task = find(params.id);
    const others = all.filter((one) => one !== task);
    all = others.toSpliced(beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId), 0, task);
    sort = 'ByHand';
    return active();
  });
  return { api, bodies, add, put, tasks: () => all };
}

/** Opens the widget in its tablet layout. */
async function openTodo(tasks: TodoTask[] = [], prepare: (api: FakeApi) => void = () => {}) {
  const server = todoApi(tasks);
  prepare(server.api);
  openPortal('/', { api: server.api, person: 'ana' });
  await userEvent.click(await screen.findByRole('button', { name: 'To-do' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'To-do' }));
  const field = await sheet.findByRole('textbox', { name: 'Add a task' });
  return {
    ...server,
    sheet,
    field,
    box: (title: string) => sheet.findByRole<HTMLInputElement>('checkbox', { name: `Done: ${title}` }),
  };
}

const titlesIn = (sheet: Awaited<ReturnType<typeof openTodo>>['sheet']) =>
  sheet.queryAllByRole('checkbox').map((box) => box.closest('li')!.querySelector('[data-part=title]')?.textContent);

describe('adding a task', () => {
  test('Enter adds the typed task and keeps focus in the field [TODO-004]', async () => {
    const { sheet, field, tasks } = await openTodo();
    expect(await sheet.findAllByText('Nothing to do.')).toHaveLength(1);
    await userEvent.type(field, '  Call Mrs Adler {Enter}File the form{Enter}');
    await sheet.findByRole('checkbox', { name: 'Done: Call Mrs Adler' });
    await sheet.findByRole('checkbox', { name: 'Done: File the form' });
    expect(tasks().map((task) => task.title)).toEqual(['Call Mrs Adler', 'File the form']);
    expect(document.activeElement).toBe(field);
    expect((field as HTMLInputElement).value).toBe('');
  });

  test('an empty or too long title is rejected without a request, and a long one shows the characters left', async () => {
    const { api, sheet, field } = await openTodo();
    await userEvent.type(field, '{Enter}');
    expect(await sheet.findAllByText('Enter a title.')).toHaveLength(1);
    // A zero-width space.
    fireEvent.change(field, { target: { value: '\u200b' } });
    await userEvent.type(field, '{Enter}');
    expect(api.callsTo(createTask)).toHaveLength(0);
    fireEvent.change(field, { target: { value: 'x'.repeat(MAX_TASK_TITLE) } });
    expect(await sheet.findAllByText('0 characters left')).toHaveLength(1);
    fireEvent.change(field, { target: { value: 'x'.repeat(MAX_TASK_TITLE + 1) } });
    await userEvent.type(field, '{Enter}');
    expect(await sheet.findAllByText('Use 200 characters or fewer. You’re 1 over.')).toHaveLength(1);
    expect(api.callsTo(createTask)).toHaveLength(0);
  });

  test('a note that is too long shows an error at its field and is not sent, for new and edited tasks [TODO-011]', async () => {
    const { api, sheet, field, tasks } = await openTodo([aTask({ title: 'First' })]);
    const note = async () => sheet.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    const tooLong = 'Use 4000 characters or fewer. You’re 1 over.';
    await userEvent.type(field, 'Second');
    await userEvent.click(sheet.getByRole('button', { name: 'Due date, priority and note' }));
    fireEvent.change(await note(), { target: { value: 'x'.repeat(MAX_TASK_NOTE + 1) } });
    expect(await sheet.findAllByText(tooLong)).toHaveLength(1);
    expect((await note()).getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(sheet.getByRole('button', { name: 'Add task' }));
    expect(api.callsTo(createTask)).toHaveLength(0);
    fireEvent.change(await note(), { target: { value: '' } });
    await userEvent.click(sheet.getByRole('button', { name: 'Add task' }));
    await sheet.findByRole('checkbox', { name: 'Done: Second' });

    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    fireEvent.change(await note(), { target: { value: 'x'.repeat(MAX_TASK_NOTE + 1) } });
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect(await sheet.findAllByText(tooLong)).toHaveLength(1);
    expect(api.callsTo(updateTask)).toHaveLength(0);
    fireEvent.change(await note(), { target: { value: 'x'.repeat(MAX_TASK_NOTE) } });
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(tasks().find((task) => task.title === 'First')?.note).toHaveLength(MAX_TASK_NOTE));
  });

  test('an unsent task stays visible, and is sent again with the same id [B1, B2]', async () => {
    const { api, sheet, field, add, bodies } = await openTodo();
    api.fail(createTask, 'offline');
    await userEvent.type(field, 'Typed on a train{Enter}');
    expect((await sheet.findByRole('alert')).textContent).toBe('Not saved yet. The server could not be reached.');
    expect(localStorage.getItem('portico.personal.todo-unsaved')).toContain('Typed on a train');
    const sent: unknown[] = [];
    api.answer(createTask, ({ body }) => {
      sent.push(body.id);
      return add(body);
    });
    await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
    await sheet.findByRole('checkbox', { name: 'Done: Typed on a train' });
    expect(bodies).toMatchObject([{ id: sent[0], title: 'Typed on a train' }]);
    expect(localStorage.getItem('portico.personal.todo-unsaved')).not.toContain('Typed on a train');
    expect(sheet.queryByRole('alert')).toBeNull();
  });

  test('typed text and unsent tasks are restored when the page opens again [B1]', async () => {
    const id = crypto.randomUUID();
    localStorage.setItem(
      'portico.personal.todo-draft',
      JSON.stringify({ person: 'ana', value: { title: 'Half a tho', dueDate: null, priority: 'High', note: 'ugh' } }),
    );
    localStorage.setItem(
      'portico.personal.todo-unsaved',
      JSON.stringify({ person: 'ana', value: [{ id, title: 'Not sent' }] }),
    );
    const { sheet, field, box, tasks } = await openTodo();
    expect((field as HTMLInputElement).value).toBe('Half a tho');
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'High' }).checked).toBe(true);
    await box('Not sent');
    expect(tasks()).toMatchObject([{ id, title: 'Not sent' }]);
  });
});

describe('completing and deleting tasks', () => {
  test('checking a task completes it immediately, lists it as completed, and can be undone [TODO-002, TODO-006]', async () => {
    const { api, sheet, box } = await openTodo([aTask({ title: 'First' }), aTask({ title: 'Second' })]);
    const goOn = api.hold(checkTask);
    await userEvent.click(await box('First'));
    await waitFor(() =>
      expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Done: First' }).checked).toBe(true),
    );
    goOn();
    expect(await screen.findAllByText('“First” marked done.')).toHaveLength(1);
    await waitFor(() => expect(titlesIn(sheet)).toEqual(['Second']));
    await userEvent.click(sheet.getByRole('radio', { name: 'Done' }));
    await userEvent.click(await box('First'));
    await waitFor(() => expect(sheet.queryByRole('checkbox')).toBeNull());
    await userEvent.click(sheet.getByRole('radio', { name: 'To do' }));
    await box('First');
  });

  test('active and completed tasks link to their source [TODO-015]', async () => {
    const { sheet, box } = await openTodo([
      aTask({
        title: 'Rates hold',
        source: { title: 'Rates hold', path: '/news/1' },
        state: 'Completed',
        completedAt: NOW.toISOString(),
      }),
      aTask({
        title: 'Read it',
        source: { title: 'Rates hold', path: '/news/1' },
        state: 'Completed',
        completedAt: NOW.toISOString(),
      }),
    ]);
    await userEvent.click(sheet.getByRole('radio', { name: 'Done' }));
    await box('Read it');
    expect(
      sheet
        .getAllByRole('link')
        .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Open the news item: Rates hold', '/news/1'],
      ['From Rates hold', '/news/1'],
    ]);
  });

  test('completing a task by keyboard moves focus to the next one', async () => {
    const { box } = await openTodo([aTask({ title: 'First' }), aTask({ title: 'Second' })]);
    const second = await box('Second');
    (await box('First')).focus();
    await userEvent.keyboard(' ');
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  test('a change that the server rejects is reverted, and a message gives the reason [TODO-006]', async () => {
    const { api, sheet, box } = await openTodo([aTask({ title: 'First' })]);
    api.fail(checkTask, 'unavailable', 'The service is busy. Please try again.');
    await userEvent.click(await box('First'));
    expect(
      await screen.findAllByText('“First” couldn’t be marked done. The service is busy. Please try again.'),
    ).toHaveLength(1);
    expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Done: First' }).checked).toBe(false);
  });

  test('many toggles on a broken connection end in the server’s state [TODO-014, R8]', async () => {
    const { api, box } = await openTodo([aTask({ title: 'First' })]);
    await box('First');
    for (const endpoint of [checkTask, uncheckTask, listActiveTasks]) api.fail(endpoint, 'offline');
    for (const presses of [2, 3]) {
      const before = api.callsTo(checkTask).length + api.callsTo(uncheckTask).length;
      const goOn = [api.hold(checkTask), api.hold(uncheckTask)];
      for (let press = 0; press < presses; press += 1) await userEvent.click(await box('First'));
      await waitFor(async () => expect((await box('First')).checked).toBe(presses % 2 === 1));
      for (const go of goOn) go();
      await waitFor(() =>
        expect(api.callsTo(checkTask).length + api.callsTo(uncheckTask).length).toBe(before + presses),
      );
      await waitFor(async () => expect((await box('First')).checked).toBe(false));
    }
  });

  test('deleting a task can be undone [TODO-007]', async () => {
    const { sheet, box } = await openTodo([aTask({ title: 'First' }), aTask({ title: 'Second' })]);
    await box('First');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titlesIn(sheet)).toEqual(['Second']));
    await screen.findByText('“First” deleted.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    await box('First');
  });
});

describe('a failed delete', () => {
  test.each([
    ['unavailable', 'The service is busy.'],
    ['offline', undefined],
  ] as const)(
    'restores the row in order, gives the reason, and keeps focus in the list: %s [TODO-007, TODO-014]',
    async (code, detail) => {
      const { api, sheet, box } = await openTodo([
        aTask({ title: 'First' }),
        aTask({ title: 'Second' }),
        aTask({ title: 'Third' }),
      ]);
      await box('Second');
      // The task is restored without waiting for a refetch, which may fail too.
      for (const endpoint of [deleteTask, listActiveTasks]) api.fail(endpoint, code, detail);
      const goOn = api.hold(deleteTask);
      sheet.getByRole('button', { name: 'Second' }).focus();
      await userEvent.keyboard('{Enter}');
      (await sheet.findByRole('button', { name: 'Delete' })).focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(titlesIn(sheet)).toEqual(['First', 'Third']));
      expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Third' }));
      goOn();
      expect(
        await screen.findAllByText(`“Second” couldn’t be deleted. ${detail ?? 'The server could not be reached.'}`),
      ).toHaveLength(1);
      expect(titlesIn(sheet)).toEqual(['First', 'Second', 'Third']);
      expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Third' }));
      // The delete can be retried.
      api.answer(deleteTask, undefined);
      await userEvent.click(sheet.getByRole('button', { name: 'Second' }));
      await userEvent.click(await sheet.findByRole('button', { name: 'Delete' }));
      expect(await screen.findAllByText('“Second” deleted.')).toHaveLength(1);
    },
  );

  test('of the only task moves focus to the empty list, then back to the row [TODO-014]', async () => {
    const { api, sheet, box } = await openTodo([aTask({ title: 'Only' })]);
    await box('Only');
    api.fail(deleteTask, 'unavailable', 'The service is busy.');
    const goOn = api.hold(deleteTask);
    await userEvent.click(sheet.getByRole('button', { name: 'Only' }));
    (await sheet.findByRole('button', { name: 'Delete' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Nothing to do\./));
    goOn();
    await box('Only');
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Only' })));
  });

  test('of a completed task restores it [TODO-014]', async () => {
    const done = (title: string, hour: number) =>
      aTask({ title, state: 'Completed', completedAt: `2026-03-01T1${hour}:00:00Z` });
    const { api, sheet, box } = await openTodo([done('One', 2), done('Two', 1)]);
    await userEvent.click(sheet.getByRole('radio', { name: 'Done' }));
    await box('One');
    api.fail(deleteTask, 'unavailable', 'The service is busy.');
    const goOn = api.hold(deleteTask);
    await userEvent.click(sheet.getByRole('button', { name: 'Delete: One' }));
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Delete: Two' })));
    goOn();
    expect(await screen.findAllByText('“One” couldn’t be deleted. The service is busy.')).toHaveLength(1);
    await box('One');
    expect(sheet.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Done: One',
      'Done: Two',
    ]);
  });
});

describe('a task in the list', () => {
  test('shows its due date as dd/MM, and is overdue by the reader’s day [TODO-008, TODO-013]', async () => {
    const today = dayOf(NOW);
    const { sheet, box } = await openTodo([
      aTask({
        title: 'Late',
        dueDate: dayOf(NOW, -1),
        priority: 'High',
        source: { title: 'Onboarding', path: '/onboarding' },
      }),
      aTask({ title: 'Today', dueDate: today }),
      aTask({ title: 'Later', dueDate: dayOf(NOW, 1) }),
    ]);
    const row = async (title: string) => (await box(title)).closest('li')!;
    const label = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
    expect((await row('Late')).textContent).toContain(`OverdueDue ${label(dayOf(NOW, -1))}`);
    expect((await row('Late')).textContent).toContain('High priority');
    expect(
      within(await row('Late'))
        .getByRole('link', { name: 'From Onboarding' })
        .getAttribute('href'),
    ).toBe('/onboarding');
    expect((await row('Today')).textContent).toContain(`Due ${label(today)}today`);
    expect((await row('Later')).textContent).not.toContain('Overdue');
    expect(sheet.getAllByText('Overdue')).toHaveLength(1);
  });

  test('is edited in place, with dates as yyyy-MM-dd in the form [TODO-005, TODO-008]', async () => {
    const { sheet, box, tasks } = await openTodo([aTask({ title: 'First', dueDate: '2026-03-09' })]);
    await box('First');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    const form = within(await sheet.findByRole('form', { name: 'Edit First' }));
    const date = await form.findByRole('group', { name: 'Due date' });
    expect(date.textContent?.replace(/[^\d-]/g, '')).toContain('2026-03-09');
    await userEvent.clear(form.getByRole('textbox', { name: 'Title' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Renamed');
    await userEvent.type(form.getByRole('textbox', { name: 'Note' }), 'With a note');
    await userEvent.click(form.getByRole('radio', { name: 'High' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await box('Renamed');
    expect(tasks()).toMatchObject([{ title: 'Renamed', note: 'With a note', priority: 'High', dueDate: '2026-03-09' }]);
    expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Renamed' }));
  });

  test('accepts a due date typed as the digits of year, month, and day [TODO-008]', async () => {
    const { sheet, box, tasks } = await openTodo([aTask({ title: 'First' })]);
    await box('First');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    const form = within(await sheet.findByRole('form', { name: 'Edit First' }));
    const date = within(await form.findByRole('group', { name: 'Due date' }));
    await userEvent.click(date.getAllByRole('spinbutton')[0]!);
    await userEvent.keyboard('20240309');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(tasks()).toMatchObject([{ dueDate: '2024-03-09' }]));
  });

  test('changed elsewhere during an edit keeps the typed text, shows the conflict, and can be overwritten [R7, B1]', async () => {
    const { api, sheet, box, put, tasks } = await openTodo([aTask({ title: 'First' })]);
    const [{ id } = { id: '' }] = tasks();
    await box('First');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    await userEvent.type(await sheet.findByRole('textbox', { name: 'Title' }), ' of mine');
    put(id, { dueDate: '2026-05-01' });
    api.fail(updateTask, 'conflict', 'This task has changed in the meantime: it is now due on 2026-05-01.');
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect((await sheet.findByRole('alert')).textContent).toBe(
      'Your change isn’t saved. This task has changed in the meantime: it is now due on 2026-05-01.',
    );
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('First of mine');
    expect(localStorage.getItem('portico.personal.todo-edit')).toContain('First of mine');
    const versions: number[] = [];
    api.answer(updateTask, ({ params, body: { version, ...own } }) => {
      versions.push(version);
      return put(params.id, own as Partial<TodoTask>);
    });
    await sheet.findByText(/01\/05/);
    await userEvent.click(sheet.getByRole('button', { name: 'Save my version' }));
    await box('First of mine');
    expect(versions).toEqual([2]);
  });
});

test('edits to a task completed elsewhere are kept and can become a new task [B1, TODO-014]', async () => {
  const { api, bodies, sheet, box, put, tasks } = await openTodo([
    aTask({ title: 'First' }),
    aTask({ title: 'Second' }),
  ]);
  const [{ id } = { id: '' }] = tasks();
  await box('First');
  await userEvent.click(sheet.getByRole('button', { name: 'First' }));
  put(id, { state: 'Completed', completedAt: NOW.toISOString() });
  act(() => void api.push('todo'));
  await waitFor(() => expect(titlesIn(sheet)).toEqual(['Second']));
  expect(sheet.queryByText(/was done or deleted meanwhile/)).toBeNull();

  await userEvent.click(sheet.getByRole('button', { name: 'Second' }));
  await userEvent.type(await sheet.findByRole('textbox', { name: 'Note' }), 'Half a thought');
  put(tasks().find(({ title }) => title === 'Second')!.id, { state: 'Completed', completedAt: NOW.toISOString() });
  act(() => void api.push('todo'));
  expect(
    await sheet.findAllByText('The task you were editing was completed or deleted elsewhere. You had typed:'),
  ).toHaveLength(1);
  expect(sheet.getAllByText('Half a thought')).toHaveLength(1);
  await userEvent.click(sheet.getByRole('button', { name: 'Add as a new task' }));
  await box('Second');
  expect(bodies).toMatchObject([{ title: 'Second', note: 'Half a thought' }]);
  expect(sheet.queryByText('Half a thought')).toBeNull();
});

test('tasks can be reordered by keyboard, and the sort order can be chosen', async () => {
  const { sheet, box } = await openTodo([
    aTask({ title: 'First' }),
    aTask({ title: 'Second' }),
    aTask({ title: 'Third' }),
  ]);
  await box('First');
  const handle = sheet.getByRole('button', { name: /^Move Third/ });
  handle.focus();
  await userEvent.keyboard('{ArrowUp}');
  await waitFor(() => expect(titlesIn(sheet)).toEqual(['First', 'Third', 'Second']));
  expect(sheet.getAllByText('Third: moved to 2 of 3')).toHaveLength(1);
  expect(document.activeElement).toBe(sheet.getByRole('button', { name: /^Move Third/ }));
  await waitFor(() => expect(sheet.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).value).toBe('ByHand'));
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await waitFor(() => expect(titlesIn(sheet)).toEqual(['Third', 'First', 'Second']));
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Order' }), 'By due date');
  await waitFor(() => expect(sheet.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).value).toBe('Usual'));
});

test('changes from another tab or device show immediately [TODO-012]', async () => {
  const { api, add, box } = await openTodo([aTask({ title: 'First' })]);
  await box('First');
  add({ id: crypto.randomUUID(), title: 'From the phone' });
  act(() => void api.push('todo'));
  await box('From the phone');
});

test('a failed load shows an error with a retry, and keeps the typed text', async () => {
  const { api, sheet, field } = await openTodo([], (broken) => broken.fail(listActiveTasks, 'internal'));
  await sheet.findByRole('heading', { name: 'Your tasks couldn’t be loaded' });
  await userEvent.type(field, 'Typed all the same');
  api.answer(listActiveTasks, {
    items: [aTask({ title: 'First' })],
    sort: 'Usual',
    checklists: [
      {
        componentId: 'c',
        title: 'First week',
        dueDate: '2026-01-01',
        done: 3,
        total: 7,
        source: { title: 'Onboarding', path: '/onboarding#c' },
      },
    ],
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  await sheet.findByRole('checkbox', { name: 'Done: First' });
  expect((field as HTMLInputElement).value).toBe('Typed all the same');
  const checklist = within(sheet.getByRole('region', { name: 'Checklists' }));
  expect(checklist.getByRole('link', { name: 'First week' }).getAttribute('href')).toBe('/onboarding#c');
  expect(checklist.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 7 done');
});
