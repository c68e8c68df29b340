import { useState } from 'react';
import { personalStorage } from '../../../sign-in/personalStorage.ts';

/** What this person has typed and not sent, stored as `name`; empty when there is nothing. */
export function readUnsentComment(name: string): string {
  const stored = personalStorage.read(name);
  return typeof stored === 'string' ? stored : '';
}

/** Words of a comment that outlive the panel, because it closes with its button, a key, or a narrower window. */
export function useUnsentComment(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readUnsentComment(name));
  const change = (next: string) => {
    setText(next);
    if (next === '') personalStorage.remove(name);
    else personalStorage.write(name, next);
  };
  return [text, change];
}
