import { withConnection } from '@portico/dev-database/databases';
import pg from 'pg';
import { NOW, type CallName, type Statement } from './statements.ts';

const RUNS_BEFORE_PLAN = 6;

export interface Plan {
  call: CallName;
  /** Lines of EXPLAIN (ANALYZE, BUFFERS), with the session settings of the portal's connections. */
  lines: string[];
  totalMs: number;
}

/** Asks PostgreSQL how it runs each statement once it is prepared and warm. */
export function explainStatements(databaseUrl: string, statements: Statement[]): Promise<Plan[]> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('set plan_cache_mode = force_generic_plan');
    const plans: Plan[] = [];
    for (const { name, text, values } of statements) {
      const given = values.map((value) => literal(value === NOW ? new Date() : value)).join(', ');
      const prepared = pg.escapeIdentifier(name);
      await client.query(`prepare ${prepared} as ${text}`);
      for (let run = 0; run < RUNS_BEFORE_PLAN; run += 1) await client.query(`execute ${prepared}(${given})`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) execute ${prepared}(${given})`);
      const lines = rows.map((row) => row['QUERY PLAN']);
      plans.push({ call: name, lines, totalMs: Number(/Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1]) });
    }
    return plans;
  });
}

function literal(value: unknown): string {
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (value === null || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  return pg.escapeLiteral(String(value));
}
