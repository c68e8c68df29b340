/** Encodes ascending docs, at least one, as a bitmap: the doc of the first bit, a colon, and the bits in base64. */
export function writeDocMap(docs: number[]): string {
  const first = docs[0]! - (docs[0]! % 8);
  const bits = Buffer.alloc(Math.floor((docs.at(-1)! - first) / 8) + 1);
  for (const doc of docs) {
    const at = doc - first;
    bits[at >> 3]! |= 1 << (at & 7);
  }
  return `${first}:${bits.toString('base64')}`;
}

/** Visits every doc in any of the maps once, in ascending order. */
export function eachDocInMaps(maps: string[], visit: (doc: number) => void): void {
  const parsed = maps.map((map) => {
    const colon = map.indexOf(':');
    return { first: Number(map.slice(0, colon)), bits: Buffer.from(map.slice(colon + 1), 'base64') };
  });
  if (parsed.length === 0) return;
  const first = Math.min(...parsed.map((map) => map.first));
  const union = new Uint8Array(Math.max(...parsed.map((map) => (map.first - first) / 8 + map.bits.length)));
  for (const { first: start, bits } of parsed) {
    const offset = (start - first) / 8;
    for (let at = 0; at < bits.length; at += 1) union[offset + at]! |= bits[at]!;
  }
  union.forEach((byte, at) => {
    for (let bit = 0; byte >> bit > 0; bit += 1) if ((byte >> bit) & 1) visit(first + 8 * at + bit);
  });
}
