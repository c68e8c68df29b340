import type { Form } from '@portico/kinds/formFields';
import { deleteFormFile, getForm, saveEntry, submitEntry } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { getContentPage } from '@portico/contracts/pages';
import { aContentPage, anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../kit/uploads/testing/FakeUpload.ts';
import { openPortal } from '../../../testPortal.ts';

const pdf = (name: string, bytes = 1000) => new File(['x'.repeat(bytes)], name, { type: 'application/pdf' });

async function openForm() {
  const form: Form = {
    id: 'form',
    type: 'Form',
    formId: anId(),
    title: 'Expense claim',
    fields: [
      {
        id: 'f',
        type: 'FileUpload',
        alias: 'receipts',
        label: 'Receipts',
        helpText: 'One for each amount.',
        isRequired: true,
        formats: ['PDF', 'JPEG'],
        maxBytes: 2000,
        maxFiles: 3,
      },
    ],
  };
  const api = fakeApi();
  const saved: FormValues[] = [];
  api.answer(getContentPage, ({ query: { path } }) => aContentPage({ path, components: [form] }));
  api.answer(getForm, { form, formVersion: 1, saved: null, savedForm: null });
  api.answer(saveEntry, ({ body }) => {
    saved.push(body.values);
    return { result: 'Saved' as const, version: saved.length, savedAt: NOW.toISOString() };
  });
  api.answer(deleteFormFile, undefined);
  api.answer(submitEntry, () => ({ entryId: anId(), receivedAt: NOW.toISOString(), isMailed: false }));
  openPortal('/support', { api, person: 'ana' });
  const button = await screen.findByRole('button', { name: 'Choose files for Receipts' });
  const input = button.parentElement!.querySelector('input')!;
  // The file chooser hides some types, but people can still drop them.
  input.removeAttribute('accept');
  return { api, saved, form, button, choose: (...files: File[]) => userEvent.upload(input, files) };
}

const files = () =>
  within(screen.getByRole('list', { name: 'Files for Receipts' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

beforeEach(() => {
  FakeUpload.all = [];
  localStorage.clear();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});

describe('files in a form [FORM-002]', () => {
  test('upload two at a time with names and tokens, show their progress, and join the entry once uploaded', async () => {
    const { saved, form, choose } = await openForm();
    await choose(pdf('Lunch – March.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    expect(FakeUpload.all.map(({ file }) => file?.name)).toEqual(['Lunch – March.pdf', 'b.pdf']);
    const [first, second] = FakeUpload.all as [FakeUpload, FakeUpload];
    expect(first.address).toBe(`/api/v1/forms/entries/${form.formId}/files`);
    expect(first.headers).toMatchObject({
      'X-File-Name': 'Lunch%20%E2%80%93%20March.pdf',
      'X-Field': 'receipts',
      'Content-Type': 'application/pdf',
      Authorization: 'Bearer access.token.1',
    });
    first.progress(500);
    expect(screen.getByRole('progressbar', { name: 'Lunch – March.pdf' }).getAttribute('aria-valuetext')).toBe(
      '500 bytes of 1 KB',
    );
    const id = first.succeed();
    await waitFor(() => expect(FakeUpload.all).toHaveLength(3));
    expect(screen.getByRole('link', { name: 'Lunch – March.pdf' }).getAttribute('href')).toBe(`/media/forms/${id}`);
    const other = second.succeed();
    await waitFor(() => expect(saved.at(-1)).toEqual({ receipts: [id, other] }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose files for Receipts' }).disabled).toBe(true);
  });

  test('of the wrong type or size are not uploaded, and say why', async () => {
    const { choose } = await openForm();
    await choose(new File(['x'], 'run.exe'), pdf('big.pdf', 2001), pdf('empty.pdf', 0), pdf('edge.pdf', 2000));
    expect(files()).toEqual([
      'run.exeThis kind of file isn’t accepted. Add PDF or JPEG, up to 2 KB each.',
      'big.pdfThis file is larger than 2 KB.',
      'empty.pdfThis file is empty.',
      'edge.pdf0 bytes of 2 KB',
    ]);
    expect(FakeUpload.all.map(({ file }) => file?.name)).toEqual(['edge.pdf']);
    expect(screen.queryByRole('button', { name: 'Try again: run.exe' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove run.exe' }));
    expect(screen.queryByText('run.exe')).toBeNull();
  });

  test('over the maximum number are not uploaded', async () => {
    const { choose } = await openForm();
    await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf'));
    expect(files().at(-1)).toBe('d.pdfYou can add up to 3 files here.');
  });

  test('can be canceled and removed, and failed ones upload again on request or when the connection returns', async () => {
    const { api, choose } = await openForm();
    await choose(pdf('a.pdf'), pdf('b.pdf'));
    const [first, second] = FakeUpload.all as [FakeUpload, FakeUpload];
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.pdf' }));
    expect(first.isAborted).toBe(true);
    second.fail();
    await screen.findByText('The connection was lost.');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(FakeUpload.all).toHaveLength(3));
    FakeUpload.all[2]!.respond(503, {
      code: 'unavailable',
      title: 'Not now',
      status: 503,
      detail: 'The portal isn’t available right now.',
      requestId: 'r',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: b.pdf' }));
    await waitFor(() => expect(FakeUpload.all).toHaveLength(4));
    FakeUpload.all[3]!.succeed();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove b.pdf' }));
    await waitFor(() => expect(screen.queryByText('b.pdf')).toBeNull());
    await waitFor(() => expect(api.callsTo(deleteFormFile)).toHaveLength(1));
  });

  test('rejected by the server say why, and can only be removed', async () => {
    const { choose } = await openForm();
    await choose(pdf('a.pdf'));
    FakeUpload.all[0]!.respond(415, {
      code: 'unsupported_media_type',
      title: 'x',
      status: 415,
      detail: 'This file is not what its name says.',
      requestId: 'r',
    });
    await screen.findByText('This file is not what its name says.');
    expect(screen.queryByRole('button', { name: 'Try again: a.pdf' })).toBeNull();
  });

  test('must finish uploading before the entry can be sent, and leaving the page before then asks for confirmation', async () => {
    const { api, choose } = await openForm();
    await choose(pdf('a.pdf'));
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.queryByText('You can submit as soon as your files are uploaded.')).not.toBeNull();
    expect(api.callsTo(submitEntry)).toHaveLength(0);
    FakeUpload.all[0]!.succeed();
    await screen.findByRole('link', { name: 'a.pdf' });
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'We received your entry' });
  });

  test('waiting for the virus scanner say so, have no link, and can be sent [OPS-361]', async () => {
    const { choose } = await openForm();
    await choose(pdf('a.pdf'), pdf('b.pdf'));
    const [first, second] = FakeUpload.all as [FakeUpload, FakeUpload];
    first.respond(200, { id: anId(), fileName: 'a.pdf', bytes: 1000, format: 'PDF', hold: 'Waiting' });
    second.respond(422, {
      code: 'virus_found',
      title: 'A virus was found',
      status: 422,
      detail: 'A virus was found in this file, so it was not stored.',
      requestId: 'r',
    });
    await screen.findByText('Being checked for viruses');
    await screen.findByText('A virus was found in this file, so it was not stored.');
    expect(screen.queryByRole('link', { name: 'a.pdf' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again: b.pdf' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'We received your entry' });
    screen.getByText('Being checked for viruses');
  });
});
