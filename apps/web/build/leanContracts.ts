import type { Plugin } from 'vite';

/**
 * What the server needs of a call and a browser does not: it trusts the server's answers, and the server checks what it
 * sends.
 */
const serverOnly = new Set(['summary', 'isHidden', 'params', 'query', 'body', 'response']);

/** The parts of ESTree nodes that `serverOnlyReads` looks at. */
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
  /** Of calls. */
  callee?: Node & { name?: string };
  arguments?: (Node & { properties?: (Node & { key?: { name?: string } })[] })[];
}
interface Statement extends Node {
  declaration?: Statement | null;
  declarations?: (Node & { init: Value | null })[];
}

/** Code that becomes part of the front end, besides the contracts themselves. */
const BROWSER_CODE = /\/(?:apps\/web|packages\/(?:client|sidebar|content|ui))\/src\/[^?]*\.tsx?$/;

/**
 * Takes the schemas out of the calls that the contracts describe, and marks those left over as free of effects, so that
 * only the ones that a page checks something with become part of it. Source: docs/decisions/0051.
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
      return { code: lean(code, this.parse(code).body as unknown as Statement[]), map: null };
    },
  };
}

/** Whether a module belongs to the contracts, in whatever folder of theirs. */
export const isContract = (id: string): boolean => /\/packages\/contracts\/src\/[^?]+\.ts$/.test(id);

/**
 * Reads of what the build removes from calls, as `getHome.response`: of an imported contract, or of anything named
 * `endpoint`. `module` is an ESTree program.
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

/** The module without what browsers do not need. `body` are its statements, by their places in `code`. */
export function lean(code: string, body: Statement[]): string {
  const edits = body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) =>
      init && /^(?:Call|Object|Array)Expression$/.test(init.type) ? [{ init, text: leanValue(code, init) }] : [],
    )
    .sort((a, b) => b.init.start - a.init.start);
  return edits.reduce(
    (text, { init, text: replacement }) => text.slice(0, init.start) + replacement + text.slice(init.end),
    code,
  );
}

function leanValue(code: string, value: Value): string {
  const { properties } = value.arguments?.[0] ?? {};
  if (value.callee?.name !== 'endpoint' || !properties)
    return `/* @__PURE__ */ (() => (${code.slice(value.start, value.end)}))()`;
  const kept = properties
    .filter(({ key }) => !serverOnly.has(key?.name ?? ''))
    .map(({ start, end }) => code.slice(start, end));
  return `/* @__PURE__ */ endpoint({ ${kept.join(', ')} })`;
}
