declare global {
  interface Window {
    /** Set by first.ts before any other code runs; removed by `consumeAnswer`. */
    porticoSignInAnswer?: string | undefined;
  }
}

/** The address at which the identity provider returned, once. It is already gone from the address bar. */
export function consumeAnswer(): string | undefined {
  const answer = window.porticoSignInAnswer;
  delete window.porticoSignInAnswer;
  return answer;
}
