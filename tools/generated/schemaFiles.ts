import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** A schema, which is named like its type, or a call; a test finds those that are written in another way. */
const EXPORTS_SCHEMA = /^export const (?:[A-Z]\w*[a-z]\w*\b|\w+ = endpoint\()/m;

/** `studio/draft.ts` -> `studioDraft` */
const nameOf = (path: string): string =>
  path.replace(/\.ts$/, '').replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The lists of all files with schemas or calls, from the folders. The server finds its calls and the names of schemas
 * in them. Calls of other systems (`serviceReads.ts`), which the portal's own clients don't make, have their own
 * description.
 */
export function schemaFiles(at = root): Record<string, string> {
  const list = (folder: string, patterns: string[], file: string) => {
    const paths = globSync(patterns, { cwd: join(at, folder) })
      .filter((path) => !/\.test\.ts$|\.generated\.ts$|^serviceReads\.ts$/.test(path))
      .filter((path) => EXPORTS_SCHEMA.test(readFileSync(join(at, folder, path), 'utf8')))
      .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    const exports = paths.map((path) => `export * as ${nameOf(path)} from './${path}';\n`).join('');
    return {
      [`${folder}/${file}`]: `/* Generated from the files in ${folder} by \`node tools/generate.ts\`; do not edit. */\n${exports}`,
    };
  };
  return {
    ...list(
      'packages/kinds/src',
      ['content.ts', '{base,forms}/*.ts', 'components/*/shape.ts', 'items/*/schemas.ts'],
      'schemaFiles.generated.ts',
    ),
    ...list('packages/contracts/src', ['**/*.ts'], 'contractFiles.generated.ts'),
  };
}
