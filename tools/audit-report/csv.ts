/**
 * Rows as CSV (RFC 4180) with a header. Formulas are escaped so that spreadsheets read them as text. Source: TRUST X6.
 */
export function toCsv(rows: ReadonlyArray<Record<string, unknown>>): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((values) => `${values.map(field).join(',')}\r\n`).join('');
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
