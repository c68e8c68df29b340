import { createTask, MAX_TASK_NOTE, MAX_TASK_TITLE, updateTask } from '@portico/contracts/todo';
import { aTask } from '@portico/testing/builders';
import { fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole } from '../../../testPortal.ts';
import { onFixedDay, openTodo } from '../testing/openTodo.ts';

onFixedDay();

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

  test('a task says in words that it has a note, which is in its form [TODO-017]', async () => {
    const note = 'Bring the signed W-9.';
    const { sheet } = await openTodo([aTask({ title: 'Call Ida Okafor', note }), aTask({ title: 'File the form' })]);
    const [withNote, without] = await sheet.findAllByRole('listitem');
    expect(within(withNote!).queryAllByText('Note')).toHaveLength(1);
    expect(within(without!).queryAllByText('Note')).toEqual([]);
    await userEvent.click(within(withNote!).getByRole('button', { name: 'Call Ida Okafor' }));
    expect((await sheet.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value).toBe(note);
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
    expect((await sheet.findByRole('alert')).textContent).toBe('Not saved yet. We can’t reach the portal.');
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

  test('one unsent task with a year that the server rejects stays visible and loses no other [TODO-014]', async () => {
    const [early, late] = [crypto.randomUUID(), crypto.randomUUID()];
    localStorage.setItem(
      'portico.personal.todo-unsaved',
      JSON.stringify({
        person: 'ana',
        value: [
          { id: early, title: 'Typed before the update', dueDate: '0026-12-01' },
          { id: late, title: 'Typed on a train' },
        ],
      }),
    );
    expectErrorsInConsole();
    const { sheet, box } = await openTodo();
    await box('Typed on a train');
    expect((await sheet.findByRole('alert')).textContent).toMatch(/^Not saved yet/);
    expect(sheet.getAllByText('Typed before the update')).toHaveLength(1);
  });
});
