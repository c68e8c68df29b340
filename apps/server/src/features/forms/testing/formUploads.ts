import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { FormField } from '@portico/kinds/formFields';
import { formFilePath, formFileUrl, submitEntry } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { aForm } from '../../../testing/aForm.ts';
import type { TestPortal } from '../../../testing/testPortal.ts';

type Upload = Partial<Omit<Extract<FormField, { type: 'FileUpload' }>, 'type'>>;

interface Sender {
  who?: string;
  field?: string;
  headers?: Record<string, string>;
}

/** Forms with file fields, and the calls that readers make. */
export class FormUploads {
  readonly #portal: () => TestPortal;

  constructor(portal: () => TestPortal) {
    this.#portal = portal;
  }

  /** Publishes a form with the fields `receipts`, with these limits, and `other`, and returns its id. */
  publishForm = async (field: Upload = {}): Promise<string> => {
    const form = aForm({
      fields: [
        { type: 'FileUpload', alias: 'receipts', label: 'Receipts', ...field },
        { type: 'FileUpload', alias: 'other', label: 'Other' },
      ],
    });
    await this.#portal().make.resource({ components: [form] });
    return form.formId;
  };

  upload = async (
    formId: string,
    bytes: Uint8Array | string,
    name = 'receipt.txt',
    { who = 'ana', field = 'receipts', headers = {} }: Sender = {},
  ): Promise<LightMyRequestResponse> =>
    this.#portal().portal.inject({
      method: 'POST',
      url: formFilePath(formId),
      payload: Buffer.from(bytes as string),
      headers: {
        ...(await this.#portal().as(who).headers()),
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
        'x-field': field,
        ...headers,
      },
    });

  /** The file from an upload that has to succeed. */
  uploaded = async (...given: Parameters<FormUploads['upload']>): Promise<FormFile> => {
    const answer = await this.upload(...given);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<FormFile>();
  };

  cookieOf = async (who: string): Promise<{ cookie: string }> => {
    const { authorization = '', 'id-token': idToken } = await this.#portal().as(who).headers();
    return { cookie: `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}` };
  };

  download = async (who: string, fileId: string, method: 'GET' | 'HEAD' = 'GET'): Promise<LightMyRequestResponse> =>
    this.#portal().portal.inject({ method, url: formFileUrl(fileId), headers: await this.cookieOf(who) });

  rowsOf = (formId: string) =>
    this.#portal().db.selectFrom('form_files').selectAll().where('form_id', '=', formId).execute();

  submit = (formId: string, receipts: string[], who = 'ana') =>
    this.#portal()
      .as(who)
      .call(submitEntry, { params: { formId }, body: { values: { receipts } } });
}
