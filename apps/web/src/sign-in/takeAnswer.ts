declare global {
  interface Window {
    /** Set by first.ts, before any other code runs, and taken away by `takeAnswer`. */
    porticoSignInAnswer?: string | undefined;
  }
}

/** The address with which the identity provider sent the browser back, once; it is gone from the address bar by then. */
export function takeAnswer(): string | undefined {
  const answer = window.porticoSignInAnswer;
  delete window.porticoSignInAnswer;
  return answer;
}
