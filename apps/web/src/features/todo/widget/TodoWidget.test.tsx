import { createTask, listActiveTasks, updateTask, type TodoTask } from '@portico/contracts/todo';
import { aTask } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { act, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { taskDueLabel } from '../../../dates/dateLabels.ts';
import { dayOf } from '../../../dates/days.ts';
import { onFixedDay, openTodo, titlesIn } from '../testing/openTodo.ts';

onFixedDay();

describe('a task in the list', () => {
  test('shows its due date like 27 Nov, and is overdue according to the reader’s day [TODO-008, TODO-013]', async () => {
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
    expect((await row('Late')).textContent).toContain(`OverdueDue ${taskDueLabel(dayOf(NOW, -1))}`);
    expect((await row('Late')).textContent).toContain('High priority');
    expect(
      within(await row('Late'))
        .getByRole('link', { name: 'From Onboarding' })
        .getAttribute('href'),
    ).toBe('/onboarding');
    expect((await row('Today')).textContent).toContain(`Due ${taskDueLabel(today)}today`);
    expect((await row('Later')).textContent).not.toContain('Overdue');
    expect(sheet.getAllByText('Overdue')).toHaveLength(1);
  });

  test('names the delegate who changed it last [ACT-006]', async () => {
    const { box } = await openTodo([
      aTask({ title: 'Of a delegate', changedBy: 'Nils Aldous' }),
      aTask({ title: 'Own' }),
    ]);
    const row = async (title: string) => (await box(title)).closest('li')!;
    expect((await row('Of a delegate')).textContent).toContain('Changed by Nils Aldous');
    expect((await row('Own')).textContent).not.toContain('Changed by');
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

  test('is not added or saved while its due date is unfinished, and the date takes the focus [TODO-014, TODO-016]', async () => {
    const { api, sheet, field, box } = await openTodo([aTask({ title: 'First' })]);
    const typeDate = async (keys: string) => {
      const date = within(await sheet.findByRole('group', { name: 'Due date' }));
      await userEvent.click(date.getAllByRole('spinbutton')[0]!);
      await userEvent.keyboard(keys);
      return date.getAllByRole('spinbutton')[0];
    };
    await userEvent.type(field, 'Second');
    await userEvent.click(sheet.getByRole('button', { name: 'Due date, priority and note' }));
    const year = await typeDate('202{Tab}0309');
    await userEvent.click(sheet.getByRole('button', { name: 'Add task' }));
    expect(sheet.getByRole('alert').textContent).toBe('Enter the year with four digits.');
    expect(document.activeElement).toBe(year);
    expect(api.callsTo(createTask)).toHaveLength(0);
    await typeDate('2024');
    await userEvent.click(sheet.getByRole('button', { name: 'Add task' }));
    await box('Second');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    const started = await typeDate('202403');
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect(sheet.getByRole('alert').textContent).toBe('Enter the year, month and day.');
    expect(document.activeElement).toBe(started);
    expect(api.callsTo(updateTask)).toHaveLength(0);
  });

  test('changed elsewhere during an edit keeps the typed text, shows the conflict, and can be overwritten [R7, B1]', async () => {
    const { api, sheet, box, put, tasks } = await openTodo([aTask({ title: 'First' })]);
    const [{ id } = { id: '' }] = tasks();
    await box('First');
    await userEvent.click(sheet.getByRole('button', { name: 'First' }));
    await userEvent.type(await sheet.findByRole('textbox', { name: 'Title' }), ' of mine');
    put(id, { dueDate: '2026-05-01' });
    api.fail(updateTask, 'conflict', 'This task has changed since you opened it: it is now due on 2026-05-01.');
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    expect((await sheet.findByRole('alert')).textContent).toBe(
      'Your change isn’t saved. This task has changed since you opened it: it is now due on 2026-05-01.',
    );
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('First of mine');
    expect(localStorage.getItem('portico.personal.todo-edit')).toContain('First of mine');
    const versions: number[] = [];
    api.answer(updateTask, ({ params, body: { version, ...own } }) => {
      versions.push(version);
      return put(params.id, own as Partial<TodoTask>);
    });
    await sheet.findByText(/1 May/);
    await userEvent.click(sheet.getByRole('button', { name: 'Save my version' }));
    await box('First of mine');
    expect(versions).toEqual([2]);
  });
});

test('edits to a task completed elsewhere remain and can become a new task [B1, TODO-014]', async () => {
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
  expect(sheet.queryByText(/was completed or deleted elsewhere/)).toBeNull();

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
    duties: { items: [], total: 0 },
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

test('a source whose address is not allowed is only text, for tasks and checklists [X2]', async () => {
  const path = 'javascript:window.ran=1';
  const { api, sheet } = await openTodo([aTask({ title: 'File the ADV', source: { title: 'Annual review', path } })]);
  api.answer(listActiveTasks, {
    items: [aTask({ title: 'File the ADV', source: { title: 'Annual review', path } })],
    sort: 'Usual',
    duties: { items: [], total: 0 },
    checklists: [
      {
        componentId: 'c',
        title: 'Branch audit',
        dueDate: '2026-01-01',
        done: 0,
        total: 2,
        source: { title: 'A', path },
      },
    ],
  });
  await sheet.findByText('From Annual review');
  expect(sheet.queryByRole('link', { name: 'From Annual review' })).toBeNull();
  expect(sheet.queryByRole('link', { name: 'Branch audit' })).toBeNull();
});

test('what must be confirmed first is in the widget, with the number of all and a link to them [DUTY-009]', async () => {
  const { api, sheet } = await openTodo([], (broken) => broken.fail(listActiveTasks, 'internal'));
  await sheet.findByRole('heading', { name: 'Your tasks couldn’t be loaded' });
  api.answer(listActiveTasks, {
    items: [],
    sort: 'Usual',
    checklists: [],
    duties: {
      items: [{ id: crypto.randomUUID(), title: 'Travel policy', dueDate: '2026-01-01', path: '/news/1?from=todo' }],
      total: 4,
    },
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  const duties = within(await sheet.findByRole('region', { name: 'To confirm' }));
  expect(duties.getByRole('link', { name: 'Travel policy' }).getAttribute('href')).toBe('/news/1?from=todo');
  expect(duties.getByText('Overdue', { exact: false })).toBeDefined();
  expect(duties.getByRole('link', { name: 'All 4 to confirm' }).getAttribute('href')).toBe('/duties');
});
