/** Stems of words that questions are built with: "how do I move …", "how much can I put in …", "I need help to …". */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `accept bill bring call chang come could find get give go got happen help know learn let look make may might move must need open put see set show take
  tell tri understand use want would like allow
  alreadi also anybodi anyon anyth back ever everyon first long mani much often one peopl person someon somebodi someth still thing done start`.split(
    /\s+/u,
  ),
);

/** The weight of such a word next to others. Tuned on public test collections: bench/README.md. */
const COMMON_WORD_WEIGHT = 0.5;

/** The weight of each typed word: a common one says little, unless the term has nothing else. */
export function typedWeight(lexemes: readonly string[]): (lexeme: string) => number {
  const saysMore = lexemes.some((lexeme) => !COMMON_WORDS.has(lexeme));
  return (lexeme) => (saysMore && COMMON_WORDS.has(lexeme) ? COMMON_WORD_WEIGHT : 1);
}
