import { createPersonalStorage } from '@portico/client/personalStorage';
import { Form } from '@portico/contracts/formFields';
import { FormFile, FormValues } from '@portico/contracts/forms';
import { z } from 'zod/mini';

/** What this browser keeps of an entry that is being filled in. All tabs of the browser share it; whoever changes it gives it a new stamp. */
export const LocalDraft = z.object({
  stamp: z.string(),
  values: FormValues,
  files: z.array(FormFile),
  /** As it was when the entry was begun. */
  form: Form,
  formVersion: z.int(),
  /** Of the save that it follows; 0 when there was none. */
  version: z.int(),
  savedAt: z.nullable(z.iso.datetime()),
  /** Marks of what was sent to be saved and not answered. */
  sent: z.array(z.string()),
  /** The server has all of it. */
  isSaved: z.boolean(),
  /** Of an entry that was sent and not answered. The key stays until there is an answer, also when the entry is changed meanwhile. */
  submission: z.nullable(z.object({ key: z.string(), isUnderWay: z.boolean() })),
});
export type LocalDraft = z.infer<typeof LocalDraft>;

export interface DraftStorage {
  /** Undefined when there is none that this build understands, or none of this person. */
  read: () => LocalDraft | undefined;
  /** The stamp alone, which costs little to read. */
  readStamp: () => string | undefined;
  /** False when the browser does not keep it. */
  write: (draft: LocalDraft) => boolean;
  remove: () => void;
  /** Told when another tab changes or removes it. */
  onChange: (listener: () => void) => () => void;
}

/** The place for a form's draft of one person. It stays theirs when the session ends while they type. Source: TRUST B1. */
export function draftStorage(formId: string, person: string | undefined): DraftStorage {
  const storage = createPersonalStorage(() => person);
  const name = `form.${formId}.${person}`;
  return {
    read: () => LocalDraft.safeParse(storage.read(name)).data,
    readStamp: () => (storage.read(name) as Partial<LocalDraft> | undefined)?.stamp,
    write: (draft) => storage.write(name, draft),
    remove: () => storage.remove(name),
    onChange: (listener) => storage.onChange(name, listener),
  };
}
