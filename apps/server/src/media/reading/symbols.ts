/**
 * Characters from code 0x20 on; a space stands for what has no character in Unicode. Source: Unicode's table
 * VENDORS/ADOBE/symbol.txt.
 */
const SYMBOL = [
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ',
  ' '.repeat(32),
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  '◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ',
].join('');

/** The characters that office documents use, by code. Source: Unicode 7.0, which took them over (document L2/12-130). */
const DINGBATS: Record<string, Record<number, string>> = {
  wingdings: {
    ...range(0x81, '①②③④⑤⑥⑦⑧⑨⑩'),
    ...range(0x8c, '❶❷❸❹❺❻❼❽❾❿'),
    ...range(0x45, '☜☞☝☟'),
    ...range(0xdf, '←→↑↓↖↗↙↘'),
    ...range(0xe7, '←➔↑↓'),
    ...range(0xef, '⇦⇨⇧⇩'),
    ...range(0xfb, '✗✓☒☑'),
    ...{ 0x22: '✂', 0x28: '☎', 0x29: '✆', 0x2a: '✉', 0x36: '⌛', 0x3f: '✍', 0x41: '✌', 0x43: '👍', 0x44: '👎' },
    ...{ 0x4a: '☺', 0x4c: '☹', 0x6c: '●', 0x6d: '❍', 0x6e: '■', 0x6f: '□', 0x71: '❑', 0x72: '❒', 0x73: '⬧' },
    ...{ 0x74: '⧫', 0x75: '◆', 0x76: '❖', 0x77: '⬥', 0x78: '⌧', 0x9e: '·', 0x9f: '•', 0xa1: '○', 0xa4: '◉' },
    ...{ 0xa7: '▪', 0xa8: '☐', 0xab: '★', 0xd8: '➢', 0xfa: '✢' },
  },
  'wingdings 2': { ...range(0x4f, '✗✓☒☑☒☒'), 0x97: '●', 0xa2: '■', 0xa3: '☐' },
  'wingdings 3': { ...range(0x66, '←→↑↓'), ...range(0x70, '▲▼△▽◄►') },
  webdings: { 0x33: '◀', 0x34: '▶', 0x61: '✔', 0x63: '□', 0x67: '■', 0x69: 'ℹ', 0x6e: '●', 0x72: '✖' },
};

function range(start: number, characters: string): Record<number, string> {
  return Object.fromEntries([...characters].map((character, index) => [start + index, character]));
}

/**
 * The Unicode character of a symbol; a space if there is none or we don't know it. Fonts of symbols have their
 * characters at the codes 0xF020 to 0xF0FF. Source: ECMA-376 part 1, 17.3.3.30.
 */
export function symbolCharacter(font: string, code: number): string {
  const isPrivate = code >= 0xf020 && code <= 0xf0ff;
  const position = isPrivate ? code - 0xf000 : code;
  const name = font.toLowerCase();
  if (name === 'symbol') return SYMBOL[position - 0x20] ?? ' ';
  const dingbats = DINGBATS[name];
  if (dingbats) return dingbats[position] ?? ' ';
  return isPrivate || !(code >= 0x20 && code <= 0x10ffff) ? ' ' : String.fromCodePoint(code).toWellFormed();
}

/** The text with the characters of a font of symbols replaced. */
export function withoutPrivateCharacters(text: string, font: string | undefined): string {
  return text.replaceAll(/[\uf020-\uf0ff]/g, (character) => symbolCharacter(font ?? '', character.charCodeAt(0)));
}
