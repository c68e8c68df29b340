interface WordPart {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** From so many changed words on, one that is kept between them is a coincidence. */
const MANY_CHANGED = 4;

/**
 * A word diff of two texts: kept, removed and added words. A passage that was written anew is removed and added as a
 * whole. Algorithm: longest common subsequence.
 */
export function compareWords(before: string, after: string): WordPart[] {
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
  const parts: WordPart[] = [];
  const add = (kind: WordPart['kind'], text: string) => {
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
  return withoutCoincidences(parts);
}

const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** Joins changes with at most one kept word between them. */
function withoutCoincidences(parts: readonly WordPart[]): WordPart[] {
  const passages: Array<{ kept: string } | { out: string; in: string }> = [];
  for (const { kind, text } of parts) {
    const last = passages.at(-1);
    if (kind === 'same') passages.push({ kept: text });
    else if (last && 'out' in last) last[kind] += text;
    else passages.push({ out: '', in: '', [kind]: text });
  }
  const joined: typeof passages = [];
  for (const passage of passages) {
    const [change, kept] = joined.slice(-2);
    const isCoincidence =
      'out' in passage &&
      change !== undefined &&
      'out' in change &&
      kept !== undefined &&
      'kept' in kept &&
      wordsIn(kept.kept) <= 1 &&
      wordsIn(`${change.out} ${change.in} ${passage.out} ${passage.in}`) >= MANY_CHANGED;
    if (!isCoincidence) {
      joined.push(passage);
      continue;
    }
    joined.pop();
    change.out += kept.kept + passage.out;
    change.in += kept.kept + passage.in;
  }
  return joined.flatMap((passage): WordPart[] =>
    'kept' in passage
      ? [{ kind: 'same', text: passage.kept }]
      : [
          { kind: 'out' as const, text: passage.out },
          { kind: 'in' as const, text: passage.in },
        ].filter(({ text }) => text !== ''),
  );
}
