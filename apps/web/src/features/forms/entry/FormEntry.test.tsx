import { getForm, saveEntry, submitEntry } from '@portico/contracts/forms';
import { anId } from '@portico/testing/builders';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ACTING_FOR_KEY } from '../../../sign-in/actingFor.ts';
import { openPortal } from '../../../testPortal.ts';
import {
  aSave,
  formApi,
  open,
  amount,
  purpose,
  submit,
  findMessage,
  setUpFormTests,
} from '../testing/formEntryPage.ts';

setUpFormTests();

describe('a form', () => {
  test('shows every kind of field with its label, in titled parts [FORM-002, COMP-024, PROD-005]', async () => {
    const world = formApi();
    await open(world);
    expect(screen.getByRole('heading', { name: 'The trip' }).previousElementSibling?.textContent).toBe('Part 1 of 2');
    expect(
      within(screen.getByRole('region', { name: 'Details' })).queryByRole('radiogroup', { name: 'Means' }),
    ).not.toBeNull();
    expect(screen.queryByRole('group', { name: 'Stops' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Choose files for Receipts' })).not.toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Required answers' }).getAttribute('aria-valuetext')).toBe('0 of 3');
    expect(world.api.callsTo(saveEntry)).toHaveLength(0);
  });

  test('in a preview is checked like on its page, but nothing is stored or sent [FORM-036]', async () => {
    const world = formApi();
    openPortal('/support/preview', { api: world.api });
    await screen.findByText(/Nothing is stored or sent\.$/);
    await userEvent.type(purpose(), 'Forum');
    await submit();
    await findMessage(/need your attention$/);
    await userEvent.type(amount(), '7');
    await userEvent.click(screen.getByRole('checkbox', { name: /This is true/ }));
    const receipts = new File(['%PDF-1.7'], 'taxi.pdf', { type: 'application/pdf' });
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, receipts);
    await screen.findByRole('button', { name: 'Remove taxi.pdf' });
    await submit();
    const complete = await screen.findByRole('heading', { name: 'The form is complete' });
    expect(document.activeElement).toBe(complete);
    expect(screen.queryByRole('link', { name: 'taxi.pdf' })).toBeNull();
    expect([getForm, saveEntry, submitEntry].flatMap((endpoint) => world.api.callsTo(endpoint))).toEqual([]);
    expect(Object.keys(localStorage).filter((name) => name.includes(world.form.formId))).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Fill it out again' }));
    await waitFor(() => expect(purpose().value).toBe(''));
  });

  test('of a person for whom a delegate acts is kept apart from the delegate’s own, and says where they may not fill it in [DUTY-118]', async () => {
    onTestFinished(() => sessionStorage.clear());
    const world = formApi();
    const stored = () => Object.keys(localStorage).filter((name) => name.includes(world.form.formId));
    sessionStorage.setItem(ACTING_FOR_KEY, anId());
    await open(world);
    await userEvent.type(purpose(), 'Forum for Ana');
    await waitFor(() => expect(stored()).toHaveLength(1));
    cleanup();
    sessionStorage.clear();
    await open(formApi(world.form));
    expect(purpose().value).toBe('');
    await userEvent.type(purpose(), 'Own');
    await waitFor(() => expect(stored()).toHaveLength(2));
    cleanup();
    sessionStorage.setItem(ACTING_FOR_KEY, anId());
    const closed = formApi();
    closed.api.fail(getForm, 'forbidden');
    openPortal('/support', { api: closed.api });
    await screen.findByText('Only the person for whom you act can fill this in. They can let you do it.');
    expect(screen.queryByRole('textbox', { name: /Purpose/ })).toBeNull();
  });

  test('with a returned entry says what to change until it is submitted again [FORM-032]', async () => {
    const correction = { entryId: anId(), note: 'Name the forum.' };
    const saved = aSave({ purpose: 'Forum', amount: '7', isTrue: true }, { correction });
    await open(formApi(undefined, { saved }));
    expect(screen.getByText('Name the forum.')).toBeDefined();
    expect(purpose().value).toBe('Forum');
    await userEvent.type(purpose(), ' in Boston');
    expect(screen.getByText('Name the forum.')).toBeDefined();
    await submit();
    const again = await screen.findByRole('button', { name: 'Fill it out again' });
    expect(screen.queryByText('Name the forum.')).toBeNull();
    await userEvent.click(again);
    await screen.findByRole('textbox', { name: /Purpose/ });
    expect(screen.queryByText('Name the forum.')).toBeNull();
  });

  test.each([
    [{ refusal: 'Closed' as const }, 'This form is closed.'],
    [{ refusal: 'Full' as const, left: 0 }, 'This form takes no more entries.'],
    [{ refusal: 'Sent' as const, isOnce: true }, 'You have submitted this form. It can be submitted only once.'],
  ])('says that it takes no entry before anyone types: %o [FORM-034]', async (own, message) => {
    const limits = { closesAt: null, left: null, isOnce: false, ...own };
    openPortal('/support', { api: formApi(undefined, { limits }).api });
    await findMessage(message);
    expect(screen.queryByRole('textbox', { name: /Purpose/ })).toBeNull();
  });

  test('says its limits before anyone types, and keeps a draft that comes too late [FORM-034]', async () => {
    const limits = { closesAt: '2099-06-01T16:00:00.000Z', left: 1, isOnce: true, refusal: null };
    await open(formApi(undefined, { limits }));
    await findMessage(/^Open until June 1, 2099 at .*\. 1 entry left\. You can submit it once\.$/);
    const late = formApi(undefined, {
      limits: { ...limits, left: 0, refusal: 'Full' },
      saved: aSave({ purpose: 'Forum', amount: '7', isTrue: true }),
    });
    await open(late);
    await findMessage('This form takes no more entries.');
    expect(purpose().value).toBe('Forum');
    late.api.fail(submitEntry, 'conflict', 'This form takes no more entries.');
    await submit();
    await screen.findByRole('alert');
    expect(purpose().value).toBe('Forum');
  });

  test('announces fields that an answer shows or hides [FORM-003, FORM-006]', async () => {
    await open(formApi());
    expect(screen.queryByRole('textbox', { name: /Why so much/ })).toBeNull();
    await userEvent.type(amount(), '1,000.01');
    await screen.findByRole('textbox', { name: 'Why so much' });
    await findMessage('1 part of the form appeared.');
    await userEvent.clear(amount());
    expect(screen.queryByRole('textbox', { name: /Why so much/ })).toBeNull();
    await findMessage('1 part of the form was removed.');
  });

  test('shows an error when a field is left, and a summary with links when submitting [FORM-001, FORM-017]', async () => {
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
    const summary = await screen.findByRole('group', { name: '3 answers need your attention' });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    await userEvent.click(within(summary).getByRole('link', { name: 'This is true: Check this box to continue.' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /This is true/ }));
    await userEvent.clear(amount());
    await userEvent.type(amount(), '7');
    await waitFor(() => expect(within(summary).getAllByRole('link')).toHaveLength(2));
    expect(world.api.callsTo(submitEntry)).toHaveLength(0);
  });
});
