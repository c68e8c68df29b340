import { useState } from 'react';
import { z } from 'zod/mini';
import { readPersonal, writePersonal } from '../../../sign-in/personalStorage.ts';

/** State that survives a reload of the page, for the person who is signed in. What an older build wrote and makes no sense any more counts as not there. */
export function useKept<Value>(
  name: string,
  schema: z.ZodMiniType<Value>,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const parsed = z.safeParse(schema, readPersonal(name));
    return parsed.success ? parsed.data : initial;
  });
  return [
    value,
    (next) => {
      setValue(next);
      writePersonal(name, next);
    },
  ];
}
