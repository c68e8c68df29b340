import type { Plugin } from 'vite';

/**
 * The properties of an endpoint that only the server needs: the browser trusts responses, and the server validates
 * requests.
 */
const serverOnly = new Set<unknown>(['summary', 'isHidden', 'params', 'query', 'body', 'response']);

/** The parts of ESTree nodes that `serverOnlyReads` uses. */
interface SyntaxNode {
  type?: string;
  source?: { value?: string };
  specifiers?: Array<{ local?: { name?: string } }>;
  object?: { name?: string };
  property?: { name?: string };
  computed?: boolean;
}

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Value extends Node {
  /** Only in a call expression. */
  callee?: Node & { name?: unknown };
  arguments?: (Node & { properties?: (Node & { key?: Node & { name?: unknown } })[] })[];
}
interface Statement extends Node {
  declaration?: Statement | null;
  declarations?: (Node & { init: Value | null })[];
}

/** Code that is bundled into the front end, apart from the contracts. */
const BROWSER_CODE = /\/(?:apps\/web|packages\/(?:client|sidebar|kinds|ui))\/src\/[^?]*\.tsx?$/;

/**
 * Removes the schemas from the endpoints in the contracts and marks all other schemas as pure, so that a page's bundle
 * contains only the schemas it validates with. Source: docs/decisions/0051.
 */
export function leanContracts(): Plugin {
  return {
    name: 'portico-lean-contracts',
    apply: 'build',
    transform(code, id) {
      if (BROWSER_CODE.test(id)) {
        const [found] = serverOnlyReads(this.parse(code));
        if (found) this.error(`${found} is undefined in a browser: the build removes it. Source: docs/decisions/0051`);
      }
      if (!isContract(id)) return null;
      return { code: stripServerOnly(code, this.parse(code).body), map: null };
    },
  };
}

/** Whether a module belongs to the contracts or to the shapes and forms of content, at any depth. */
export const isContract = (id: string): boolean =>
  /\/packages\/(?:contracts\/src\/[^?]+|kinds\/src\/(?:(?:base|forms)\/[^?]+|components\/[\w-]+\/shape|items\/[^?]+|[\w.]+))\.ts$/.test(
    id,
  );

/**
 * Finds code that reads a property the build removes, such as `getHome.response`, from an imported contract or from
 * anything named `endpoint`. `module` is an ESTree program.
 */
export function serverOnlyReads(module: unknown): string[] {
  const calls = new Set(['endpoint']);
  const reads: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    const { type, source, specifiers = [], object, property, computed } = node as SyntaxNode;
    if (type === 'ImportDeclaration' && source?.value?.startsWith('@portico/contracts/'))
      for (const specifier of specifiers) calls.add(specifier.local?.name ?? '');
    if (type === 'MemberExpression' && !computed && object?.name && property?.name)
      if (calls.has(object.name) && serverOnly.has(property.name)) reads.push(`${object.name}.${property.name}`);
    Object.values(node).forEach(visit);
  };
  visit(module);
  return reads;
}

/**
 * Values that a bundler must assume to have side effects. With one of them in a small module, the portal's file would
 * import the file with the schemas, which imports the portal's file in turn and would run before it.
 */
const EVALUATED = /^(?:Call|New|Object|Array|TaggedTemplate)Expression$/;

/** The module's code without what browsers don't need. `body` holds its statements, whose offsets refer to `code`. */
export function stripServerOnly(code: string, body: Statement[]): string {
  const edits = body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && EVALUATED.test(init.type) ? [{ init, text: stripValue(code, init) }] : []))
    .sort((a, b) => b.init.start - a.init.start);
  return edits.reduce(
    (text, { init, text: replacement }) => text.slice(0, init.start) + replacement + text.slice(init.end),
    code,
  );
}

function stripValue(code: string, value: Value): string {
  const { properties } = value.arguments?.[0] ?? {};
  if (value.callee?.name !== 'endpoint' || !properties)
    return `/* @__PURE__ */ (() => (${code.slice(value.start, value.end)}))()`;
  const remaining = properties
    .filter(({ key }) => !serverOnly.has(key?.name))
    .map(({ start, end }) => code.slice(start, end));
  return `/* @__PURE__ */ endpoint({ ${remaining.join(', ')} })`;
}
