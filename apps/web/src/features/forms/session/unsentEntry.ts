import { createPersonalStorage } from '@portico/client/personalStorage';
import { Form } from '@portico/kinds/formFields';
import { FormFile, FormValues } from '@portico/contracts/formValues';
import { z } from 'zod/mini';

/** An unsent entry as this browser stores it. All tabs share it; every write gives it a new stamp. */
export const UnsentEntry = z.object({
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
export type UnsentEntry = z.infer<typeof UnsentEntry>;

export interface UnsentEntryStorage {
  /**
   * The unsent entry if another tab has written it since this tab last read or wrote it; the first time, any. Undefined
   * for one of an incompatible build.
   */
  readNewer: () => UnsentEntry | undefined;
  /** Whether this browser has an unsent entry. */
  hasUnsentEntry: () => boolean;
  /** Returns false if the browser can't store it. */
  write: (unsentEntry: Omit<UnsentEntry, 'stamp'>) => boolean;
  remove: () => void;
  /** Subscribes to changes by other tabs; `isGone` is true if one has removed the unsent entry. */
  onChange: (listener: (isGone: boolean) => void) => void;
}

/** Storage for one person's unsent entry of a form. It outlives the sign-in session. Source: TRUST B1. */
export function unsentEntryStorage(formId: string, person: string | undefined): UnsentEntryStorage {
  const storage = createPersonalStorage(() => person);
  const name = `form.${formId}.${person}`;
  /** Stamp of the unsent entry that this tab last read or wrote. */
  let stamp: string | undefined;
  const readStamp = () => (storage.read(name) as Partial<UnsentEntry> | undefined)?.stamp;
  return {
    readNewer: () => {
      // Comparing stamps is cheaper than parsing the unsent entry.
      if (readStamp() === stamp) return undefined;
      const unsentEntry = UnsentEntry.safeParse(storage.read(name)).data;
      if (unsentEntry) ({ stamp } = unsentEntry);
      return unsentEntry;
    },
    hasUnsentEntry: () => readStamp() !== undefined,
    write: (unsentEntry) => {
      const next = crypto.randomUUID();
      const isStored = storage.write(name, { ...unsentEntry, stamp: next } satisfies UnsentEntry);
      // Keep the stamp after a failed write, so that the older unsent entry doesn't look newer.
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
