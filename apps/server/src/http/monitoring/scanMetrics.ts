import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { queryRows } from '../../db/rows.ts';
import type { Scanner } from '../../media/scanning/scanner.ts';

const HELD = `
  select count(*) filter (where scan = 'Waiting')::int as "Waiting", count(*) filter (where scan = 'Refused')::int as "Refused",
    count(*) filter (where scan = 'TooLarge')::int as "TooLarge"
  from (select scan from files union all select scan from form_files) file`;
const Held = z.object({ Waiting: z.int(), Refused: z.int(), TooLarge: z.int() });

/** Results of this process's virus scans, and which files are held; only with a scanner. */
export function addScanMetrics(registry: Registry, pool: pg.Pool, { counts }: Scanner): void {
  new Counter({
    name: 'portico_file_scans_total',
    help: 'Scans of files for viruses, by result',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count);
    },
  });
  new Gauge({
    name: 'portico_files_held',
    help: 'Files that nobody can open, by what the virus scanner said',
    labelNames: ['scan'],
    registers: [registry],
    async collect() {
      const [held] = await queryRows(pool, Held, HELD).catch(() => []);
      this.reset();
      for (const [scan, count] of Object.entries(held ?? {})) this.set({ scan }, count);
    },
  });
}
