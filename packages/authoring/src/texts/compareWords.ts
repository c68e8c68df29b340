/** A word diff of two texts: kept, removed and added words. Algorithm: longest common subsequence. */
export function compareWords(before: string, after: string): Array<{ kind: 'same' | 'out' | 'in'; text: string }> {
  const a = before.match(/\s+|\S+/g) ?? [];
  const b = after.match(/\s+|\S+/g) ?? [];
  if (a.length * b.length > 4_000_000)
    return [
      { kind: 'out', text: before },
      { kind: 'in', text: after },
    ];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const parts: Array<{ kind: 'same' | 'out' | 'in'; text: string }> = [];
  const add = (kind: 'same' | 'out' | 'in', text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i]!);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add('out', a[i]!);
      i += 1;
    } else {
      add('in', b[j]!);
      j += 1;
    }
  }
  return parts;
}
