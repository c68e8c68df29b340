import type { Plugin } from 'vite';

const CONTRACTS = /\/packages\/contracts\/src\/\w+\.ts$/;
/** What the server needs of a call and a browser does not: it trusts the server's answers, and the server checks what it sends. */
const serverOnly = new Set(['summary', 'isHidden', 'params', 'query', 'body', 'response']);

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

/**
 * Takes the schemas out of the calls that the contracts describe, and marks those left over as free of effects, so that only
 * the ones that a page checks something with become part of it. Source: docs/decisions/0051.
 */
export function leanContracts(): Plugin {
  return {
    name: 'portico-lean-contracts',
    apply: 'build',
    transform(code, id) {
      if (!CONTRACTS.test(id)) return null;
      return { code: lean(code, this.parse(code).body as unknown as Statement[]), map: null };
    },
  };
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
