/** A piece of RTF. `byte` is a character in the code page of its font. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'text'; text: string }
  | { kind: 'byte'; value: number }
  /** A control word or symbol, without its backslash. `isIgnorable` means that `\*` was in front of it. */
  | { kind: 'word'; name: string; parameter: number | undefined; isIgnorable: boolean };

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const isLineBreak = (byte: number): boolean => byte === 0x0a || byte === 0x0d;
const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
/** Longer words and numbers than any program writes. */
const MAX_NAME = 40;
const MAX_DIGITS = 10;

/** The pieces of an RTF file, one at a time. Binary data is left out. */
export function* rtfTokens(bytes: Buffer): Generator<RtfToken> {
  let at = 0;
  let isIgnorable = false;
  let isGroupStart = false;
  let isWordSkipped = false;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const isFirst: boolean = isGroupStart;
    isGroupStart = false;
    if (byte === OPEN || byte === CLOSE) {
      at += 1;
      isIgnorable = false;
      isWordSkipped = false;
      isGroupStart = byte === OPEN;
      yield { kind: byte === OPEN ? 'open' : 'close' };
    } else if (byte === BACKSLASH) {
      const { token, end } = controlAt(bytes, at + 1, isIgnorable);
      at = end;
      // In the middle of a group, only the next word may be ignored.
      isIgnorable = token === 'ignorable' && isFirst;
      if (typeof token === 'object' && !isWordSkipped) yield token;
      isWordSkipped = token === 'ignorable' && !isFirst;
      if (typeof token === 'object' && token.kind === 'word' && token.name === 'bin')
        at += Math.max(token.parameter ?? 0, 0);
    } else if (isLineBreak(byte) || byte === 0) {
      at += 1;
      isGroupStart = isFirst;
    } else if (byte < 0x80) {
      const start = at;
      while (at < bytes.length && isPlain(bytes[at]!)) at += 1;
      yield { kind: 'text', text: bytes.toString('latin1', start, at) };
    } else {
      at += 1;
      yield { kind: 'byte', value: byte };
    }
  }
}

const isPlain = (byte: number): boolean =>
  byte > 0 && byte < 0x80 && byte !== OPEN && byte !== CLOSE && byte !== BACKSLASH && !isLineBreak(byte);

/** The control word or symbol after a backslash. */
function controlAt(
  bytes: Buffer,
  start: number,
  isIgnorable: boolean,
): { token: RtfToken | 'ignorable' | undefined; end: number } {
  const first = bytes[start];
  if (first === undefined) return { token: undefined, end: start };
  if (isLetter(first)) return wordAt(bytes, start, isIgnorable);
  const end = start + 1;
  const symbol = String.fromCharCode(first);
  if (symbol === '*') return { token: 'ignorable', end };
  if (symbol === "'") {
    const value = Number.parseInt(bytes.toString('latin1', end, end + 2), 16);
    return { token: Number.isNaN(value) ? undefined : { kind: 'byte', value }, end: end + 2 };
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') return { token: { kind: 'text', text: symbol }, end };
  // A backslash at the end of a line ends a paragraph.
  const name = isLineBreak(first) ? 'par' : symbol;
  return { token: { kind: 'word', name, parameter: undefined, isIgnorable }, end };
}

function wordAt(bytes: Buffer, start: number, isIgnorable: boolean): { token: RtfToken; end: number } {
  let at = start;
  while (at < bytes.length && at - start < MAX_NAME && isLetter(bytes[at]!)) at += 1;
  const name = bytes.toString('latin1', start, at);
  const numberStart = at;
  if (bytes[at] === 0x2d && isDigit(bytes[at + 1] ?? 0)) at += 1;
  while (at < bytes.length && at - numberStart < MAX_DIGITS && isDigit(bytes[at]!)) at += 1;
  const parameter = at > numberStart ? Number(bytes.toString('latin1', numberStart, at)) : undefined;
  // One space ends the word and belongs to it.
  if (bytes[at] === 0x20) at += 1;
  return { token: { kind: 'word', name, parameter, isIgnorable }, end: at };
}
