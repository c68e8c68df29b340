import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

const source = 'packages/kinds/src';

/** `file-list` -> `FileList` */
const kindOf = (folder: string): string =>
  folder
    .split('-')
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('');
const nameOf = (kind: string): string => `${kind[0]!.toLowerCase()}${kind.slice(1)}`;

/**
 * The lists of all kinds of components, from the folders in `packages/kinds/src/components`. There are several, so that
 * readers load the views alone, and the server the shapes alone. A folder without a shape or a form does not compile; a
 * kind without a view must be one that makes sense only inside a form.
 */
export function componentLists(at = root): Record<string, string> {
  const folders = readdirSync(join(at, source, 'components')).toSorted();
  const kinds = folders.map((folder) => {
    const kind = kindOf(folder);
    const hasView = existsSync(join(at, source, 'components', folder, 'View.tsx'));
    return { folder, kind, name: nameOf(kind), hasView };
  });
  const lines = (line: (kind: (typeof kinds)[number]) => string | undefined) =>
    kinds.map(line).filter(Boolean).join('\n');
  const files = {
    [`${source}/components.generated.ts`]: `${lines(({ folder, name }) => `import * as ${name} from './components/${folder}/shape.ts';`)}

/** One building block of a content page. Source: spec §3, content component types. */
export type ContentComponent =
${lines(({ kind, name }) => `  | ${name}.${kind}`)};

export const schemas = {
${lines(({ kind, name }) => `  ${kind}: ${name}.${kind},`)}
};

export const shapes = {
${lines(({ kind, name }) => `  ${kind}: ${name}.shape,`)}
};

/** With everything else that the kinds export, for the API description. */
export const modules = {
${lines(({ name }) => `  ${name},`)}
};
`,
    [`${source}/componentForms.generated.ts`]: `import type { ComponentForms } from './properties/form.ts';
${lines(({ folder, name }) => `import { form as ${name} } from './components/${folder}/form.ts';`)}

export const forms = {
${lines(({ kind, name }) => `  ${kind}: ${name},`)}
} satisfies ComponentForms;
`,
    [`${source}/page/views.generated.ts`]: `import type { ComponentViews } from './view.ts';
${lines(({ folder, name, hasView }) => (hasView ? `import { view as ${name} } from '../components/${folder}/View.tsx';` : undefined))}

export const views: ComponentViews = {
${lines(({ kind, name, hasView }) => `  ${kind}: ${hasView ? name : 'null'},`)}
};
`,
    [`${source}/testing/examples.generated.ts`]: `import type { ComponentKind, ComponentOf } from '../content.ts';
${lines(({ folder, name }) => `import { example as ${name} } from '../components/${folder}/shape.ts';`)}

/** One component of every kind with its fields, each valid on its own; the ids are the kinds. */
export const oneOfEachKind: { [K in ComponentKind]: ComponentOf<K> } = {
${lines(({ kind, name }) => `  ${kind}: { id: '${kind}', type: '${kind}', ...${name} },`)}
};
`,
  };
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      `/* Generated from the folders in ${source}/components by \`node tools/generate.ts\`; do not edit. */\n${text}`,
    ]),
  );
}
