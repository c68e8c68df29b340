import type { SilentAnswer } from './silentAnswer.ts';

/** The whole page at /auth/silent: hands the provider's answer to the portal that framed it, and to that origin only. */
const answer: SilentAnswer = { type: 'portico-silent-answer', address: location.href };
history.replaceState(null, '', location.pathname);
if (window.parent !== window) window.parent.postMessage(answer, location.origin);
