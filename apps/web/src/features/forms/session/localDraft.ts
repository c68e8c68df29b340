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
  /** What another tab has written since this one last read or wrote; at first whatever there is. Undefined for what this build does not understand. */
  readNewer: () => LocalDraft | undefined;
  /** This browser has a draft. */
  isKept: () => boolean;
  /** False when the browser does not keep it. */
  write: (draft: Omit<LocalDraft, 'stamp'>) => boolean;
  remove: () => void;
  /** Told when another tab changes it, or (`isGone`) has removed it. */
  onChange: (listener: (isGone: boolean) => void) => void;
}

/** The place for a form's draft of one person. It stays theirs when the session ends while they type. Source: TRUST B1. */
export function draftStorage(formId: string, person: string | undefined): DraftStorage {
  const storage = createPersonalStorage(() => person);
  const name = `form.${formId}.${person}`;
  /** Of the draft as this tab knows it. */
  let stamp: string | undefined;
  const readStamp = () => (storage.read(name) as Partial<LocalDraft> | undefined)?.stamp;
  return {
    readNewer: () => {
      // The stamp alone costs little to read.
      if (readStamp() === stamp) return undefined;
      const draft = LocalDraft.safeParse(storage.read(name)).data;
      if (draft) ({ stamp } = draft);
      return draft;
    },
    isKept: () => readStamp() !== undefined,
    write: (draft) => {
      const next = crypto.randomUUID();
      const isStored = storage.write(name, { ...draft, stamp: next } satisfies LocalDraft);
      // Where nothing could be written the last stamp stays, so that what was written before is not taken for newer.
      if (isStored) stamp = next;
      return isStored;
    },
    remove: () => {
      stamp = undefined;
      storage.remove(name);
    },
    onChange: (listener) => {
      storage.onChange(name, () => {
        const isGone = stamp !== undefined && readStamp() === undefined;
        if (isGone) stamp = undefined;
        listener(isGone);
      });
    },
  };
}
