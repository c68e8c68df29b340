import type { Form, FormField } from '@portico/kinds/formFields';
import { saveEntry, type SavedEntry } from '@portico/contracts/forms';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';
import {
  options,
  aForm,
  aSave,
  formApi,
  open,
  purpose,
  amount,
  findMessage,
  setUpFormTests,
} from '../testing/formEntryPage.ts';

setUpFormTests();

describe('a form filled in on two devices', () => {
  test('shows conflicting answers side by side, overwrites nothing, and can reopen the choice [FORM-011]', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum', amount: '10' }) });
    await open(world);
    world.save({ purpose: 'Forum in Denver', amount: '10', means: 'air' });
    await userEvent.type(purpose(), ' in Boston');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare now' }));
    const title = await screen.findByRole('heading', { name: 'This form was also filled out on another device' });
    expect(document.activeElement).toBe(title);
    expect(screen.queryByText(/^2 answers differ\./)).not.toBeNull();
    const group = screen.getByRole('group', { name: 'Purpose' });
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual([
      'This deviceForum in Boston',
      expect.stringMatching(/^Other device, saved at \d{1,2}:\d\d [ap]mForum in Denver$/),
    ]);
    expect(
      within(screen.getByRole('group', { name: 'Means' })).queryByRole('radio', { name: /Air/, checked: true }),
    ).not.toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    // Both versions survive a reload.
    cleanup();
    openPortal('/support', { api: world.api, person: 'ana' });
    await screen.findByRole('heading', { name: 'This form was also filled out on another device' });
    await userEvent.click(screen.getByRole('radio', { name: /Forum in Boston/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(purpose().value).toBe('Forum in Boston');
    expect(screen.queryByRole('radio', { name: 'Air', checked: true })).not.toBeNull();
    await waitFor(() =>
      expect(world.state.saved?.values).toEqual({ purpose: 'Forum in Boston', amount: '10', means: 'air' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Choose again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep all from the other device' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(world.state.saved?.values).toEqual({ purpose: 'Forum in Denver', amount: '10', means: 'air' }),
    );
    await findMessage(/^Saved at/);
  });

  test('lets a person go on typing when another device’s answers arrive, and asks when the fields are left [FORM-024]', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum', amount: '10' }) });
    await open(world);
    world.save({ purpose: 'Forum in Denver', amount: '10' });
    await userEvent.type(purpose(), ' in');
    await findMessage(/^Another device also changed this form/);
    const field = purpose();
    await userEvent.keyboard(' Boston');
    act(() => void world.api.push('forms'));
    await userEvent.keyboard(', May');
    expect(document.activeElement).toBe(field);
    await userEvent.tab();
    await userEvent.keyboard('5');
    expect(amount().value).toBe('5');
    expect(screen.queryByRole('heading', { name: /^This form was also/ })).toBeNull();
    act(() => amount().blur());
    await screen.findByRole('heading', { name: 'This form was also filled out on another device' });
    expect(screen.queryByRole('radio', { name: /Forum in Boston, May/ })).not.toBeNull();
    expect(screen.queryByRole('radio', { name: /^This device5$|5$/ })).not.toBeNull();
    expect(world.state.saved?.values).toEqual({ purpose: 'Forum in Denver', amount: '10' });
  });

  test('asks at once when a person submits while another device’s answers wait [FORM-024]', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum' }) });
    await open(world);
    world.save({ purpose: 'Forum in Denver' });
    await userEvent.type(purpose(), ' in Boston');
    await findMessage(/^Another device also changed this form/);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'This form was also filled out on another device' });
    expect(world.entries).toEqual([]);
  });

  test('reports no conflict with its own save whose response was lost', async () => {
    const world = formApi();
    await open(world);
    world.api.answer(saveEntry, ({ body }) => {
      world.save(body.values);
      throw new TypeError('Failed to fetch');
    });
    await userEvent.type(purpose(), 'Forum');
    await waitFor(() => expect(world.state.saved).not.toBeNull());
    world.recover();
    await userEvent.type(purpose(), ' in May');
    await waitFor(() => expect(world.state.saved?.values).toEqual({ purpose: 'Forum in May' }));
    await findMessage(/^Saved at/);
    expect(screen.queryByText(/another device/)).toBeNull();
  });

  test('offers a choice when the entry was sent on the other device, or a note if nothing would be lost', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum' }) });
    await open(world);
    await findMessage(/^Saved at/);
    world.state.saved = null;
    act(() => void world.api.push('forms'));
    await findMessage(/Your draft was submitted or discarded on another device/);
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'New');
    await findMessage(/^Saved at/);
    world.state.saved = null;
    await userEvent.type(purpose(), 'er');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare now' }));
    await screen.findByRole('heading', { name: 'This form was already submitted or discarded' });
    await userEvent.click(screen.getByRole('button', { name: 'Continue with these answers' }));
    expect(purpose().value).toBe('Newer');
    await waitFor(() => expect((world.state.saved as SavedEntry | null)?.values).toEqual({ purpose: 'Newer' }));
  });
});

describe('an entry of a form that has changed', () => {
  test('can be finished in its version, or in the current one with the answers that fit [FORM-012]', async () => {
    const old = aForm();
    const present: Form = {
      ...old,
      fields: [
        ...old.fields
          .filter((field) => !('alias' in field && field.alias === 'purpose'))
          .map((field) =>
            'alias' in field && field.alias === 'means'
              ? ({ ...field, label: 'Way', options: options.slice(0, 1) } as FormField)
              : field,
          ),
        { id: 'n', type: 'TextField', alias: 'city', label: 'City', isRequired: true },
      ],
    };
    const world = formApi(present, {
      formVersion: 2,
      savedForm: old,
      saved: aSave({ purpose: 'Forum', amount: '10', means: 'rail' }),
    });
    await open(world);
    await userEvent.type(purpose(), '!');
    await findMessage(/^Saved at/);
    expect(world.state.saved?.formVersion).toBe(1);
    const changes = within(screen.getByText('What has changed').closest('details')!)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent);
    expect(changes).toEqual([
      '“Purpose” was removed. Your answer no longer fits: Forum!',
      '“Means” is now called “Way”. Your answer no longer fits: Rail',
      'The choices for “Way” have changed (removed: “Rail”, “Car”).',
      '“City” is new and required.',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Use the current version' }));
    await screen.findByRole('textbox', { name: 'City' });
    expect(amount().value).toBe('10');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(purpose().value).toBe('Forum!');
  });
});
