import { checkTask, deleteTask, listActiveTasks, uncheckTask } from '@portico/contracts/todo';
import { aTask } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { onFixedDay, openTodo, titlesIn } from '../testing/openTodo.ts';

onFixedDay();

describe('completing and deleting tasks', () => {
  test('checking a task completes it immediately, lists it as completed, and can be undone [TODO-002, TODO-006]', async () => {
    const { api, sheet, box } = await openTodo([aTask({ title: 'First' }), aTask({ title: 'Second' })]);
    const release = api.hold(checkTask);
    await userEvent.click(await box('First'));
    await waitFor(() =>
      expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Done: First' }).checked).toBe(true),
    );
    release();
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
      ['What I confirmed', '/duties?state=Done'],
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
    api.fail(checkTask, 'unavailable', 'The portal is busy. Please try again.');
    await userEvent.click(await box('First'));
    expect(
      await screen.findAllByText('“First” couldn’t be marked done. The portal is busy. Please try again.'),
    ).toHaveLength(1);
    expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Done: First' }).checked).toBe(false);
  });

  test('many toggles on a broken connection end in the server’s state [TODO-014, R8]', async () => {
    const { api, box } = await openTodo([aTask({ title: 'First' })]);
    await box('First');
    for (const endpoint of [checkTask, uncheckTask, listActiveTasks]) api.fail(endpoint, 'offline');
    for (const presses of [2, 3]) {
      const before = api.callsTo(checkTask).length + api.callsTo(uncheckTask).length;
      const releases = [api.hold(checkTask), api.hold(uncheckTask)];
      for (let press = 0; press < presses; press += 1) await userEvent.click(await box('First'));
      await waitFor(async () => expect((await box('First')).checked).toBe(presses % 2 === 1));
      for (const release of releases) release();
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
    ['unavailable', 'The portal is busy.'],
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
      const release = api.hold(deleteTask);
      sheet.getByRole('button', { name: 'Second' }).focus();
      await userEvent.keyboard('{Enter}');
      (await sheet.findByRole('button', { name: 'Delete' })).focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(titlesIn(sheet)).toEqual(['First', 'Third']));
      expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Third' }));
      release();
      expect(
        await screen.findAllByText(`“Second” couldn’t be deleted. ${detail ?? 'We can’t reach the portal.'}`),
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
    api.fail(deleteTask, 'unavailable', 'The portal is busy.');
    const release = api.hold(deleteTask);
    await userEvent.click(sheet.getByRole('button', { name: 'Only' }));
    (await sheet.findByRole('button', { name: 'Delete' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Nothing to do\./));
    release();
    await box('Only');
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Only' })));
  });

  test('of a completed task restores it [TODO-014]', async () => {
    const done = (title: string, hour: number) =>
      aTask({ title, state: 'Completed', completedAt: `2026-03-01T1${hour}:00:00Z` });
    const { api, sheet, box } = await openTodo([done('One', 2), done('Two', 1)]);
    await userEvent.click(sheet.getByRole('radio', { name: 'Done' }));
    await box('One');
    api.fail(deleteTask, 'unavailable', 'The portal is busy.');
    const release = api.hold(deleteTask);
    await userEvent.click(sheet.getByRole('button', { name: 'Delete: One' }));
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Delete: Two' })));
    release();
    expect(await screen.findAllByText('“One” couldn’t be deleted. The portal is busy.')).toHaveLength(1);
    await box('One');
    expect(
      sheet.getAllByRole('checkbox').map((checkbox) => (checkbox as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Done: One', 'Done: Two']);
  });
});
