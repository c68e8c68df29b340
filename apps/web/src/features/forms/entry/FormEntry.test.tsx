import type { Form, FormField } from '@portico/contracts/formFields';
import {
  deleteFormFile,
  discardSavedEntry,
  getForm,
  saveEntry,
  submitEntry,
  type EntryReceipt,
  type FormState,
  type FormValues,
  type SavedEntry,
} from '@portico/contracts/forms';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import { aContentPage, anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveSession } from '../../../sign-in/sessionCookies.ts';
import { openPortal } from '../../../testPortal.ts';

// What is typed is saved a second and a half later, and a busy machine takes its time.
vi.setConfig({ testTimeout: 40_000 });

const options = [
  { value: 'air', label: 'Air' },
  { value: 'rail', label: 'Rail' },
  { value: 'car', label: 'Car' },
];
const fields: FormField[] = [
  { id: 'g1', type: 'TitleAndDescription', title: 'The trip', description: 'Where you went.' },
  {
    id: 'f1',
    type: 'TextField',
    alias: 'purpose',
    label: 'Purpose',
    helpText: 'In a few words.',
    isRequired: true,
    maxLength: 60,
  },
  { id: 'f2', type: 'TextField', alias: 'amount', label: 'Amount', format: 'Number', isRequired: true, min: '0' },
  {
    id: 'f3',
    type: 'TextArea',
    alias: 'why',
    label: 'Why so much',
    isRequired: true,
    maxLength: 200,
    condition: {
      visibility: 'Show',
      match: 'All',
      rules: [{ field: 'amount', operator: 'GreaterThen', value: '1000' }],
    },
  },
  { id: 'g2', type: 'TitleAndDescription', title: 'Details' },
  { id: 'f4', type: 'SingleChoice', alias: 'means', label: 'Means', options },
  {
    id: 'f5',
    type: 'MultiChoice',
    alias: 'stops',
    label: 'Stops',
    options: [
      { value: 'b', label: 'Boston' },
      { value: 'd', label: 'Denver' },
    ],
  },
  { id: 'f6', type: 'DropDownList', alias: 'team', label: 'Team', options: [{ value: 'tax', label: 'Tax' }] },
  { id: 'd1', type: 'Divider' },
  { id: 'f7', type: 'Checkbox', alias: 'isTrue', label: 'This is true', isRequired: true },
  {
    id: 'f8',
    type: 'FileUpload',
    alias: 'receipts',
    label: 'Receipts',
    formats: ['PDF', 'PNG'],
    maxBytes: 2000,
    maxFiles: 2,
  },
];

const aForm = (own: Partial<Form> = {}): Form => ({
  id: 'form',
  type: 'Form',
  formId: anId(),
  title: 'Expense claim',
  description: 'Within thirty days.',
  fields,
  ...own,
});
const aSave = (values: FormValues, own: Partial<SavedEntry> = {}): SavedEntry => ({
  values,
  files: [],
  formVersion: 1,
  version: 5,
  savedAt: NOW.toISOString(),
  ...own,
});

/** A server that keeps one form and what is saved of it, as the real one does; `other` is another device. */
function formApi(form = aForm(), own: Partial<FormState> = {}) {
  const api = fakeApi();
  const state: FormState = { form, formVersion: 1, saved: null, savedForm: null, ...own };
  const receipts = new Map<string, EntryReceipt>();
  const entries: FormValues[] = [];
  api.answer(getContentPage, ({ query: { path } }) => aContentPage({ path, components: [form] }));
  api.answer(previewContentPage, ({ query: { path } }) => aContentPage({ path, components: [form] }));
  const save = (values: FormValues, formVersion = 1) => {
    state.saved = aSave(values, { formVersion, version: (state.saved?.version ?? 4) + 1 });
    return state.saved;
  };
  const works = () => {
    api.answer(getForm, () => structuredClone(state));
    api.answer(saveEntry, ({ params: { formId }, body: { values, formVersion, version } }) => {
      // The page of the test before was left with something unsaved.
      if (formId !== form.formId) return { result: 'Saved' as const, version: 1, savedAt: NOW.toISOString() };
      if (version !== (state.saved?.version ?? 0)) return { result: 'Conflict' as const, saved: state.saved };
      const saved = save(values, formVersion);
      return { result: 'Saved' as const, version: saved.version, savedAt: saved.savedAt };
    });
    api.answer(discardSavedEntry, () => {
      state.saved = null;
      return undefined;
    });
    api.answer(deleteFormFile, () => undefined);
    api.answer(submitEntry, ({ body: { values } }) => {
      const key = api.callsTo(submitEntry).at(-1)!.headers.get('idempotency-key')!;
      const known = receipts.get(key) ?? { entryId: anId(), receivedAt: NOW.toISOString(), isMailed: true };
      if (!receipts.has(key)) entries.push(values);
      receipts.set(key, known);
      state.saved = null;
      return known;
    });
  };
  works();
  const fails = (code: Parameters<FakeApi['fail']>[1]) =>
    [getForm, saveEntry, discardSavedEntry, submitEntry].forEach((endpoint) => api.fail(endpoint, code));
  return { api, form, state, entries, receipts, works, fails, save };
}

type World = ReturnType<typeof formApi>;

/** The page with the form; again for the same person it is a reload. */
async function open({ api }: World, person = 'ana') {
  cleanup();
  openPortal('/support', { api, person });
  // The first one waits for the code of the page and of the form.
  await screen.findByRole('textbox', { name: /Purpose/ }, { timeout: 20_000 });
}

const purpose = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Purpose/ });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ });
const submit = () => userEvent.click(screen.getByRole('button', { name: /^Submit/ }));
const says = (words: string | RegExp) => screen.findByText(words, {}, { timeout: 8000 });
const comesOnline = () => act(() => void window.dispatchEvent(new Event('online')));
/** The alert under this heading; toasts are alerts too. */
const alert = async (heading: string | RegExp) =>
  (await screen.findByRole('heading', { name: heading })).closest<HTMLElement>('[role="alert"]')!;
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('portico.personal.form.'));

async function fillIn(): Promise<void> {
  await userEvent.type(purpose(), 'Forum in Boston');
  await userEvent.type(amount(), '1,250.50');
  await userEvent.type(await screen.findByRole('textbox', { name: /Why so much/ }), 'Late booking');
  await userEvent.click(screen.getByRole('radio', { name: 'Rail' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Denver' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Tax');
  await userEvent.click(screen.getByRole('checkbox', { name: /This is true/ }));
}
const filledIn = {
  purpose: 'Forum in Boston',
  amount: '1250.50',
  why: 'Late booking',
  means: 'rail',
  stops: ['d'],
  team: 'tax',
  isTrue: true,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('filling in a form', () => {
  test('all kinds of fields are there by name, in titled parts; previews only show what is asked [FORM-002, COMP-024, PROD-005]', async () => {
    const world = formApi();
    await open(world);
    expect(screen.getByRole('heading', { name: 'The trip' }).previousElementSibling?.textContent).toBe('Part 1 of 2');
    expect(
      within(screen.getByRole('region', { name: 'Details' })).getByRole('radiogroup', { name: 'Means' }),
    ).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Stops' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose files for Receipts' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Required answers' }).getAttribute('aria-valuetext')).toBe('0 of 3');
    expect(world.api.callsTo(saveEntry)).toHaveLength(0);
    cleanup();
    openPortal('/support/preview', { api: world.api });
    expect(await screen.findByText('It can’t be filled in on this page.')).toBeTruthy();
  });

  test('parts come and go with the answers, which is told [FORM-003, FORM-006]', async () => {
    await open(formApi());
    expect(screen.queryByRole('textbox', { name: /Why so much/ })).toBeNull();
    await userEvent.type(amount(), '1,000.01');
    expect(await screen.findByRole('textbox', { name: 'Why so much (required)' })).toBeTruthy();
    await says('1 part of the form appeared.');
    await userEvent.clear(amount());
    expect(screen.queryByRole('textbox', { name: /Why so much/ })).toBeNull();
    await says('1 part of the form went away.');
  });

  test('a problem is told when the field is left, and in a summary with links when the entry is to be sent [FORM-001, FORM-017]', async () => {
    const world = formApi();
    await open(world);
    await userEvent.click(amount());
    await userEvent.tab();
    expect(amount().getAttribute('aria-invalid')).toBe('false');
    await userEvent.type(amount(), '-');
    expect(amount().getAttribute('aria-invalid')).toBe('false');
    await userEvent.tab();
    expect(amount().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a number, like 1250.50.').id).toBe(amount().getAttribute('aria-describedby'));
    await submit();
    const summary = await alert('3 answers need your attention');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    await userEvent.click(within(summary).getByRole('link', { name: 'This is true: Check this box to go on.' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /This is true/ }));
    await userEvent.clear(amount());
    await userEvent.type(amount(), '7');
    await waitFor(() => expect(within(summary).getAllByRole('link')).toHaveLength(2));
    expect(world.api.callsTo(submitEntry)).toHaveLength(0);
  });
});

describe('what is typed', () => {
  test('is saved a moment later, with its time, and comes back on another device [FORM-008, FORM-010]', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'Forum');
    await says('Saving…');
    await says(/^Saved at \d{1,2}:\d\d [AP]M$/);
    expect(world.api.callsTo(saveEntry).filter(({ path }) => path.includes(world.form.formId))).toHaveLength(1);
    expect(world.state.saved?.values).toEqual({ purpose: 'Forum' });
    localStorage.clear();
    await open(world);
    expect(purpose().value).toBe('Forum');
    await says(/^Saved at/);
  });

  test('in the first seconds stays when an answer about the draft from before comes five seconds late [B1]', async () => {
    const world = formApi();
    await open(world);
    const before = structuredClone(world.state);
    let isLate = true;
    world.api.answer(getForm, async () => {
      if (!isLate) return structuredClone(world.state);
      isLate = false;
      await new Promise((later) => setTimeout(later, 5000));
      return before;
    });
    const loads = world.api.callsTo(getForm).length;
    await waitFor(() => expect(world.api.push('forms')).toBeGreaterThan(0));
    await waitFor(() => expect(world.api.callsTo(getForm)).toHaveLength(loads + 1));
    await userEvent.type(purpose(), 'Forum');
    await says(/^Saved at/);
    // The late answer is followed by a fresh one.
    await waitFor(() => expect(world.api.callsTo(getForm)).toHaveLength(loads + 2), { timeout: 15_000 });
    await says(/^Saved at/);
    expect(purpose().value).toBe('Forum');
  });

  test('is in this browser at once: a reload without a connection loses nothing, and the connection saves it [B1]', async () => {
    const world = formApi();
    await open(world);
    world.fails('offline');
    await userEvent.type(purpose(), 'Forum');
    await says('You are offline. What you type is stored in this browser.');
    await open(world);
    expect(purpose().value).toBe('Forum');
    await userEvent.type(purpose(), ' in May');
    world.works();
    comesOnline();
    await says(/^Saved at/);
    expect(world.state.saved?.values).toEqual({ purpose: 'Forum in May' });
  });

  test('is nobody else’s at the same browser, and is still there for its owner [B1, A5]', async () => {
    const world = formApi();
    await open(world);
    world.fails('unavailable');
    await userEvent.type(purpose(), 'Mine alone');
    await says(/Saving doesn’t work right now/);
    const others = formApi(world.form);
    await open(others, 'bob');
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'His');
    await says(/^Saved at/);
    expect(others.state.saved?.values).toEqual({ purpose: 'His' });
    world.works();
    await open(world);
    expect(purpose().value).toBe('Mine alone');
  });

  test('is not saved as somebody else’s who signs in in another tab', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'M');
    saveSession({ idToken: `id.${btoa('{"sub":"bob"}')}.1`, accessToken: 'access.token.2', lifetimeS: 3600 });
    await userEvent.type(purpose(), 'ine');
    expect(await screen.findByRole('heading', { name: 'Someone else has signed in' })).toBeTruthy();
    expect(world.api.callsTo(saveEntry)).toHaveLength(0);
  });

  test('in another tab is what this tab goes on with', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'Forum');
    await says(/^Saved at/);
    const [name = ''] = kept();
    const draft = JSON.parse(localStorage.getItem(name)!) as { value: { values: FormValues; stamp: string } };
    localStorage.setItem(
      name,
      JSON.stringify({
        ...draft,
        value: { ...draft.value, stamp: 'other tab', values: { purpose: 'Forum', amount: '12' } },
      }),
    );
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name })));
    expect(amount().value).toBe('12');
    localStorage.setItem(
      name,
      JSON.stringify({
        ...draft,
        value: { ...draft.value, stamp: 'once more', values: { purpose: 'Forum', amount: '123' } },
      }),
    );
    await userEvent.type(purpose(), '!');
    expect([purpose().value, amount().value]).toEqual(['Forum!', '123']);
  });

  test('that the server refuses to save says so and stays', async () => {
    const world = formApi();
    await open(world);
    world.api.fail(saveEntry, 'invalid_input', 'The request is not valid.', [
      { path: 'body.values', message: 'Too many values' },
    ]);
    await userEvent.type(purpose(), 'Forum');
    await says('This could not be saved: Too many values What you type is stored in this browser.');
    world.works();
    await userEvent.type(purpose(), '!');
    await says(/^Saved at/);
  });

  test('is kept by asking before the page closes only where the browser keeps nothing [B6]', async () => {
    const world = formApi();
    await open(world);
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    world.fails('unavailable');
    await userEvent.type(purpose(), 'F');
    expect(leave()).toBe(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await userEvent.type(purpose(), 'orum');
    expect(purpose().value).toBe('Forum');
    expect(leave()).toBe(true);
    await says(/Saving doesn’t work right now. What you type is not stored anywhere yet; don’t close this page./);
    world.works();
    comesOnline();
    await says(/^Saved at/);
    expect(leave()).toBe(false);
  });

  test('can be discarded, after a question and with a way back [FORM-009]', async () => {
    const world = formApi();
    await open(world);
    await userEvent.type(purpose(), 'Forum');
    await says(/^Saved at/);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Discard your answers?' })).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(() => expect(purpose().value).toBe(''));
    await waitFor(() => expect(world.state.saved).toBeNull());
    expect(kept()).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(purpose().value).toBe('Forum');
    await waitFor(() => expect(world.state.saved?.values).toEqual({ purpose: 'Forum' }));
  });
});

describe('two devices', () => {
  test('what differs is shown side by side, nothing is written over, and the choice can be taken back [FORM-011]', async () => {
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
    expect(screen.getByText(/^2 answers differ\./)).toBeTruthy();
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
      within(screen.getByRole('group', { name: 'Means' })).getByRole('radio', { name: /Air/, checked: true }),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    // Both are still there after a reload.
    cleanup();
    openPortal('/support', { api: world.api, person: 'ana' });
    await screen.findByRole('heading', { name: 'This form was also filled in on another device' });
    await userEvent.click(screen.getByRole('radio', { name: /Forum in Boston/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(purpose().value).toBe('Forum in Boston');
    expect(screen.getByRole('radio', { name: 'Air', checked: true })).toBeTruthy();
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

  test('a save whose answer was lost is no conflict', async () => {
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

  test('what was sent on another device meanwhile leaves a choice, or a note where nothing is at stake', async () => {
    const world = formApi(aForm(), { saved: aSave({ purpose: 'Forum' }) });
    await open(world);
    await says(/^Saved at/);
    world.state.saved = null;
    act(() => void world.api.push('forms'));
    await says(/What you had begun was sent or discarded on another device/);
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'New');
    await says(/^Saved at/);
    world.state.saved = null;
    await userEvent.type(purpose(), 'er');
    expect(
      await screen.findByRole(
        'heading',
        { name: 'This form was sent or discarded in the meantime' },
        { timeout: 8000 },
      ),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with what is here' }));
    expect(purpose().value).toBe('Newer');
    await waitFor(() => expect((world.state.saved as SavedEntry | null)?.values).toEqual({ purpose: 'Newer' }));
  });
});

describe('a form that has changed meanwhile', () => {
  test('can be finished as it was, or goes on as it is now with what fits, told one by one [FORM-012]', async () => {
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
      '“Purpose” is no longer asked. Your answer no longer fits: Forum!',
      '“Means” is now called “Way”. Your answer no longer fits: Rail',
      '“Way” has other choices (removed: “Rail”, “Car”).',
      '“City” is new and required.',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Use the current version' }));
    expect(await screen.findByRole('textbox', { name: 'City (required)' })).toBeTruthy();
    expect(amount().value).toBe('10');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(purpose().value).toBe('Forum!');
  });
});

describe('sending', () => {
  test('makes one entry, shows what was sent and forgets what was kept [FORM-007]', async () => {
    const world = formApi();
    await open(world);
    const progress = () => screen.getByRole('progressbar', { name: 'Required answers' }).getAttribute('aria-valuetext');
    await userEvent.type(purpose(), 'F');
    await userEvent.type(amount(), '-1');
    // What is wrong is no answer.
    await waitFor(() => expect(progress()).toBe('1 of 3'));
    await userEvent.clear(purpose());
    await userEvent.clear(amount());
    await fillIn();
    // One that appeared is among them.
    await waitFor(() => expect(progress()).toBe('4 of 4'));
    await submit();
    const title = await screen.findByRole('heading', { name: 'Your entry has arrived' });
    expect(document.activeElement).toBe(title);
    expect(world.entries).toEqual([filledIn]);
    expect(screen.getByText('Late booking')).toBeTruthy();
    expect(screen.getByText(/^Received on/).textContent).toMatch(
      /M\. An email that confirms it is on its way to you\.$/,
    );
    expect(screen.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')).toBe(
      `/forms/entries/${[...world.receipts.values()][0]!.entryId}`,
    );
    expect(kept()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Fill it in again' }));
    await waitFor(() => expect(purpose().value).toBe(''));
  });

  test('hidden answers stay in the browser [FORM-003]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    await userEvent.clear(amount());
    await userEvent.type(amount(), '7');
    await submit();
    await screen.findByRole('heading', { name: 'Your entry has arrived' });
    expect(world.entries).toEqual([
      Object.fromEntries(Object.entries({ ...filledIn, amount: '7' }).filter(([alias]) => alias !== 'why')),
    ]);
  });

  test('an answer that is lost is asked for again with the same key, also after a reload [B2]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    const answers = world.api;
    let tries = 0;
    world.api.answer(submitEntry, () => {
      tries += 1;
      const key = answers.callsTo(submitEntry).at(-1)!.headers.get('idempotency-key')!;
      if (!world.receipts.has(key)) world.entries.push(filledIn);
      world.receipts.set(
        key,
        world.receipts.get(key) ?? { entryId: anId(), receivedAt: NOW.toISOString(), isMailed: true },
      );
      throw new TypeError('Failed to fetch');
    });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Your entry is not confirmed yet' })).toBeTruthy();
    await waitFor(() => expect(tries).toBeGreaterThan(1), { timeout: 8000 });
    world.state.saved = null;
    world.works();
    cleanup();
    openPortal('/support', { api: world.api, person: 'ana' });
    await screen.findByRole('heading', { name: 'Your entry has arrived' });
    expect(world.entries).toHaveLength(1);
    expect(new Set(world.api.callsTo(submitEntry).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('pressing twice sends once [B2]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    const goOn = world.api.hold(submitEntry);
    await submit();
    await submit();
    await userEvent.keyboard('{Enter}');
    goOn();
    await screen.findByRole('heading', { name: 'Your entry has arrived' });
    expect(world.api.callsTo(submitEntry)).toHaveLength(1);
  });

  test('answers that changed after a lost answer say that the earlier ones arrived', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'offline');
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Go back to the form' }));
    await userEvent.type(purpose(), '!');
    world.api.fail(submitEntry, 'conflict', 'This key was already used for another entry.');
    await submit();
    expect(await screen.findByRole('heading', { name: 'What you sent before has arrived' })).toBeTruthy();
    const [first] = world.api.callsTo(submitEntry).map(({ headers }) => headers.get('idempotency-key'));
    world.works();
    await userEvent.click(screen.getByRole('button', { name: 'Send these as another entry' }));
    await screen.findByRole('heading', { name: 'Your entry has arrived' });
    expect(world.api.callsTo(submitEntry).at(-1)!.headers.get('idempotency-key')).not.toBe(first);
    expect(world.entries).toEqual([{ ...filledIn, purpose: 'Forum in Boston!' }]);
  });

  test('what the server finds wrong stands at its field [FORM-001]', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'invalid_input', 'Some answers need your attention.', [
      { path: 'body.values.team', message: 'This team is closed.' },
    ]);
    await submit();
    const summary = await alert('One answer needs your attention');
    expect(within(summary).getByRole('link').textContent).toBe('Team: This team is closed.');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(screen.getByRole('combobox', { name: 'Team' }).getAttribute('aria-invalid')).toBe('true');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Choose one');
    expect(screen.queryByRole('heading', { name: /attention/ })).toBeNull();
    world.works();
    await submit();
    await screen.findByRole('heading', { name: 'Your entry has arrived' });
  });

  test('a refusal without fields is told, and the answers stay', async () => {
    const world = formApi();
    await open(world);
    await fillIn();
    world.api.fail(submitEntry, 'not_found', 'The form is not there any more.');
    await submit();
    expect((await alert('Your entry was not accepted')).textContent).toBe(
      'Your entry was not acceptedThe form is not there any more. Your answers are still here.',
    );
    expect(purpose().value).toBe('Forum in Boston');
  });
});
