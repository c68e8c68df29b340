/** Numbers of items, in rising order and at least one, as a map of bits: the number of its first bit, and the bits in base64. */
export function writeDocMap(docs: number[]): string {
  const first = docs[0]! - (docs[0]! % 8);
  const bits = Buffer.alloc(Math.floor((docs.at(-1)! - first) / 8) + 1);
  for (const doc of docs) {
    const at = doc - first;
    bits[at >> 3]! |= 1 << (at & 7);
  }
  return `${first}:${bits.toString('base64')}`;
}

/** Goes through the numbers that any of the maps has, each once, in rising order. */
export function eachInMaps(maps: string[], use: (doc: number) => void): void {
  const read = maps.map((map) => {
    const colon = map.indexOf(':');
    return { first: Number(map.slice(0, colon)), bits: Buffer.from(map.slice(colon + 1), 'base64') };
  });
  if (read.length === 0) return;
  const first = Math.min(...read.map((map) => map.first));
  const all = new Uint8Array(Math.max(...read.map((map) => (map.first - first) / 8 + map.bits.length)));
  for (const { first: start, bits } of read) {
    const offset = (start - first) / 8;
    for (let at = 0; at < bits.length; at += 1) all[offset + at]! |= bits[at]!;
  }
  all.forEach((byte, at) => {
    for (let bit = 0; byte >> bit > 0; bit += 1) if ((byte >> bit) & 1) use(first + 8 * at + bit);
  });
}
