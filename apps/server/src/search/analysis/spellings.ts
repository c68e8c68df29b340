/** British endings with the American ones. */
const ENDINGS: ReadonlyArray<[RegExp, string]> = [
  [/isations?$/u, 'ization'],
  [/is(e|es|ed|ing|er)$/u, 'iz$1'],
  [/ys(e|es|ed|ing)$/u, 'yz$1'],
  [/(?<=\p{L}{3})our(s|ed|ing|ful|able|ite|ites|hood)?$/u, 'or$1'],
  [/tre(s?)$/u, 'ter$1'],
  [/ence(s?)$/u, 'ense$1'],
  [/ll(ed|ing|er)$/u, 'l$1'],
  [/(?<!l)lment(s?)$/u, 'llment$1'],
  [/ogue(s?)$/u, 'og$1'],
  [/amme(s?)$/u, 'am$1'],
  [/dgement(s?)$/u, 'dgment$1'],
  [/ageing$/u, 'aging'],
];

/** Words that differ in more than their ending. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['cheque', 'check'],
  ['cheques', 'checks'],
  ['enrol', 'enroll'],
  ['enrols', 'enrolls'],
  ['grey', 'gray'],
  ['licence', 'license'],
  ['licences', 'licenses'],
  ['tyre', 'tire'],
]);

/** The American spelling of a lowercase British word; undefined if both are the same. */
export function americanSpelling(word: string): string | undefined {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  const ending = ENDINGS.find(([british]) => british.test(word));
  return ending && word.replace(ending[0], ending[1]);
}
