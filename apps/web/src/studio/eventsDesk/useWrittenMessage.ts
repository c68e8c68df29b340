import { useState } from 'react';
import { z } from 'zod/mini';
import { personalStorage } from '../../sign-in/personalStorage.ts';

const Written = z.object({ id: z.uuid(), title: z.string(), text: z.string() });
type Written = z.infer<typeof Written>;

/** What someone writes to the people of an event. This browser keeps it until it is sent; then `forget` it. */
export function useWrittenMessage(itemId: string) {
  const name = `event-message.${itemId}`;
  const [written, setWritten] = useState<Written>(() => {
    const stored = Written.safeParse(personalStorage.read(name));
    return stored.success ? stored.data : { id: crypto.randomUUID(), title: '', text: '' };
  });
  return {
    written,
    write: (change: Partial<Written>) => {
      // A message with other words is another message.
      const next = { ...written, id: crypto.randomUUID(), ...change };
      setWritten(next);
      personalStorage.write(name, next);
    },
    forget: () => personalStorage.remove(name),
  };
}
