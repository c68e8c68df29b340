/**
 * A server written only for speed: plain Fastify and pg, prepared statements, no sign-in, no headers, no limits, no
 * log. It runs the portal's statements with the same session settings and returns the same JSON. Started by stage.ts.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { answers } from './rawAnswers.ts';
import { NOW, type Statement } from './statements.ts';

const { DATABASE_URL = '', PORT = '', STATEMENTS = '' } = process.env;
const TIMESTAMPTZ = 1184;
const instant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
pg.types.setTypeParser(TIMESTAMPTZ, instant);

const statements = JSON.parse(readFileSync(STATEMENTS, 'utf8')) as Statement[];
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
});
const server = Fastify();
server.get('/readyz', async () => (await pool.query('select 1')).rows);
for (const { name, path, text, values } of statements) {
  const nowAt = values.flatMap((value, index) => (isNow(value) ? [index] : []));
  server.get(path, async () => {
    const given = [...values];
    const now = new Date();
    for (const index of nowAt) given[index] = now;
    const { rows } = await pool.query({ name, text, values: given });
    return answers[name](rows as never);
  });
}
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));

function isNow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'now' in value && value.now === NOW.now;
}
