const silent = new Set([
  'id',
  'type',
  'components',
  'columns',
  'widths',
  'width',
  'height',
  'formId',
  'documentId',
  'marks',
]);

/** Every word in a value, in order, without names and ids: what people compare. */
export function allWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map(allWords)
      .filter((text) => text !== '')
      .join(' ');
  return Object.entries(value)
    .filter(([name]) => !silent.has(name))
    .map(([, each]) => allWords(each))
    .filter((text) => text !== '')
    .join(' ');
}
