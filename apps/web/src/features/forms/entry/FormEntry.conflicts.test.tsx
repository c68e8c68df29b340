import type { Form, FormField } from '@portico/contracts/formFields';
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
  says,
  setUpFormTests,
} from '../testing/formEntryPage.ts';

setUpFormTests();

describe('two devices', () => {
  test('a conflict shows both versions side by side, overwrites nothing, and can be reopened [FORM-011]', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum', amount: '10' }) });
    await open(world);
    world.save({ purpose: 'Forum in Denver', amount: '10', means: 'air' });
    await userEvent.type(purpose(), ' in Boston');
    const title = await screen.findByRole(
      'heading',
      { name: 'This form was also filled in on another device' },
      { timeout: 8000 },
    );
    expect(document.activeElement).toBe(title);
    expect(screen.queryByText(/^2 answers differ\./)).not.toBeNull();
    const group = screen.getByRole('group', { name: 'Purpose' });
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual([
      'HereForum in Boston',
      expect.stringMatching(/^Other device, saved at \d{1,2}:\d\d [AP]MForum in Denver$/),
    ]);
    expect(
      within(screen.getByRole('group', { name: 'Means' })).queryByRole('radio', { name: /Air/, checked: true }),
    ).not.toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    // Both are still there after a reload.
    cleanup();
    openPortal('/support', { api: world.api, person: 'ana' });
    await screen.findByRole('heading', { name: 'This form was also filled in on another device' });
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
    await says(/^Saved at/);
  });

  test('a save whose answer was lost causes no conflict', async () => {
    const world = formApi();
    await open(world);
    world.api.answer(saveEntry, ({ body }) => {
      world.save(body.values);
      throw new TypeError('Failed to fetch');
    });
    await userEvent.type(purpose(), 'Forum');
    await waitFor(() => expect(world.state.saved).not.toBeNull(), { timeout: 8000 });
    world.works();
    await userEvent.type(purpose(), ' in May');
    await waitFor(() => expect(world.state.saved?.values).toEqual({ purpose: 'Forum in May' }), { timeout: 8000 });
    await says(/^Saved at/);
    expect(screen.queryByText(/another device/)).toBeNull();
  });

  test('an entry sent on another device leaves a choice, or a note when nothing is at stake', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum' }) });
    await open(world);
    await says(/^Saved at/);
    world.state.saved = null;
    act(() => void world.api.push('forms'));
    await says(/Your draft was sent or discarded on another device/);
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'New');
    await says(/^Saved at/);
    world.state.saved = null;
    await userEvent.type(purpose(), 'er');
    await screen.findByRole('heading', { name: 'This form was already sent or discarded' }, { timeout: 8000 });
    await userEvent.click(screen.getByRole('button', { name: 'Continue with these answers' }));
    expect(purpose().value).toBe('Newer');
    await waitFor(() => expect((world.state.saved as SavedEntry | null)?.values).toEqual({ purpose: 'Newer' }));
  });
});

describe('a form that has changed', () => {
  test('can be finished as it was, or in its current version with the answers that fit [FORM-012]', async () => {
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
    await says(/^Saved at/);
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
