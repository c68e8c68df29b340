/**
 * Characters from code 0x20 on; a space marks codes without a Unicode character. Source: Unicode's table
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

/** The characters that office documents use, by code. Source: Unicode 7.0, which includes them (L2/12-130). */
const DINGBATS: Record<string, Record<number, string>> = {
  wingdings: {
    ...range(0x45, '☜☞☝☟'),
    ...range(0x81, '①②③④⑤⑥⑦⑧⑨⑩'),
    ...range(0x8c, '❶❷❸❹❺❻❼❽❾❿'),
    ...range(0xdf, '←→↑↓↖↗↙↘'),
    ...range(0xe7, '←➔↑↓'),
    ...range(0xef, '⇦⇨⇧⇩'),
    ...range(0xfb, '✗✓☒☑'),
    ...single('22✂ 28☎ 29✆ 2a✉ 36⌛ 3f✍ 41✌ 43👍 44👎 4a☺ 4b😐 4c☹ 6c● 6d❍ 6e■ 6f□ 71❑ 72❒ 73⬧ 74⧫ 75◆ 76❖ 77⬥ 78⌧'),
    ...single('9e· 9f• a1○ a4◉ a7▪ a8☐ ab★ d8➢ fa✢'),
  },
  'wingdings 2': { ...range(0x4f, '✗✓☒☑☒☒'), ...single('97● a2■ a3☐') },
  'wingdings 3': { ...range(0x66, '←→↑↓'), ...range(0x70, '▲▼△▽◄►') },
  webdings: single('33◀ 34▶ 61✔ 63□ 67■ 69ℹ 6e● 72✖'),
};

/** Characters after their code, in two hexadecimal digits. */
function single(pairs: string): Record<number, string> {
  return Object.fromEntries(pairs.split(' ').map((pair) => [Number.parseInt(pair.slice(0, 2), 16), pair.slice(2)]));
}

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
