import { createPersonalStorage } from '@portico/client/personalStorage';
import { Form } from '@portico/kinds/formFields';
import { FormFile, FormValues } from '@portico/contracts/forms';
import { z } from 'zod/mini';

/** An unsent entry as this browser stores it. All tabs share it; every write gives it a new stamp. */
export const LocalDraft = z.object({
  stamp: z.string(),
  values: FormValues,
  files: z.array(FormFile),
  /** The version that the entry was started with. */
  form: Form,
  formVersion: z.int(),
  /** Version of the last save; 0 before the first one. */
  version: z.int(),
  savedAt: z.nullable(z.iso.datetime()),
  /** Fingerprints of unanswered saves. */
  sent: z.array(z.string()),
  /** The server has saved all of these values. */
  isSaved: z.boolean(),
  /** An unanswered submission. Its key stays the same until the server responds, even if the entry changes. */
  submission: z.nullable(z.object({ key: z.string(), isUnderWay: z.boolean() })),
});
export type LocalDraft = z.infer<typeof LocalDraft>;

export interface DraftStorage {
  /**
   * The draft if another tab has written it since this tab last read or wrote it; the first time, any draft. Undefined
   * for drafts of an incompatible build.
   */
  readNewer: () => LocalDraft | undefined;
  /** Whether this browser has a draft. */
  hasDraft: () => boolean;
  /** Returns false if the browser can't store it. */
  write: (draft: Omit<LocalDraft, 'stamp'>) => boolean;
  remove: () => void;
  /** Subscribes to changes by other tabs; `isGone` is true if one has removed the draft. */
  onChange: (listener: (isGone: boolean) => void) => void;
}

/** Storage for one person's draft of a form. It outlives the sign-in session. Source: TRUST B1. */
export function draftStorage(formId: string, person: string | undefined): DraftStorage {
  const storage = createPersonalStorage(() => person);
  const name = `form.${formId}.${person}`;
  /** Stamp of the draft that this tab last read or wrote. */
  let stamp: string | undefined;
  const readStamp = () => (storage.read(name) as Partial<LocalDraft> | undefined)?.stamp;
  return {
    readNewer: () => {
      // Comparing stamps is cheaper than parsing the draft.
      if (readStamp() === stamp) return undefined;
      const draft = LocalDraft.safeParse(storage.read(name)).data;
      if (draft) ({ stamp } = draft);
      return draft;
    },
    hasDraft: () => readStamp() !== undefined,
    write: (draft) => {
      const next = crypto.randomUUID();
      const isStored = storage.write(name, { ...draft, stamp: next } satisfies LocalDraft);
      // Keep the stamp after a failed write, so that the older draft doesn't look newer.
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
