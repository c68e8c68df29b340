import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/findings.ts';

const usage = `portico doctor [--before-start] [--json] [--unit <name or file>]… [--token-file <file>]

Checks, with the environment of the portal, whether it can work: its settings, the version of Node, the database, the
identity provider, the file store, the mail server, clocks, workers, and the public address with its certificate. Run it
as the account of the portal, because it creates the folder of the file store where that is missing; it changes nothing
else.
--before-start leaves out what only a running portal has. --unit names systemd units other than portico and
portico-worker, whose sandbox is compared with the settings. --token-file has the identity token and the access token of a
sign-in, or the provider's response with both, and says what the portal makes of them; - reads them from the standard
input. In a checkout, the command is "npm run --silent doctor --". Exit codes: 0 no problem, 1 a problem, 2 wrong arguments.
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

/** Relative to the folder that the operator is in. */
const readTokenFile = (file: string): Promise<string> =>
  file === '-' ? text(process.stdin) : readFile(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'before-start': { type: 'boolean' },
      json: { type: 'boolean' },
      unit: { type: 'string', multiple: true },
      'token-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const tokenFile = values['token-file'];
  const findings = await examine(process.env, values['before-start'] !== true, {
    units: values.unit,
    tokens: tokenFile === undefined ? undefined : await readTokenFile(tokenFile),
  });
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
