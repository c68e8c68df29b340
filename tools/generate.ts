import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { componentLists } from './generated/componentLists.ts';
import { schemaFiles } from './generated/schemaFiles.ts';
import { root } from './root.ts';

/**
 * Writes every file that is generated from code: the lists of components and contracts, docs/settings.md,
 * docs/commands.md, docs/openapi.json, docs/schema.md, docs/verify-receipts.html and the row types.
 */
function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}

write({ ...componentLists(), ...schemaFiles() });
// Loads the portal's code, which imports the lists.
const { generatedFiles } = await import('./generated/generatedFiles.ts');
write(await generatedFiles());
