import { submitEntry } from '@portico/contracts/forms';
import { anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';
import {
  formApi,
  open,
  purpose,
  amount,
  submit,
  alert,
  unsentEntryKeys,
  fillIn,
  filledIn,
  setUpFormTests,
} from '../testing/formEntryPage.ts';

setUpFormTests();

describe('submitting a form', () => {
  test('creates one entry, shows the receipt and removes the draft [FORM-007]', async () => {
    const world = formApi();
    await open(world);
    const progress = () => screen.getByRole('progressbar', { name: 'Required answers' }).getAttribute('aria-valuetext');
    await userEvent.type(purpose(), 'F');
    await userEvent.type(amount(), '-1');
    // An invalid answer doesn't count.
    await waitFor(() => expect(progress()).toBe('1 of 3'));
    await userEvent.clear(purpose());
    await userEvent.clear(amount());
    await fillIn();
    // The count includes a field that has appeared since.
    await waitFor(() => expect(progress()).toBe('4 of 4'));
    await submit();
    const title = await screen.findByRole('heading', { name: 'We received your entry' });
    expect(document.activeElement).toBe(title);
    expect(world.entries).toEqual([filledIn]);
    expect(screen.queryByText('Late booking')).not.toBeNull();
    expect(screen.getByText(/^Received on/).textContent).toMatch(/m\. A confirmation email is on its way\.$/);
    expect(screen.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')).toBe(
      `/forms/entries/${[...world.receipts.values()][0]!.entryId}`,
    );
    expect(unsentEntryKeys()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Fill it out again' }));
    await waitFor(() => expect(purpose().value).toBe(''));
  });

  test('leaves out hidden answers [FORM-003]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    await userEvent.clear(amount());
    await userEvent.type(amount(), '7');
    await submit();
    await screen.findByRole('heading', { name: 'We received your entry' });
    expect(world.entries).toEqual([
      Object.fromEntries(Object.entries({ ...filledIn, amount: '7' }).filter(([alias]) => alias !== 'why')),
    ]);
  });

  test('retries with the same key when the response is lost, even after a reload [B2]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    const { api } = world;
    let tries = 0;
    world.api.answer(submitEntry, () => {
      tries += 1;
      const key = api.callsTo(submitEntry).at(-1)!.headers.get('idempotency-key')!;
      if (!world.receipts.has(key)) world.entries.push(filledIn);
      world.receipts.set(
        key,
        world.receipts.get(key) ?? { entryId: anId(), receivedAt: NOW.toISOString(), isMailed: true },
      );
      throw new TypeError('Failed to fetch');
    });
    await submit();
    await screen.findByRole('heading', { name: 'Your entry isn’t confirmed yet' });
    await waitFor(() => expect(tries).toBeGreaterThan(1));
    world.state.saved = null;
    world.recover();
    cleanup();
    openPortal('/support', { api: world.api, person: 'ana' });
    await screen.findByRole('heading', { name: 'We received your entry' });
    expect(world.entries).toHaveLength(1);
    expect(new Set(world.api.callsTo(submitEntry).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('twice sends one request [B2]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    const release = world.api.hold(submitEntry);
    await submit();
    await submit();
    await userEvent.keyboard('{Enter}');
    release();
    await screen.findByRole('heading', { name: 'We received your entry' });
    expect(world.api.callsTo(submitEntry)).toHaveLength(1);
  });

  test('with answers changed after a lost response reports that the earlier ones arrived', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'offline');
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Go back to the form' }));
    await userEvent.type(purpose(), '!');
    world.api.fail(submitEntry, 'conflict', 'This key was already used for another entry.');
    await submit();
    await screen.findByRole('heading', { name: 'We received your earlier entry' });
    const [first] = world.api.callsTo(submitEntry).map(({ headers }) => headers.get('idempotency-key'));
    world.recover();
    await userEvent.click(screen.getByRole('button', { name: 'Submit these as another entry' }));
    await screen.findByRole('heading', { name: 'We received your entry' });
    expect(world.api.callsTo(submitEntry).at(-1)!.headers.get('idempotency-key')).not.toBe(first);
    expect(world.entries).toEqual([{ ...filledIn, purpose: 'Forum in Boston!' }]);
  });

  test('shows a field error from the server at its field [FORM-001]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'invalid_input', 'Some answers need your attention.', [
      { path: 'body.values.team', message: 'This team is closed.' },
    ]);
    await submit();
    const summary = await screen.findByRole('group', { name: 'One answer needs your attention' });
    expect(within(summary).getByRole('link').textContent).toBe('Team: This team is closed.');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(screen.getByRole('combobox', { name: 'Team' }).getAttribute('aria-invalid')).toBe('true');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Choose one');
    expect(screen.queryByRole('heading', { name: /attention/ })).toBeNull();
    world.recover();
    await submit();
    await screen.findByRole('heading', { name: 'We received your entry' });
  });

  test('shows a rejection without fields, and keeps the answers', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'not_found', 'The form is not there any more.');
    await submit();
    expect((await alert('Your entry wasn’t accepted')).textContent).toBe(
      'Your entry wasn’t acceptedThe form is not there any more. Your answers are still here.',
    );
    expect(purpose().value).toBe('Forum in Boston');
  });
});
