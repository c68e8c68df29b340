import { useState } from 'react';
import { z } from 'zod/mini';
import { readPersonal, writePersonal } from '../../../sign-in/personalStorage.ts';

/** State that survives a reload, stored per user. Ignores a stored value that no longer matches the schema. */
export function useStoredState<Value>(
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
