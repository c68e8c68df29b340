import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_INTERVAL_MS = 50;

/** A metric of a child server; NaN if it has none of this name. */
export async function gaugeOf(serverUrl: string, name: string): Promise<number> {
  return valueOf(await (await fetch(`${serverUrl}/metrics`)).text(), name);
}

const valueOf = (metrics: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);

interface Memory {
  /** Memory of the whole process. */
  resident: number;
  /** Memory of buffers, which are outside the heap. */
  external: number;
}

async function memoryOf(serverUrl: string): Promise<Memory> {
  const metrics = await (await fetch(`${serverUrl}/metrics`)).text();
  return {
    resident: valueOf(metrics, 'process_resident_memory_bytes'),
    external: valueOf(metrics, 'nodejs_external_memory_bytes'),
  };
}

/** The maximum growth of a child server's memory while `work` runs, in bytes. */
export async function memoryGrowth(serverUrl: string, work: () => Promise<void>): Promise<Memory> {
  const before = await memoryOf(serverUrl);
  const most = { ...before };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = await memoryOf(serverUrl);
      most.resident = Math.max(most.resident, now.resident);
      most.external = Math.max(most.external, now.external);
      await sleep(SAMPLE_INTERVAL_MS);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return { resident: most.resident - before.resident, external: most.external - before.external };
}
