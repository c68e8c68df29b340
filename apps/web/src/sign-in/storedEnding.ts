/** How this tab's session ended, stored until the provider's logout returns. */
export interface StoredEnding {
  returnPath: string;
  /** False if the tokens themselves were rejected: the provider would reject the identity token as a hint too. */
  hint: boolean;
  /** Only after a fresh sign-in. */
  problem?: Problem | undefined;
}

/** The server's reason, for the user and their administrator. */
export interface Problem {
  code: string;
  detail: string;
}

const ENDING_KEY = 'portico.ending';

/** Without session storage, /logout can't say how the session ended. */
export function storeEnding(ending: StoredEnding | undefined): void {
  try {
    if (ending) sessionStorage.setItem(ENDING_KEY, JSON.stringify(ending));
    else sessionStorage.removeItem(ENDING_KEY);
  } catch {
    // Storage is blocked or full.
  }
}

export function readEnding(): StoredEnding | undefined {
  try {
    const ending = JSON.parse(sessionStorage.getItem(ENDING_KEY) ?? 'null') as Partial<StoredEnding> | null;
    return typeof ending?.returnPath === 'string'
      ? { returnPath: ending.returnPath, hint: ending.hint !== false, problem: ending.problem }
      : undefined;
  } catch {
    return undefined;
  }
}
