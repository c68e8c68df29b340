import { z } from 'zod/mini';

/** How often the relay sends a pulse, and how long it can be silent before pages fall back to polling. */
export const PULSE_MS = 1000;
export const MAX_SILENCE_MS = 6000;

/** The channel of a pulse, which carries no message. */
export const PULSE = 'pulse';

/**
 * What the relay sends. A session is one unbroken connection of a relay to PostgreSQL and the broker: when it changes,
 * messages may have been missed in between.
 */
const Signal = z.object({ session: z.string(), channel: z.string(), payload: z.string() });
export type Signal = z.infer<typeof Signal>;

/** Undefined for anything that a relay of this version does not send. */
export function parseSignal(text: string): Signal | undefined {
  try {
    return Signal.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
