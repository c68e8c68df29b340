/** Control words that stand for a character. */
export const CHARACTERS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  tab: ' ',
  '~': '\u00a0',
  _: '‑',
};
/** Code pages by the number of a font's character set. Source: RTF 1.9.1, font table. */
export const CHARSETS: Record<number, number> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

const LABELS: Record<number, string> = {
  10_000: 'macintosh',
  65_001: 'utf-8',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};
const decoders = new Map<number, TextDecoder>();

/** A code page that browsers don't know either is read as that of Western Europe. */
export function decoderOf(codePage: number): TextDecoder {
  const known = decoders.get(codePage);
  if (known) return known;
  const label = LABELS[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252');
  const decoder = new TextDecoder(label);
  decoders.set(codePage, decoder);
  return decoder;
}
