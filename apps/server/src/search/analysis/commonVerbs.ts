/** Stems of verbs that questions are built with: "how do I move …", "where can I find …", "I need help to change …". */
const COMMON_VERBS: ReadonlySet<string> = new Set(
  `accept bill call chang could find get give go got happen help know learn let look make may might move must need open put see show take tell
  tri understand use want would`.split(/\s+/u),
);

/** The weight of such a verb next to other words. Tuned on public test collections: bench/README.md. */
const COMMON_VERB_WEIGHT = 0.5;

/** The weight of each typed word: a common verb says little, unless the term has nothing else. */
export function typedWeight(lexemes: readonly string[]): (lexeme: string) => number {
  const saysMore = lexemes.some((lexeme) => !COMMON_VERBS.has(lexeme));
  return (lexeme) => (saysMore && COMMON_VERBS.has(lexeme) ? COMMON_VERB_WEIGHT : 1);
}
