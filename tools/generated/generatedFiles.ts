import { describeConfig } from '@portico/server/config';
import { buildOpenApi } from '@portico/server/buildOpenApi';
import { commands, type Command } from '../commands.mjs';
import { describeDatabase } from './databaseSchema.ts';
import { proofPage } from './proofPage.ts';

/**
 * The text of each generated file by its path from the root: pages of settings and commands, OpenAPI,
 * schema page, row types.
 */
export async function generatedFiles(): Promise<Record<string, string>> {
  const database = await describeDatabase();
  return {
    'docs/settings.md': settingsPage(),
    'docs/commands.md': commandsPage(),
    'docs/openapi.json': `${JSON.stringify(await buildOpenApi(), null, 2)}\n`,
    'docs/schema.md': database.markdown,
    'docs/verify-receipts.html': await proofPage(),
    'apps/server/src/db/schema.generated.ts': database.types,
  };
}

function settingsPage(): string {
  const rows = describeConfig().map((setting) => {
    const fallback = setting.default === '' ? '' : `\`${setting.default}\``;
    return `| \`${setting.name}\` | ${fallback} | ${setting.description.replaceAll('|', '\\|')}${setting.secret ? ' (secret)' : ''} |`;
  });
  return `# Settings

Environment variables configure the portal. The server checks all of them at startup and, if any is invalid, reports every problem and stops.
It requires \`DATABASE_URL\`, \`OIDC_ISSUER\` and \`OIDC_CLIENT_ID\`; \`npm start\` and \`npm run dev\` fill in those that are not set and start a
matching database and identity provider. This page is generated from \`apps/server/src/settings\`.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

const groups: Record<Command['group'], string> = {
  use: 'Run and build',
  test: 'Test and check',
  operate: 'Operate',
  measure: 'Measure',
  release: 'Release',
};

const operating = `On a server, \`portico\` (\`bin/portico.mjs\`) runs these with the settings of \`/etc/portico/portico.env\`, or of the files in \`--settings\`,
as the account of the portal. In a checkout, \`npm run <command> -- <arguments>\` uses the environment, or the database that \`npm start\`
uses. What replaces or deletes something needs \`--yes\`.`;

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;
const row = (command: string, line: string) => `| \`${command.replaceAll('|', '\\|')}\` | ${line} |`;

function commandsPage(): string {
  const sections = Object.entries(groups).map(([group, heading]) => {
    const rows = Object.entries(commands)
      .filter(([, command]) => command.group === group)
      .flatMap(([name, { text, usage, more, parts = {} }]) => {
        const typed =
          group === 'operate'
            ? ['portico', name, usage?.replace(/(^|\[)-- /, '$1')].filter(Boolean)
            : ['npm', ...(['start', 'test'].includes(name) ? [name] : ['run', name]), usage].filter(Boolean);
        const line = `${sentence(text)}${more === undefined ? '' : ` ${more}`}`;
        const partRows = Object.entries(parts).map(([part, own]) =>
          row(['npm run', name, '--', part, own.usage].filter(Boolean).join(' '), sentence(own.text)),
        );
        return [row(typed.join(' '), line), ...partRows];
      });
    const intro = group === 'operate' ? `${operating}\n\n` : '';
    return `## ${heading}\n\n${intro}| command | what it does |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Commands

\`npm run help\` prints this list. Every npm command first installs what is missing. This page is generated from \`tools/commands.mjs\`.

${sections.join('\n')}
## Scripts without a command

| script | what it does |
|---|---|
| \`node_modules/.bin/node tools/generate.ts\` | Writes what is derived from code: the lists of components and contracts, this page, \`docs/settings.md\`, \`docs/openapi.json\`, \`docs/schema.md\`, \`docs/verify-receipts.html\` and the row types. |
| \`node_modules/.bin/node tools/stories.ts\` | Serves the Storybook of all components at http://localhost:4400 (\`PORT\` changes the port), each story under the portal's own content security policy; \`--watch\` shows changes as you save, without that policy. |
| \`node_modules/.bin/node tools/demo/documents/main.ts\` | Writes the documents of the demo content from \`demo/texts\`. |
| \`node_modules/.bin/node tools/lint.ts\` | Lints and checks the format; \`--fix\` applies automatic fixes. |
`;
}
