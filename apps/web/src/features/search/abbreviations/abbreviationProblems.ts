import { AbbreviationInput as Input } from '@portico/contracts/abbreviations';
import { z } from 'zod/mini';
import type { AbbreviationInput } from '../search.queries.ts';

export interface AbbreviationProblems {
  abbreviation?: string;
  meaning?: string;
}

const sentences: Record<keyof AbbreviationProblems, (text: string) => string> = {
  abbreviation: (text) => (text.trim().length < 2 ? 'Type at least 2 characters.' : 'Type at most 20 characters.'),
  meaning: (text) => (text.trim().length < 2 ? 'Type at least 2 characters.' : 'Type at most 120 characters.'),
};

/** What is wrong with what was typed, by field; undefined when the server would take it. */
export function abbreviationProblems(typed: AbbreviationInput): AbbreviationProblems | undefined {
  const problems: AbbreviationProblems = {};
  for (const name of ['abbreviation', 'meaning'] as const) {
    if (!z.safeParse(Input.shape[name], typed[name]).success) problems[name] = sentences[name](typed[name]);
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}
