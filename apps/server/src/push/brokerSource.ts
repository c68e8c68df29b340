import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from './postgresSource.ts';
import type { Broker } from './broker.ts';
import { MAX_SILENCE_MS, parseSignal, PULSE, PULSE_MS } from './signal.ts';

/** Messages forwarded by a relay. The source counts as connected from the relay's first pulse on. */
export function brokerSource(connect: () => Promise<Broker>): Source {
  return {
    async receive({ connected, message }, signal) {
      const broker = await connect();
      let session: string | undefined;
      let heardAt = performance.now();
      try {
        await broker.subscribe((text) => {
          const heard = parseSignal(text);
          if (!heard || signal.aborted) return;
          heardAt = performance.now();
          if (heard.session !== session) {
            session = heard.session;
            connected();
          }
          if (heard.channel !== PULSE) message(heard);
        });
        let isOver = false;
        void broker.ended.then(() => (isOver = true));
        while (!isOver && !signal.aborted) {
          await Promise.race([broker.ended, sleep(PULSE_MS, undefined, { signal, ref: false }).catch(() => {})]);
          if (performance.now() - heardAt > MAX_SILENCE_MS)
            throw new Error('no process passes on what PostgreSQL announces');
        }
        if (!signal.aborted) throw new Error('the connection to the broker was lost');
      } finally {
        broker.close();
      }
    },
  };
}
