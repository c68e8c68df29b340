import type { Form, FormField } from '@portico/kinds/formFields';
import {
  saveEntry,
  getForm,
  deleteFormFile,
  discardSavedEntry,
  submitEntry,
  type EntryReceipt,
  type FormState,
  type SavedEntry,
} from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import { aContentPage, anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

export const options = [
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

export const aForm = (own: Partial<Form> = {}): Form => ({
  id: 'form',
  type: 'Form',
  formId: anId(),
  title: 'Expense claim',
  description: 'Within thirty days.',
  fields,
  ...own,
});
export const aSave = (values: FormValues, own: Partial<SavedEntry> = {}): SavedEntry => ({
  values,
  files: [],
  formVersion: 1,
  version: 5,
  savedAt: NOW.toISOString(),
  ...own,
});

/** A fake server with one form and its saved entry. `save` saves the way another device would. */
export function formApi(form = aForm(), own: Partial<FormState> = {}) {
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
  const recover = () => {
    api.answer(getForm, () => structuredClone(state));
    api.answer(saveEntry, ({ params: { formId }, body: { values, formVersion, version } }) => {
      // The previous test's page may still save something.
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
  recover();
  const failWith = (code: Parameters<FakeApi['fail']>[1]) =>
    [getForm, saveEntry, discardSavedEntry, submitEntry].forEach((endpoint) => api.fail(endpoint, code));
  return { api, form, state, entries, receipts, recover, failWith, save };
}

export type World = ReturnType<typeof formApi>;

/** Opens the page with the form. Opening it again for the same person is a reload. */
export async function open({ api }: World, person = 'ana') {
  cleanup();
  openPortal('/support', { api, person });
  await screen.findByRole('textbox', { name: /Purpose/ });
}

export const purpose = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Purpose/ });
export const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ });
export const submit = () => userEvent.click(screen.getByRole('button', { name: /^Submit/ }));
export const findMessage = (text: string | RegExp) => screen.findByText(text);
export const goOnline = () => act(() => void window.dispatchEvent(new Event('online')));
/** The alert with this heading. Toasts are alerts too, so the role isn't enough. */
export const alert = async (heading: string | RegExp) =>
  (await screen.findByRole('heading', { name: heading })).closest<HTMLElement>('[role="alert"]')!;
export const unsentEntryKeys = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('portico.personal.form.'));

export async function fillIn(): Promise<void> {
  await userEvent.type(purpose(), 'Forum in Boston');
  await userEvent.type(amount(), '1,250.50');
  await userEvent.type(await screen.findByRole('textbox', { name: /Why so much/ }), 'Late booking');
  await userEvent.click(screen.getByRole('radio', { name: 'Rail' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Denver' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Tax');
  await userEvent.click(screen.getByRole('checkbox', { name: /This is true/ }));
}
export const filledIn = {
  purpose: 'Forum in Boston',
  amount: '1250.50',
  why: 'Late booking',
  means: 'rail',
  stops: ['d'],
  team: 'tax',
  isTrue: true,
};

/** Sets a fixed clock and empty storage for each test, and a long timeout because saving a typed value takes 1.5 s. */
export function setUpFormTests(): void {
  vi.setConfig({ testTimeout: 40_000 });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
