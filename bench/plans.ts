import { withConnection } from '@portico/dev-database/databases';
import pg from 'pg';
import { NOW } from './stage/statements.ts';

const RUNS_BEFORE_PLAN = 6;

export interface Plan<Name extends string = string> {
  name: Name;
  /** Output lines of EXPLAIN (ANALYZE, BUFFERS). */
  lines: string[];
  totalMs: number;
}

/**
 * Explains how PostgreSQL runs each statement once it is prepared and warm, with the settings of the portal's
 * connections and these in addition.
 */
export function explainStatements<Name extends string>(
  databaseUrl: string,
  statements: ReadonlyArray<{ name: Name; text: string; values: readonly unknown[] }>,
  settings: Record<string, string> = {},
): Promise<Plan<Name>[]> {
  return withConnection(databaseUrl, async (client) => {
    for (const setting of Object.entries({ plan_cache_mode: 'force_generic_plan', ...settings }))
      await client.query('select set_config($1, $2, false)', setting);
    const plans: Plan<Name>[] = [];
    for (const { name, text, values } of statements) {
      const prepared = pg.escapeIdentifier(name);
      await client.query(`prepare ${prepared} as ${text}`);
      const execute = `execute ${prepared}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
      for (let run = 0; run < RUNS_BEFORE_PLAN; run += 1) await client.query(execute);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${execute}`);
      const lines = rows.map((row) => row['QUERY PLAN']);
      plans.push({ name, lines, totalMs: Number(/Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1]) });
    }
    return plans;
  });
}

function literal(value: unknown): string {
  // The same as what pg sends.
  if (value === undefined) return 'null';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === NOW) return literal(new Date());
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/** The plans as Markdown. */
export const listOfPlans = <Name extends string>(plans: Plan<Name>[], title: (name: Name) => string): string =>
  plans.map(({ name, lines }) => `${title(name)}:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``).join('\n\n');
