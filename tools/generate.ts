import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './generated/generatedFiles.ts';
import { root } from './root.ts';

/**
 * Writes every file that is generated from code: docs/settings.md, docs/commands.md, docs/openapi.json, docs/schema.md
 * and the row types.
 */
for (const [path, text] of Object.entries(await generatedFiles())) {
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
