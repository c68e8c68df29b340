import { NewAbbreviation as Input } from '@portico/contracts/abbreviations';
import { z } from 'zod/mini';
import { t } from '../../../locale/text.ts';
import type { NewAbbreviation } from '../search.queries.ts';

export interface AbbreviationProblems {
  abbreviation?: string;
  meaning?: string;
}

const MIN_LENGTH = 2;
const MAX_LENGTHS: Record<keyof AbbreviationProblems, number> = { abbreviation: 60, meaning: 120 };

/** Validation errors by field; undefined when the server would accept the input. */
export function abbreviationProblems(typed: NewAbbreviation): AbbreviationProblems | undefined {
  const problems: AbbreviationProblems = {};
  for (const name of ['abbreviation', 'meaning'] as const) {
    if (!z.safeParse(Input.shape[name], typed[name]).success)
      problems[name] =
        typed[name].trim().length < MIN_LENGTH
          ? t('search.atLeast', { count: MIN_LENGTH })
          : t('search.atMost', { count: MAX_LENGTHS[name] });
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}
