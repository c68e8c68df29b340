import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/findings.ts';

const usage = `npm run --silent doctor -- [--before-start] [--json]

Checks, with the environment of the portal, whether it can work: its settings, the version of Node, the database, the
identity provider, the file store, the mail server, clocks, workers, and the public address with its certificate. Run it
as the account of the portal, because it creates the folder of the file store where that is missing; it changes nothing
else.
--before-start leaves out what only a running portal has. Exit codes: 0 no problem, 1 a problem, 2 wrong arguments.
`;

function describe(findings: Finding[]): string {
  const lines = findings.flatMap(({ check, status, what, advice }) => [
    `${status.padEnd(9)}${check.padEnd(19)}${what}`,
    ...(advice === undefined ? [] : [`${' '.repeat(28)}→ ${advice}`]),
  ]);
  const count = (wanted: Finding['status']) => findings.filter(({ status }) => status === wanted).length;
  const problems = count('problem');
  const warnings = count('warning');
  return `${lines.join('\n')}\n\n${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.\n`;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'before-start': { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const findings = await examine(process.env, values['before-start'] !== true);
  process.stdout.write(values.json ? `${JSON.stringify({ findings }, null, 1)}\n` : describe(findings));
  return findings.some(({ status }) => status === 'problem') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.stderr.write(`${(error as Error).message}\n${isArgument ? usage : ''}`);
  process.exitCode = isArgument ? 2 : 1;
}
