import { activeTelemetry, beginSpan, type OpenSpan } from './spans.ts';

const MAX_KNOWN = 1000;
const spanNames = new Map<string, { operation: string; summary: string }>();

const TABLE = String.raw`\s+(?:only\s+)?(?<table>(?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)`;
const WRITES = new RegExp(
  String.raw`\b(?:(?<operation>insert)\s+into|(?<operation>delete)\s+from|(?<!\b(?:for|do)\s+)(?<operation>update))${TABLE}`,
  'i',
);
const READS = new RegExp(String.raw`\bfrom${TABLE}`, 'i');

/**
 * What the statement writes, even within `with`, or else reads: `INSERT users`, `SELECT content_items`. The text itself
 * is left out, because it can contain values.
 */
function summaryOf(text: string): { operation: string; summary: string } {
  const found = spanNames.get(text);
  if (found) return found;
  const written = WRITES.exec(text)?.groups;
  const operation = (written?.['operation'] ?? /[a-z]+/i.exec(text)?.[0] ?? 'query')
    .toUpperCase()
    .replace('WITH', 'SELECT');
  const table = (written ?? READS.exec(text)?.groups)?.['table']?.replaceAll('"', '');
  const described = { operation, summary: table === undefined ? operation : `${operation} ${table}` };
  if (spanNames.size < MAX_KNOWN) spanNames.set(text, described);
  return described;
}

/** Source: OpenTelemetry's conventions for databases. */
export function beginStatement(text: string): OpenSpan | undefined {
  if (!activeTelemetry()) return undefined;
  const { operation, summary } = summaryOf(text);
  return beginSpan(summary, {
    kind: 'client',
    measure: 'db.client.operation.duration',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': summary },
  });
}
