import { useState } from 'react';
import { z } from 'zod/mini';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { emptyComment, type CommentDraft } from './mentions.ts';

const Stored = z.object({
  text: z.string(),
  picked: z.array(z.object({ id: z.uuid(), start: z.int(), end: z.int() })),
});

/** The unsent comment stored under `name`; an empty one if there is none. */
export function readUnsentComment(name: string): CommentDraft {
  const value = personalStorage.read(name);
  // Builds before mentions were stored kept only the text.
  const stored = z.safeParse(Stored, typeof value === 'string' ? { text: value, picked: [] } : value);
  return stored.success ? stored.data : emptyComment;
}

/** A comment that survives closing the panel, which can happen by its button, a key, or a narrower window. */
export function useUnsentComment(name: string): [CommentDraft, (draft: CommentDraft) => void] {
  const [draft, setDraft] = useState(() => readUnsentComment(name));
  const change = (next: CommentDraft) => {
    setDraft(next);
    if (next.text === '') personalStorage.remove(name);
    else personalStorage.write(name, next);
  };
  return [draft, change];
}
