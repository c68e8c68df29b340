import { useState } from 'react';
import { personalStorage } from '../../../sign-in/personalStorage.ts';

/** The unsent comment stored under `name`; an empty string if there is none. */
export function readUnsentComment(name: string): string {
  const stored = personalStorage.read(name);
  return typeof stored === 'string' ? stored : '';
}

/** Comment text that survives closing the panel, which can happen by its button, a key, or a narrower window. */
export function useUnsentComment(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readUnsentComment(name));
  const change = (next: string) => {
    setText(next);
    if (next === '') personalStorage.remove(name);
    else personalStorage.write(name, next);
  };
  return [text, change];
}
