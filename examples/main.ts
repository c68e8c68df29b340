import { examples, serveExample } from './serveExample.ts';

/** `npm run examples`: serves both hosts from EXAMPLES_PORT up, for the portal at PORTAL_URL. Ctrl-C stops them. */
const portal = new URL(process.env.PORTAL_URL || 'http://localhost:3000').origin;
const firstPort = Number(process.env.EXAMPLES_PORT || 3020);

for (const [at, example] of examples.entries()) {
  const { origin } = await serveExample(example, { port: firstPort + at, portal });
  process.stdout.write(`  ${example.padEnd(16)}${origin}\n`);
}
process.stdout.write(`\n  They mount the sidebar of ${portal}. Sign in there first.\n`);
