import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
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
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

/** Tests of the widget begin with an empty browser on the day of the fixed clock. */
export function onFixedDay(): void {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  });
  afterEach(() => {
    clearToasts();
    vi.useRealTimers();
  });
}

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
  const active = () => ({
    items: all.filter((task) => task.state === 'Active'),
    sort,
    checklists: [],
    duties: { items: [], total: 0 },
  });
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
    const task = deleted.find((item) => item.id === params.id)!;
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
    const others = all.filter((item) => item !== task);
    all = others.toSpliced(
      beforeId === null ? others.length : others.findIndex((item) => item.id === beforeId),
      0,
      task,
    );
    sort = 'ByHand';
    return active();
  });
  return { api, bodies, add, put, tasks: () => all };
}

/** Opens the widget in its tablet layout. */
export async function openTodo(tasks: TodoTask[] = [], prepare: (api: FakeApi) => void = () => {}) {
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

export const titlesIn = (sheet: Awaited<ReturnType<typeof openTodo>>['sheet']) =>
  sheet.queryAllByRole('checkbox').map((box) => box.closest('li')!.querySelector('[data-part=title]')?.textContent);
