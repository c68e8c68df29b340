import { getChecklistMarks, setChecklistMark, type MarkState } from '@portico/contracts/checklists';
import type { ComponentTree } from '@portico/kinds/content';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';

afterEach(() => clearToasts());

const components: ComponentTree = [
  {
    id: 'first-week',
    type: 'Checklist',
    title: 'First week',
    dueDate: '2026-04-15',
    items: [
      {
        id: 'code',
        content: [
          { type: 'text', text: 'Read the ' },
          { type: 'text', text: 'code of ethics', marks: [{ type: 'link', attrs: { href: '/' } }] },
        ],
      },
      { id: 'badge', content: [{ type: 'text', text: 'Fetch your badge', marks: [{ type: 'bold' }] }] },
    ],
  },
];

/** A fake server with a page that contains a checklist. Stores marks, starting with `marks`. */
function checklistApi(marks: Record<string, MarkState> = {}) {
  const api = fakeApi();
  const page = {
    id: crypto.randomUUID(),
    path: '/onboarding' as const,
    header: 'Onboarding',
    description: '',
    image: null,
    publishedAt: '2026-01-01T00:00:00Z',
    components,
  };
  api.answer(getContentPage, page);
  api.answer(previewContentPage, page);
  let stored = marks;
  api.answer(getChecklistMarks, () => ({ marks: stored }));
  api.answer(setChecklistMark, ({ params, body }) => {
    stored = { ...stored, [params.itemId]: body!.status! };
    return { status: body!.status! };
  });
  return {
    api,
    stored: () => stored,
    put: (next: Record<string, MarkState>) => {
      stored = next;
    },
  };
}

const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
/** Waits until the checkbox is enabled and in the expected state. */
async function expectBox(name: string | RegExp, isChecked: boolean) {
  const found = await box(name);
  await waitFor(() => expect([found.isConnected, found.disabled, found.checked]).toEqual([true, false, isChecked]));
}

describe('a checklist on a page', () => {
  test('shows the reader’s marks and progress, and saves new marks [COMP-023, CHECK-002]', async () => {
    const { api, stored } = checklistApi({ code: 'Checked' });
    openPortal('/onboarding', { api });
    await expectBox(/code of ethics/, true);
    const progress = screen.getByRole('progressbar', { name: 'Progress of First week' });
    expect(progress.getAttribute('aria-valuetext')).toBe('1 of 2 done');
    await userEvent.click(await box('Fetch your badge'));
    expect(progress.getAttribute('aria-valuetext')).toBe('2 of 2 done');
    await waitFor(() => expect(stored()).toEqual({ code: 'Checked', badge: 'Checked' }));
    await userEvent.click(await box(/code of ethics/));
    await waitFor(() => expect(stored()).toEqual({ code: 'Unchecked', badge: 'Checked' }));
    expect(screen.getByText('Due', { exact: false }).textContent).toBe('Due April 15, 2026');
  });

  test('shows links and formatting in its items, and following a link checks nothing', async () => {
    const { api, stored } = checklistApi();
    const { address } = openPortal('/onboarding', { api });
    await expectBox('Fetch your badge', false);
    expect(screen.getByText('Fetch your badge').tagName).toBe('STRONG');
    await userEvent.click(
      within(screen.getByRole('list', { name: 'First week' })).getByRole('link', { name: 'code of ethics' }),
    );
    await waitFor(() => expect(address()).toBe('/'));
    expect(stored()).toEqual({});
  });

  test('reverts a mark that the server doesn’t save, and says so', async () => {
    const { api } = checklistApi({ code: 'Checked' });
    openPortal('/onboarding', { api });
    await expectBox(/code of ethics/, true);
    api.fail(setChecklistMark, 'offline');
    await userEvent.click(await box('Fetch your badge'));
    await screen.findByText('Your progress couldn’t be saved. We can’t reach the portal.');
    expect((await box('Fetch your badge')).checked).toBe(false);
    expect((await box(/code of ethics/)).checked).toBe(true);
  });

  test('shows the server’s state after many quick toggles on a broken connection [R8]', async () => {
    const { api } = checklistApi({ code: 'Checked' });
    openPortal('/onboarding', { api });
    await expectBox('Fetch your badge', false);
    api.fail(setChecklistMark, 'offline');
    api.fail(getChecklistMarks, 'offline');
    for (const presses of [2, 3]) {
      const before = api.callsTo(setChecklistMark).length;
      const release = api.hold(setChecklistMark);
      for (let press = 0; press < presses; press += 1) await userEvent.click(await box('Fetch your badge'));
      await expectBox('Fetch your badge', presses % 2 === 1);
      release();
      await waitFor(() => expect(api.callsTo(setChecklistMark)).toHaveLength(before + presses));
      await expectBox('Fetch your badge', false);
    }
  });

  test('can’t be checked until the marks have loaded, and offers a retry', async () => {
    const { api } = checklistApi();
    api.fail(getChecklistMarks, 'internal');
    openPortal('/onboarding', { api });
    await screen.findByText('Your progress couldn’t be loaded.');
    expect((await box('Fetch your badge')).disabled).toBe(true);
    api.answer(getChecklistMarks, { marks: { badge: 'Checked' } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expectBox('Fetch your badge', true);
  });

  test('shows marks set in another tab', async () => {
    const { api, put } = checklistApi();
    openPortal('/onboarding', { api });
    await expectBox('Fetch your badge', false);
    put({ badge: 'Checked' });
    await waitFor(() => {
      let received = 0;
      act(() => {
        received = api.push('checklists');
      });
      expect(received).toBeGreaterThan(0);
    });
    await expectBox('Fetch your badge', true);
  });

  test('is a read-only list where no marks are stored, and in previews', async () => {
    const { api } = checklistApi();
    api.fail(getChecklistMarks, 'not_found');
    openPortal('/onboarding', { api });
    const list = () => within(screen.getByRole('list', { name: 'First week' }));
    await box('Fetch your badge');
    await waitFor(() => expect(list().queryByRole('checkbox')).toBeNull());
    expect(list().getAllByRole('listitem')).toHaveLength(2);
    const calls = api.callsTo(getChecklistMarks).length;
    openPortal('/onboarding/preview', { api });
    await waitFor(() => expect(screen.getAllByRole('list', { name: 'First week' })).toHaveLength(2));
    expect(api.callsTo(getChecklistMarks)).toHaveLength(calls);
  });
});
