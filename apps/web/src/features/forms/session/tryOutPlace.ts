import type { Form } from '@portico/kinds/formFields';
import { documentFormats } from '@portico/kinds/media';
import { ApiError } from '@portico/client/ApiError';
import { t } from '../../../locale/text.ts';
import type { EntryPlace } from './entrySession.ts';

/** No place: the entry lasts as long as its page, and nobody gets it. */
export const tryOutPlace = (form: Form): EntryPlace => ({
  calls: {
    load: async () => ({ form, formVersion: 1, saved: null, savedForm: null }),
    save: async ({ version }) => ({ result: 'Saved', version: version + 1, savedAt: new Date().toISOString() }),
    discard: async () => undefined,
    submit: async () => ({ entryId: crypto.randomUUID(), receivedAt: new Date().toISOString(), isMailed: false }),
    removeFile: async () => undefined,
  },
  onEntries: () => undefined,
  storage: {
    readNewer: () => undefined,
    hasUnsentEntry: () => false,
    write: () => true,
    remove: () => undefined,
    onChange: () => undefined,
  },
  send: async ({ file }) => {
    const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase();
    const format = documentFormats.find((known) => known === (ending === 'JPG' ? 'JPEG' : ending));
    if (!format) throw new ApiError({ status: 422, code: 'invalid_input', detail: t('forms.wentWrong') });
    return { id: crypto.randomUUID(), fileName: file.name, bytes: file.size, format };
  },
});
