const romans: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const isRoman = (letters: string) =>
  /^(?:[ivx]|(?=..)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))$/.test(letters);

const romanValue = (letters: string) =>
  [...letters].reduce((sum, letter, index) => {
    const value = romans[letter]!;
    return value < (romans[letters[index + 1] ?? ''] ?? 0) ? sum - value : sum + value;
  }, 0);

const alphabetValue = (letters: string) =>
  [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 96, 0);

/** The number of a marker such as "3.", "b)" or "(iv)"; undefined for a bullet. */
export function markerNumber(marker: string): number | undefined {
  const word = /^\(?(\d{1,4}|[a-z]{1,4})[.)]/i.exec(marker)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return Number(word);
  return isRoman(word) ? romanValue(word) : alphabetValue(word);
}
