import { saveEntry, getForm } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { saveSession } from '../../../sign-in/sessionCookies.ts';
import {
  amount,
  goOnline,
  filledIn,
  fillIn,
  formApi,
  unsentEntryKeys,
  open,
  purpose,
  findMessage,
  setUpFormTests,
} from '../testing/formEntryPage.ts';

setUpFormTests();

describe('an answer typed into a form', () => {
  test('is saved a moment later with a timestamp, and opens on another device [FORM-008, FORM-010]', async () => {
    const world = formApi();
    const release = world.api.hold(saveEntry);
    await open(world);
    await userEvent.click(purpose());
    await userEvent.paste('Forum');
    await findMessage('Saving…');
    release();
    await findMessage(/^Saved at \d{1,2}:\d\d [ap]m$/);
    expect(world.api.callsTo(saveEntry).filter(({ path }) => path.includes(world.form.formId))).toHaveLength(1);
    expect(world.state.saved?.values).toEqual({ purpose: 'Forum' });
    localStorage.clear();
    await open(world);
    expect(purpose().value).toBe('Forum');
    await findMessage(/^Saved at/);
  });

  test('as soon as the form appears is kept when the first load of the draft is slow [B1]', async () => {
    const world = formApi();
    const release = world.api.hold(getForm);
    const opening = open(world);
    const form = within(await screen.findByRole('region', { name: 'Expense claim' }));
    // The unsent entry would overwrite anything typed before it has loaded.
    for (const role of ['textbox', 'radio', 'checkbox', 'combobox', 'button'] as const)
      expect(form.queryAllByRole(role)).toEqual([]);
    release();
    await opening;
    await fillIn();
    await findMessage(/^Saved at/);
    await waitFor(() => expect(world.state.saved?.values).toEqual({ ...filledIn, amount: '1,250.50' }));
    expect(purpose().value).toBe('Forum in Boston');
    await open(world);
    expect(purpose().value).toBe('Forum in Boston');
  });

  test('is kept when a second load opened the form and the slow first one responds later [B1]', async () => {
    const world = formApi();
    const before = structuredClone(world.state);
    const late = Promise.withResolvers<void>();
    let loads = 0;
    let isAnswered = false;
    world.api.answer(getForm, async () => {
      loads += 1;
      if (loads > 1) return structuredClone(world.state);
      await late.promise;
      isAnswered = true;
      return before;
    });
    const opening = open(world);
    await waitFor(() => expect(loads).toBeGreaterThan(0));
    await waitFor(() => expect(world.api.push('forms')).toBeGreaterThan(0));
    await opening;
    await userEvent.type(purpose(), 'Forum');
    await findMessage(/^Saved at/);
    await userEvent.type(purpose(), ' in May');
    late.resolve();
    await waitFor(() => expect(isAnswered).toBe(true));
    await waitFor(() => expect(world.state.saved?.values).toEqual({ purpose: 'Forum in May' }));
    expect(purpose().value).toBe('Forum in May');
    await open(world);
    expect(purpose().value).toBe('Forum in May');
  });

  test('in the first seconds is kept when an older response with the draft arrives after the save [B1]', async () => {
    const world = formApi();
    await open(world);
    const before = structuredClone(world.state);
    const late = Promise.withResolvers<void>();
    let isLate = true;
    world.api.answer(getForm, async () => {
      if (!isLate) return structuredClone(world.state);
      isLate = false;
      await late.promise;
      return before;
    });
    const loads = world.api.callsTo(getForm).length;
    await waitFor(() => expect(world.api.push('forms')).toBeGreaterThan(0));
    await waitFor(() => expect(world.api.callsTo(getForm)).toHaveLength(loads + 1));
    await userEvent.type(purpose(), 'Forum');
    await findMessage(/^Saved at/);
    late.resolve();
    // The late response is discarded and the unsent entry loads again.
    await waitFor(() => expect(world.api.callsTo(getForm)).toHaveLength(loads + 2));
    await findMessage(/^Saved at/);
    expect(purpose().value).toBe('Forum');
  });

  test('is stored in the browser immediately, survives a reload offline, and is saved once online [B1]', async () => {
    const world = formApi();
    await open(world);
    world.failWith('offline');
    await userEvent.type(purpose(), 'Forum');
    await findMessage('You’re offline. Your answers are stored in this browser.');
    await open(world);
    expect(purpose().value).toBe('Forum');
    await userEvent.type(purpose(), ' in May');
    world.recover();
    goOnline();
    await findMessage(/^Saved at/);
    expect(world.state.saved?.values).toEqual({ purpose: 'Forum in May' });
  });

  test('is hidden from other people who use the browser, and still there for its owner [B1, A5]', async () => {
    const world = formApi();
    await open(world);
    world.failWith('unavailable');
    await userEvent.type(purpose(), 'Mine alone');
    await findMessage(/Saving isn’t working right now/);
    const others = formApi(world.form);
    await open(others, 'bob');
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'His');
    await findMessage(/^Saved at/);
    expect(others.state.saved?.values).toEqual({ purpose: 'His' });
    world.recover();
    await open(world);
    expect(purpose().value).toBe('Mine alone');
  });

  test('is not saved for another person who has signed in in another tab', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'M');
    saveSession({ idToken: `id.${btoa('{"sub":"bob"}')}.1`, accessToken: 'access.token.2', lifetimeS: 3600 });
    await userEvent.type(purpose(), 'ine');
    await screen.findByRole('heading', { name: 'Someone else has signed in' });
    expect(world.api.callsTo(saveEntry)).toHaveLength(0);
  });

  test('in another tab appears in this tab too', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'Forum');
    await findMessage(/^Saved at/);
    const [name = ''] = unsentEntryKeys();
    const unsentEntry = JSON.parse(localStorage.getItem(name)!) as { value: { values: FormValues; stamp: string } };
    localStorage.setItem(
      name,
      JSON.stringify({
        ...unsentEntry,
        value: { ...unsentEntry.value, stamp: 'other tab', values: { purpose: 'Forum', amount: '12' } },
      }),
    );
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name })));
    expect(amount().value).toBe('12');
    localStorage.setItem(
      name,
      JSON.stringify({
        ...unsentEntry,
        value: { ...unsentEntry.value, stamp: 'once more', values: { purpose: 'Forum', amount: '123' } },
      }),
    );
    await userEvent.type(purpose(), '!');
    expect([purpose().value, amount().value]).toEqual(['Forum!', '123']);
  });

  test('is kept when the server rejects it, and the reason is shown', async () => {
    const world = formApi();
    await open(world);
    world.api.fail(saveEntry, 'invalid_input', 'The request is not valid.', [
      { path: 'body.values', message: 'Too many values' },
    ]);
    await userEvent.type(purpose(), 'Forum');
    await findMessage('This couldn’t be saved: Too many values Your answers are stored in this browser.');
    world.recover();
    await userEvent.type(purpose(), '!');
    await findMessage(/^Saved at/);
  });

  test('triggers a confirmation before the page closes only if the browser can’t store it [B6]', async () => {
    const world = formApi();
    await open(world);
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    world.failWith('unavailable');
    await userEvent.type(purpose(), 'F');
    expect(leave()).toBe(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await userEvent.type(purpose(), 'orum');
    expect(purpose().value).toBe('Forum');
    expect(leave()).toBe(true);
    await findMessage(
      /Saving isn’t working right now. Your answers aren’t stored anywhere yet, so keep this page open./,
    );
    world.recover();
    goOnline();
    await findMessage(/^Saved at/);
    expect(leave()).toBe(false);
  });

  test('can be discarded after a confirmation, and restored [FORM-009]', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'Forum');
    await findMessage(/^Saved at/);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Discard your answers?' })).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(() => expect(purpose().value).toBe(''));
    await waitFor(() => expect(world.state.saved).toBeNull());
    expect(unsentEntryKeys()).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(purpose().value).toBe('Forum');
    await waitFor(() => expect(world.state.saved?.values).toEqual({ purpose: 'Forum' }));
  });
});
